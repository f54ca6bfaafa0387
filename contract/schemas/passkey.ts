import type { InferType } from 'yup'
import { MAX_PASSKEY_NAME } from '../sign-in.ts'
import { array, flag, listOf, number, object, requiredText, string, text, timestamp, total } from './fields.ts'

const encoded = (max: number) =>
  string()
    .required('required')
    .matches(/^[\w-]*$/, { name: 'base64url', message: 'invalidText' })
    .max(max, 'tooLong')

/** Body of POST /user/authenticate/passkey. */
export const passkeyAssertionSchema = object({
  id: encoded(1500),
  clientDataJSON: encoded(3000),
  authenticatorData: encoded(3000),
  signature: encoded(10_000),
  userHandle: text(100),
}).meta({ title: 'PasskeyAssertion' })

export type PasskeyAssertion = InferType<typeof passkeyAssertionSchema>

/** Body of POST /user/passkeys/options and /user/passkeys/{passkeyId}/removal. */
export const passkeyProofSchema = object({
  currentPassword: string().max(1000, 'tooLong'),
  assertion: passkeyAssertionSchema.optional().default(undefined),
}).meta({ title: 'PasskeyProof' })
export type PasskeyProof = InferType<typeof passkeyProofSchema>

/** Body of POST /user/passkeys. */
export const newPasskeySchema = object({
  name: requiredText(MAX_PASSKEY_NAME),
  id: encoded(1500),
  clientDataJSON: encoded(3000),
  attestationObject: encoded(20_000),
  transports: array(requiredText(20)).max(10, 'tooLong'),
}).meta({ title: 'NewPasskey' })
export type NewPasskey = InferType<typeof newPasskeySchema>

export const passkeyFormSchema = object({ name: requiredText(MAX_PASSKEY_NAME) })

export const passkeySchema = object({
  id: string().required(),
  name: string().required().meta({ description: 'Chosen by its owner.' }),
  createdAt: timestamp().required(),
  lastUsedAt: timestamp(),
}).meta({ title: 'Passkey' })
export type Passkey = InferType<typeof passkeySchema>

export const passkeysSchema = object({
  hasPassword: flag().required().meta({ description: 'Whether the account also has a password.' }),
  passkeys: listOf(passkeySchema),
}).meta({ title: 'Passkeys' })
export type Passkeys = InferType<typeof passkeysSchema>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export const passkeyRequestOptionsSchema = object({
  challenge: string().required(),
  rpId: string().required(),
  userVerification: string().required(),
  timeout: total(),
}).meta({ title: 'PasskeyRequestOptions' })

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export const passkeyCreationOptionsSchema = object({
  rp: object({ id: string().required(), name: string().required() }).required(),
  user: object({ id: string().required(), name: string().required(), displayName: string().required() }).required(),
  challenge: string().required(),
  pubKeyCredParams: listOf(object({ type: string().required(), alg: number().integer().required() })),
  excludeCredentials: listOf(
    object({ type: string().required(), id: string().required(), transports: listOf(string().required()) }),
  ),
  authenticatorSelection: object({
    residentKey: string().required(),
    requireResidentKey: flag().required(),
    userVerification: string().required(),
  }).required(),
  attestation: string().required(),
  timeout: total(),
}).meta({ title: 'PasskeyCreationOptions' })
