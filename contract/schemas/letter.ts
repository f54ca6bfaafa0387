import type { InferType } from 'yup'
import { LANGUAGES } from '../languages.ts'
import { MAX_LETTERS, readLetterCode } from '../letter.ts'
import { MAX_LETTER_CODE } from '../text.ts'
import { array, email, object, oneOf, requiredText, string, uuid } from './fields.ts'

/** Body of POST /practice/{practiceId}/letters. */
export const lettersSchema = object({
  clientUuids: array(uuid().required('required')).min(1, 'required').max(MAX_LETTERS, 'tooLong').required('required'),
  language: oneOf(LANGUAGES).meta({ description: 'Language of the letters; Dutch where absent.' }),
}).meta({ title: 'Letters' })

/** Body of POST /letter. */
export const letterAnswerSchema = object({
  code: requiredText(MAX_LETTER_CODE),
  email: email().required('required'),
}).meta({ title: 'LetterAnswer' })

/** The form marks a malformed code at its field; the server rejects it like any wrong code. */
export const letterFormSchema = letterAnswerSchema.shape({
  code: requiredText(MAX_LETTER_CODE).test(
    'code',
    'codeInvalid',
    (value) => !value || readLetterCode(value) !== undefined,
  ),
})

/** Response of POST /letter/confirmation. */
export const confirmedLetterSchema = object({
  practiceName: string().required(),
  username: string().required(),
  token: string().meta({ description: 'By which a first password is chosen; absent where the account has one.' }),
}).meta({ title: 'ConfirmedLetter' })
export type ConfirmedLetter = InferType<typeof confirmedLetterSchema>
