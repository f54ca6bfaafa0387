import { groupBy } from '#contract/values.ts'

interface Dated {
  date?: string | undefined
}

interface Year<Row> {
  /** `YYYY`; empty for rows without a date. */
  year: string
  rows: Row[]
}

/** Sorts rows, newest first; rows without a date are last. */
export const newestFirst = <Row extends Dated>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))

export function byYear<Row extends Dated>(rows: readonly Row[]): Year<Row>[] {
  const years = groupBy(newestFirst(rows), ({ date }) => date?.slice(0, 4) ?? '')
  return [...years].map(([year, rows]) => ({ year, rows }))
}
