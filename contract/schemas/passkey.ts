import { MAX_PASSKEY_NAME } from '../sign-in.ts'
import { array, object, requiredText, string, text } from './fields.ts'

const encoded = (max: number) =>
  string()
    .required('required')
    .matches(/^[\w-]*$/, { name: 'base64url', message: 'invalidText' })
    .max(max, 'tooLong')

/** POST /user/authenticate/passkey */
export const passkeyAssertionSchema = object({
  id: encoded(1500),
  clientDataJSON: encoded(3000),
  authenticatorData: encoded(3000),
  signature: encoded(10_000),
  userHandle: text(100),
})

/** POST /user/passkeys/options and /user/passkeys/{passkeyId}/removal */
export const passkeyProofSchema = object({
  currentPassword: string().max(1000, 'tooLong'),
  assertion: passkeyAssertionSchema.optional().default(undefined),
})

/** POST /user/passkeys */
export const newPasskeySchema = object({
  name: requiredText(MAX_PASSKEY_NAME),
  id: encoded(1500),
  clientDataJSON: encoded(3000),
  attestationObject: encoded(20_000),
  transports: array(requiredText(20)).max(10, 'tooLong'),
})

const passkeyName = { name: requiredText(MAX_PASSKEY_NAME) }
/** The form of one who proves it by the password, and of one who does not. */
export const passkeyByPasswordFormSchema = object({
  ...passkeyName,
  currentPassword: string().max(1000, 'tooLong').required('required'),
})
export const passkeyFormSchema = object(passkeyName)
