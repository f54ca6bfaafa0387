import { NOT_MEASURED, type Row, atMost, limited, ms } from '../table.ts'
import { median, spread } from '../statistics.ts'

export interface Soaked {
  rows: Row[]
  found: string[]
}

/** Limits of a part, which ends after enough rounds or enough time. */
export interface Bounds {
  rounds: number
  seconds: number
  isOver(): boolean
  /** End of the part, in milliseconds since 1970. */
  until: number
}

export const none = (what: string, count: number): Row => ({
  what,
  measured: String(count),
  limit: '0',
  ok: count === 0,
})

/** Returns a row whose figure must stay below its limit. */
export const less = (what: string, value: number, limit: number, format: (value: number) => string): Row =>
  limited(what, value, `< ${format(limit)}`, value < limit, format)

export const holds = (what: string, ok: boolean, measured = ok ? 'yes' : 'no'): Row => ({
  what,
  measured,
  limit: 'yes',
  ok,
})

/** Returns the rows of a repeated part after a row with the number of repetitions; without repetitions, "not measured". */
export const counted = (what: string, count: number, note: string, rows: Row[]): Row[] =>
  count === 0 ? [{ what, measured: NOT_MEASURED }] : [{ what, measured: String(count), note }, ...rows]

export function slowest(what: string, values: readonly number[], limit: number): Row {
  if (values.length === 0) return { what, measured: 'never' }
  const note = `median ${ms(median(values))}, ${spread(values, ms)}`
  return { ...atMost(what, Math.max(...values), limit, ms), note }
}

/** Prints the progress of a long part. */
export function progress(what: string, round: number, rounds: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${round} of ${rounds}${round === rounds ? '\n' : ''}`)
  else if (round === rounds || round % 10 === 0) process.stderr.write(`${what}: ${round} of ${rounds}\n`)
}
