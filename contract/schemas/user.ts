import type { InferType } from 'yup'
import { LANGUAGES } from '../languages.ts'
import { ROLES, STAFF_ROLES } from '../roles.ts'
import { array, email, object, oneOf, personName, requiredText, text } from './fields.ts'

export const userSchema = object({
  id: text(),
  username: text(254),
  email: email(),
  firstName: text(),
  lastName: text(),
  practiceId: text().nullable(),
  roles: array(oneOf(ROLES).required('required')).required('required'),
  language: oneOf(LANGUAGES).required('required'),
  workplaces: array(
    object({ practiceId: requiredText(), name: requiredText(), role: oneOf(STAFF_ROLES).required('required') }),
  ).meta({ description: 'All practices of staff who work at several; the first one is practiceId.' }),
}).meta({ title: 'User' })
export type User = InferType<typeof userSchema>
export type Workplace = NonNullable<User['workplaces']>[number]

/** Body of PUT /user. Absent names stay unchanged. */
export const userChangeSchema = object({
  language: oneOf(LANGUAGES).required('required'),
  firstName: personName(),
  lastName: personName(),
}).meta({ title: 'UserChange' })
export type UserChange = InferType<typeof userChangeSchema>

/** Member of staff in a practice's export; the e-mail address is the user name. */
export const staffSchema = object({
  username: email().required('required'),
  firstName: personName(),
  lastName: personName(),
  practiceId: requiredText(),
  roles: array(oneOf(STAFF_ROLES).required('required')).min(1, 'required').required('required'),
  language: oneOf(LANGUAGES),
})
export type Staff = InferType<typeof staffSchema>
