import { RETENTION_KINDS, RETENTION_RULES } from '../retention.ts'
import { recordOf } from '../values.ts'
import { flag, isoDateTime, number, object } from './fields.ts'
import { nestedProof } from './second-factor.ts'

/** Years by kind; null or absent keeps a kind without end. */
const yearFields = recordOf(RETENTION_KINDS, (kind) => {
  const { least, most } = RETENTION_RULES[kind]
  return number().nullable().integer('invalidNumber').min(least, 'tooFewYears').max(most, 'tooManyYears')
})

/** PUT /practice/{practiceId}/retention. Takes what GET answers. An unknown kind is refused, because leaving it out would mean "no end". */
export const retentionSchema = object({
  years: object(yearFields).noUnknown(true, 'unknownValue').required('required').default(undefined),
  isOn: flag().required('required'),
  proof: nestedProof(),
})

/** The form of the same. */
export const retentionFormSchema = object({ ...yearFields, isOn: flag() })

/** POST /practice/{practiceId}/retention/clock */
export const clockConfirmationSchema = object({ stoppedAt: isoDateTime().required('required') })
