import { groupBy } from '#src/lib/group-by.ts'

interface Dated {
  date?: string | undefined
}

interface Year<Row> {
  /** Empty: of what has no date. */
  year: string
  rows: Row[]
}

/** The newest first, a group for each year. What has no date comes last. */
export function byYear<Row extends Dated>(rows: readonly Row[]): Year<Row>[] {
  const newestFirst = [...rows].sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
  const years = groupBy(newestFirst, ({ date }) => date?.slice(0, 4) ?? '')
  return [...years].map(([year, rows]) => ({ year, rows }))
}
