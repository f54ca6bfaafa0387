import type { InferType } from 'yup'
import { MAX_FACTOR_CODE } from '../text.ts'
import { flag, listOf, object, requiredText, string, text, timestamp, total, url } from './fields.ts'
import { passkeyProofSchema } from './passkey.ts'

const sealed = (max: number) => requiredText(max)

/**
 * Body of POST /user/totp/options, /user/totp/recovery-codes and /user/totp/removal, and of taking over an import key.
 */
export const factorProofSchema = passkeyProofSchema
  .shape({
    code: text(MAX_FACTOR_CODE).meta({ description: 'Code of the authenticator app, or a recovery code.' }),
  })
  .meta({ title: 'FactorProof' })
/** Proof of identity from a person who is already signed in. */
export type FactorProof = InferType<typeof factorProofSchema>

/** Optional proof of identity within the body of another call. */
export const nestedProof = () => factorProofSchema.optional().default(undefined)

/** Body of POST /user/totp. */
export const newTotpSchema = object({ setUp: sealed(1000), code: requiredText(MAX_FACTOR_CODE) }).meta({
  title: 'NewTotp',
})
export type NewTotp = InferType<typeof newTotpSchema>

/** Body of POST /user/authenticate/second-factor. */
export const secondFactorAnswerSchema = object({ challenge: sealed(1000), code: requiredText(MAX_FACTOR_CODE) }).meta({
  title: 'SecondFactorAnswer',
})
export type SecondFactorAnswer = InferType<typeof secondFactorAnswerSchema>

/** Body of PUT /practice/{practiceId}/second-factor. */
export const practiceSecondFactorChangeSchema = object({
  required: flag().required('required'),
  proof: nestedProof(),
}).meta({ title: 'PracticeSecondFactorChange' })

/** Forms that ask for a code, a password, or neither. */
export const codeFormSchema = object({ code: requiredText(MAX_FACTOR_CODE) })
export const passwordProofFormSchema = object({ currentPassword: string().max(1000, 'tooLong').required('required') })
export const noProofFormSchema = object({})

export const secondFactorSchema = object({
  totpSince: timestamp().meta({ description: 'When the authenticator app was set up; absent without one.' }),
  recoveryCodes: total().meta({ description: 'Number of unused codes.' }),
  passkeys: total(),
  hasPassword: flag().required(),
  required: flag().required().meta({ description: 'Whether a practice of the account requires a second factor.' }),
}).meta({ title: 'SecondFactor' })
export type SecondFactor = InferType<typeof secondFactorSchema>

export const totpOptionsSchema = object({
  secret: string().required().meta({ description: 'In base32.' }),
  uri: url().required().meta({ description: 'The secret as an otpauth URI, for a QR code.' }),
  setUp: string().required().meta({ description: 'Challenge to send back with a code of the app.' }),
}).meta({ title: 'TotpOptions' })
export type TotpOptions = InferType<typeof totpOptionsSchema>

export const recoveryCodesSchema = object({ recoveryCodes: listOf(string().required()) }).meta({
  title: 'RecoveryCodes',
})
export type RecoveryCodes = InferType<typeof recoveryCodesSchema>

export const practiceSecondFactorSchema = object({
  required: flag().required(),
  without: total().meta({ description: 'Number of staff without a second factor.' }),
}).meta({ title: 'PracticeSecondFactor' })
export type PracticeSecondFactor = InferType<typeof practiceSecondFactorSchema>
