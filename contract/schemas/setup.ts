import type { InferType, StringSchema } from 'yup'
import { LANGUAGES } from '../languages.ts'
import { confirmedPassword, newPassword } from './credentials.ts'
import { email, flag, object, oneOf, personName, requiredText, string } from './fields.ts'
import { newPasskeySchema } from './passkey.ts'
import { practiceSchema } from './practice.ts'

/** Fields of a new practice. */
export const newPracticeSchema = practiceSchema.pick(['name', 'phone', 'email', 'website'])
export type NewPractice = InferType<typeof newPracticeSchema>

const admin = { username: email().required('required'), firstName: personName(), lastName: personName() }

/** Body of POST /setup/passkey-options. */
export const setupAdminSchema = object(admin).meta({ title: 'SetupAdmin' })
export type SetupAdmin = InferType<typeof setupAdminSchema>

/** Body of POST /setup. */
export const setupSchema = newPracticeSchema
  .shape({
    ...admin,
    language: oneOf(LANGUAGES).required('required'),
    newPassword: newPassword().optional().meta({ description: 'Needed without a passkey.' }),
    passkey: newPasskeySchema.optional().default(undefined),
  })
  .meta({ title: 'Setup' })
export type Setup = InferType<typeof setupSchema>

const onlyByPassword = (schema: StringSchema) =>
  string().when('way', ([way]) => (way === 'password' ? schema : string()))

/** Form of the page; `way` is how the admin signs in. */
export const setupFormSchema = newPracticeSchema.shape({
  ...admin,
  code: requiredText(),
  way: oneOf(['password', 'passkey']).required('required'),
  newPassword: onlyByPassword(confirmedPassword.newPassword),
  confirmPassword: onlyByPassword(confirmedPassword.confirmPassword),
})

export const setupStateSchema = object({
  isDone: flag().required().meta({ description: 'Whether the portal has a practice.' }),
}).meta({ title: 'SetupState' })
export type SetupState = InferType<typeof setupStateSchema>
