import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { groupBy } from '#contract/values.ts'

interface VisitYear {
  /** Undefined: of visits without a date. */
  year: string | undefined
  visits: VisitForm[]
}

// Not every API sends a date.
const yearOf = ({ date }: { date?: string | null | undefined }) => /^\d{4}/.exec(date ?? '')?.[0]

/** By year, in the order in which they came. */
export function byYear(visits: readonly VisitForm[]): VisitYear[] {
  const years = groupBy(visits, (visit) => yearOf(visit))
  return [...years].map(([year, visits]) => ({ year, visits }))
}
