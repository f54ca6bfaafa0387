import { LANGUAGES } from '../languages.ts'
import { ROLES } from '../roles.ts'
import { STAFF_ROLES } from '../user.ts'
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
    object({
      practiceId: requiredText(),
      name: requiredText(),
      role: oneOf(STAFF_ROLES).required('required'),
    }),
  ),
})

/** PUT /user. Names that are left out stay. */
export const userChangeSchema = object({
  language: oneOf(LANGUAGES).required('required'),
  firstName: personName(),
  lastName: personName(),
})

export const staffSchema = object({
  username: email().required('required'),
  firstName: personName(),
  lastName: personName(),
  practiceId: requiredText(),
  roles: array(oneOf(STAFF_ROLES).required('required')).min(1, 'required').required('required'),
  language: oneOf(LANGUAGES),
})
