import { median, ratiosOf, spread } from './statistics.ts'

export interface Row {
  what: string
  measured: string
  /** Absent for figures without a limit. */
  limit?: string
  /** Whether the figure is within its limit; absent without a limit or a figure. */
  ok?: boolean
  /** Context of the figure, such as the smallest and largest value of the rounds. */
  note?: string
}

/** Result of a measurement: rows of the table, and lines to print below the table. */
export interface Measured {
  rows: Row[]
  details?: string[]
}

export const NOT_MEASURED = 'not measured'
const HEAD = ['what', 'measured', 'limit', '', '']

export function tableLines(rows: readonly Row[]): string[] {
  const cells = [HEAD, ...rows.map((row) => [row.what, row.measured, row.limit ?? '', verdict(row), row.note ?? ''])]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [lines[0]!, rule, ...lines.slice(1)].map((line) => line.trimEnd())
}

const verdict = ({ ok }: Row) => (ok === undefined ? '' : ok ? 'ok' : 'OVER')

/** Whether a row has no figure, for example because no round was completed in time. */
export const isEmpty = ({ measured }: Row): boolean => measured === NOT_MEASURED

/** Returns a row whose figure must not exceed its limit. */
export function atMost(what: string, value: number, limit: number, format: (value: number) => string): Row {
  return limited(what, value, `≤ ${format(limit)}`, value <= limit, format)
}

/** Returns a row whose figure must reach its limit. */
export function atLeast(what: string, value: number, limit: number, format: (value: number) => string): Row {
  return limited(what, value, `≥ ${format(limit)}`, value >= limit, format)
}

/** Returns a row with a limit; without a figure the row has no verdict. */
export function limited(
  what: string,
  value: number,
  limit: string,
  ok: boolean,
  format: (value: number) => string,
): Row {
  const row = plainRow(what, value, format)
  return hasValue(value) ? { ...row, limit, ok } : { ...row, limit }
}

/** Whether a median or maximum exists; those of no values are NaN and -Infinity. */
const hasValue = (value: number) => value > -Infinity

const plainRow = (what: string, value: number, format: (value: number) => string): Row => ({
  what,
  measured: hasValue(value) ? format(value) : NOT_MEASURED,
})

/** Returns a row with the median of all rounds, limited to `limit` if given. */
export function medianRow(
  what: string,
  values: readonly number[],
  format: (value: number) => string,
  limit?: number,
): Row {
  const middle = median(values)
  const row = limit === undefined ? plainRow(what, middle, format) : atMost(what, middle, limit, format)
  return values.length === 0 ? row : { ...row, note: spread(values, format) }
}

/** Returns a row with the median ratio of two times, which were measured in the same rounds. */
export function ratioRow(what: string, values: readonly number[], others: readonly number[], limit?: number): Row {
  const row = medianRow(what, ratiosOf(values, others), times, limit)
  return { ...row, note: `${row.note}; ${ms(median(values))} to ${ms(median(others))}` }
}

export const ms = (value: number): string => (value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value)} ms`)
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
export const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
export const times = (value: number): string => `${value.toFixed(2)} ×`
