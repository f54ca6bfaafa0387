import { RETENTION_KINDS, RETENTION_RULES } from '../retention.ts'
import { recordOf } from '../typed-entries.ts'
import { number, object } from './fields.ts'
import { nestedProof } from './second-factor.ts'

/** PUT /practice/{practiceId}/retention. A kind that is absent or null is kept without end. */
export const retentionSchema = object(
  recordOf(RETENTION_KINDS, (kind) => {
    const { least, most } = RETENTION_RULES[kind]
    return number().nullable().integer('invalidNumber').min(least, 'tooFewYears').max(most, 'tooManyYears')
  }),
)

/** POST /practice/{practiceId}/retention/rehearsals/{number}/removal */
export const retentionRemovalSchema = object({ proof: nestedProof() })
