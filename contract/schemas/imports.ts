import { KEY_PURPOSES, MOST_KEY_DAYS } from '../imports.ts'
import { MAX_KEY_NAME } from '../text.ts'
import { number, object, oneOf, requiredText } from './fields.ts'
import { nestedProof } from './second-factor.ts'

export const newImportKeySchema = object({
  name: requiredText(MAX_KEY_NAME),
  purpose: oneOf(KEY_PURPOSES),
  days: number().integer('invalidNumber').min(1, 'invalidNumber').max(MOST_KEY_DAYS, 'invalidNumber'),
  proof: nestedProof(),
})

/** The form of it, where how long is chosen. */
export const newImportKeyFormSchema = newImportKeySchema.pick(['name'])
