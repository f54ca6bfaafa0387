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
  const years: Year<Row>[] = []
  for (const row of rows.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))) {
    const year = row.date?.slice(0, 4) ?? ''
    if (years.at(-1)?.year === year) years.at(-1)?.rows.push(row)
    else years.push({ year, rows: [row] })
  }
  return years
}
