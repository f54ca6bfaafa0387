import { MOST_KEY_DAYS } from '../imports.ts'
import { number, object, requiredText } from './fields.ts'
import { nestedProof } from './second-factor.ts'

export const newImportKeySchema = object({
  name: requiredText(80),
  days: number().integer('invalidNumber').min(1, 'invalidNumber').max(MOST_KEY_DAYS, 'invalidNumber'),
  proof: nestedProof(),
})

/** The form of it, where how long is chosen. */
export const newImportKeyFormSchema = newImportKeySchema.pick(['name'])
