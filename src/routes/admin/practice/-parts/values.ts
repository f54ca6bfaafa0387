import type { Practice } from '#contract/schemas/practice.ts'
import { accountOf } from '#contract/iban.ts'
import { PRACTICE_FIELDS } from '#contract/practice.ts'
import { recordOf } from '#contract/values.ts'

export type PracticeValues = Record<(typeof PRACTICE_FIELDS)[number], string>

export const valuesOf = (practice: Practice): PracticeValues =>
  recordOf(PRACTICE_FIELDS, (field) => (field === 'iban' ? accountOf(practice) : practice[field]) ?? '')

/** The fields that somebody else and this form have both changed, to something else each. */
export function contested(was: PracticeValues, now: PracticeValues, values: PracticeValues) {
  return PRACTICE_FIELDS.filter(
    (field) => now[field] !== was[field] && values[field] !== was[field] && values[field] !== now[field],
  )
}

/** The practice as it is now, with what was changed of how it was: a colleague may have changed the rest meanwhile. */
export function withChanges(now: Practice, was: PracticeValues, values: PracticeValues): Practice {
  const changed = PRACTICE_FIELDS.filter((field) => values[field] !== was[field])
  return { ...now, ...Object.fromEntries(changed.map((field) => [field, values[field]])) }
}
