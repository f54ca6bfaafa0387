import { MAX_FACTOR_CODE } from '../text.ts'
import { flag, object, requiredText, string, text } from './fields.ts'
import { passkeyProofSchema } from './passkey.ts'

const sealed = (max: number) => requiredText(max)

/** POST /user/totp/options, /user/totp/recovery-codes, /user/totp/removal, and the take-over of an import key */
export const factorProofSchema = passkeyProofSchema.shape({ code: text(MAX_FACTOR_CODE) })

/** Of a call that does something else as well. */
export const nestedProof = () => factorProofSchema.optional().default(undefined)

/** POST /user/totp */
export const newTotpSchema = object({ setUp: sealed(1000), code: requiredText(MAX_FACTOR_CODE) })

/** POST /user/authenticate/second-factor */
export const secondFactorAnswerSchema = object({ challenge: sealed(1000), code: requiredText(MAX_FACTOR_CODE) })

/** PUT /practice/{practiceId}/second-factor */
export const practiceSecondFactorChangeSchema = object({
  required: flag().required('required'),
  proof: nestedProof(),
})

/** The forms of a code, of a password, and of neither. */
export const codeFormSchema = object({ code: requiredText(MAX_FACTOR_CODE) })
export const passwordProofFormSchema = object({ currentPassword: string().max(1000, 'tooLong').required('required') })
export const noProofFormSchema = object({})
