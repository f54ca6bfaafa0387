import { groupBy } from '#contract/values.ts'

interface Dated {
  date?: string | undefined
}

interface Year<Row> {
  /** Empty: of what has no date. */
  year: string
  rows: Row[]
}

/** What has no date comes last. */
export const newestFirst = <Row extends Dated>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))

/** The newest first, a group for each year. */
export function byYear<Row extends Dated>(rows: readonly Row[]): Year<Row>[] {
  const years = groupBy(newestFirst(rows), ({ date }) => date?.slice(0, 4) ?? '')
  return [...years].map(([year, rows]) => ({ year, rows }))
}
