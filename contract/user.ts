import type { InferType } from 'yup'
import { array, email, object, oneOf, requiredText, text } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { ROLES, type Role } from './roles.ts'

const STAFF_ROLES = ['CLINIC_USER', 'CLINIC_ADMIN'] as const satisfies readonly Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

export const userSchema = object({
  id: text(),
  username: text(254),
  email: email(),
  firstName: text(),
  lastName: text(),
  practiceId: text().nullable(),
  roles: array(oneOf(ROLES).required('required')).required('required'),
  language: oneOf(LANGUAGES).required('required'),
})
/** Who is signed in. */
export type User = InferType<typeof userSchema>

/** PUT /user */
export const userChangeSchema = object({ language: oneOf(LANGUAGES).required('required') })

/** A member of staff in a practice's export; the e-mail address is the user name. */
export const staffSchema = object({
  username: email().required('required'),
  firstName: text(),
  lastName: text(),
  practiceId: requiredText(),
  roles: array(oneOf(STAFF_ROLES).required('required')).min(1, 'required').required('required'),
  language: oneOf(LANGUAGES),
})
export type Staff = InferType<typeof staffSchema>
