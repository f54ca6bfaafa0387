import type { InferType } from 'yup'
import { RETENTION_KINDS, RETENTION_RULES } from '../retention.ts'
import { recordOf } from '../values.ts'
import {
  flag,
  isoDate,
  isoDateTime,
  listOf,
  number,
  object,
  oneOf,
  optionalObject,
  timestamp,
  total,
} from './fields.ts'
import { nestedProof } from './second-factor.ts'

/** Years by kind; a kind with null or no value is kept without limit. */
const yearFields = recordOf(RETENTION_KINDS, (kind) => {
  const { least, most } = RETENTION_RULES[kind]
  return number().nullable().integer('invalidNumber').min(least, 'tooFewYears').max(most, 'tooManyYears')
})

/**
 * Body of PUT /practice/{practiceId}/retention; accepts the response of GET. Unknown kinds are rejected, because
 * ignoring one would mean "no limit".
 */
export const retentionBodySchema = object({
  years: object(yearFields).noUnknown(true, 'unknownValue').required('required').default(undefined),
  isOn: flag().required('required'),
  proof: nestedProof(),
}).meta({ title: 'RetentionBody' })

export const retentionFormSchema = object({ ...yearFields, isOn: flag() })

/** Body of POST /practice/{practiceId}/retention/clock. */
export const clockConfirmationSchema = object({ stoppedAt: isoDateTime().required('required') }).meta({
  title: 'ClockConfirmation',
})

export const retentionSchema = object({
  years: object(recordOf(RETENTION_KINDS, () => number().integer().min(1)))
    .required()
    .meta({ description: 'Years by kind; records of an absent kind are kept indefinitely.' }),
  isOn: flag().required().meta({ description: 'Whether a nightly run removes older records.' }),
  nextRun: isoDate().meta({ description: 'Day of the next nightly run, or of the first one after a change.' }),
  clock: optionalObject({ stoppedAt: timestamp().required(), now: timestamp().required() }).meta({
    description: 'Present while removals are stopped because the clock of the server jumped.',
  }),
  removedBefore: object(recordOf(RETENTION_KINDS, () => isoDate()))
    .required()
    .meta({ description: 'By kind: records of before this day were removed, and imports leave them out.' }),
  removed: listOf(
    object({
      at: timestamp().required(),
      kind: oneOf(RETENTION_KINDS).meta({ description: 'Absent if a former version removed several kinds at once.' }),
      count: total(),
    }),
  ).meta({ description: 'Removals by nightly runs, 50 at most, the latest first.' }),
}).meta({ title: 'Retention' })
export type Retention = InferType<typeof retentionSchema>

/** Number of records that the next nightly run would remove. */
export const retentionPreviewSchema = object({
  counts: listOf(
    object({ kind: oneOf(RETENTION_KINDS).required(), year: number().integer().required(), count: total() }),
  ),
}).meta({ title: 'RetentionPreview' })
export type RetentionPreview = InferType<typeof retentionPreviewSchema>
