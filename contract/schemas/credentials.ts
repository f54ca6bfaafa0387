import { ref, type InferType } from 'yup'
import { MAX_EMAIL, isStorable } from '../text.ts'
import { PASSWORD_MIN } from '../password.ts'
import { passwordFlags } from '../password.ts'
import { email, flag, object, requiredText, string } from './fields.ts'

// Passwords are neither trimmed nor truncated. An existing password may predate the rules, so only its length is
// checked.
const password = () => string().max(1000, 'tooLong').required('required')
export const newPassword = () =>
  string()
    .required('required')
    .test('text', 'invalidText', (value) => value == null || isStorable(value))
    .test('password', 'invalidPassword', (value) => !value || passwordFlags(value).length === 0)

/** Body of POST /user/authenticate. */
export const credentialsSchema = object({
  username: requiredText(MAX_EMAIL),
  password: password(),
})
export type Credentials = InferType<typeof credentialsSchema>

/** Body of POST /password/reset. */
export const newPasswordSchema = object({ newPassword: newPassword() }).meta({ title: 'NewPassword' })

/** Body of POST /password/change. */
export const passwordChangeSchema = newPasswordSchema
  .shape({
    currentPassword: password(),
    endLinks: flag().meta({ description: 'True: also ends the calendar URLs and share links of the account.' }),
  })
  .meta({ title: 'PasswordChange' })
export type PasswordChange = InferType<typeof passwordChangeSchema>

// Fields of the forms, where the confirmation must equal the password.
export const confirmedPassword = {
  // Separate code for a password that is too short, which the form's error summary shows.
  newPassword: newPassword().test('short', 'minLength', (value) => !value || value.length >= PASSWORD_MIN),
  confirmPassword: string()
    .required('required')
    // Not `oneOf`, which yup tests first: an empty confirmation would give `noMatch` instead of `required`.
    .test('match', 'noMatch', (value, { resolve }) => !value || value === resolve(ref('newPassword'))),
}
export const newPasswordFormSchema = newPasswordSchema.shape(confirmedPassword)
export const passwordChangeFormSchema = passwordChangeSchema.shape(confirmedPassword)

export const forgotPasswordSchema = object({ email: email().required('required') }).meta({ title: 'ForgotPassword' })
