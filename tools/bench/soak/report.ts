import { NOT_MEASURED, type Row, atMost, limited, ms } from '../table.ts'
import { median, spread } from '../statistics.ts'

/** What a soak has to show for itself. */
export interface Soaked {
  rows: Row[]
  /** Damages, in words. */
  found: string[]
}

/** What ends a part: enough rounds, or enough time. */
export interface Bounds {
  rounds: number
  /** How long a load lasts. */
  seconds: number
  isOver(): boolean
  /** The same as a moment. */
  until: number
}

export const none = (what: string, count: number): Row => ({
  what,
  measured: String(count),
  limit: '0',
  ok: count === 0,
})

/** A row of a figure that has to stay below its limit. */
export const less = (what: string, value: number, limit: number, format: (value: number) => string): Row =>
  limited(what, value, `< ${format(limit)}`, value < limit, format)

/** A row of what has to be so. */
export const holds = (what: string, ok: boolean, measured = ok ? 'yes' : 'no'): Row => ({
  what,
  measured,
  limit: 'yes',
  ok,
})

/** Rows of a part that repeats, after a row with the number of repetitions. Without one it has measured nothing. */
export const counted = (what: string, count: number, note: string, rows: Row[]): Row[] =>
  count === 0 ? [{ what, measured: NOT_MEASURED }] : [{ what, measured: String(count), note }, ...rows]

export function slowest(what: string, values: readonly number[], limit: number): Row {
  if (values.length === 0) return { what, measured: 'never' }
  const note = `median ${ms(median(values))}, ${spread(values, ms)}`
  return { ...atMost(what, Math.max(...values), limit, ms), note }
}

/** Tells how far it is, so that it does not seem to hang. */
export function progress(what: string, round: number, rounds: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${round} of ${rounds}${round === rounds ? '\n' : ''}`)
  else if (round === rounds || round % 10 === 0) process.stderr.write(`${what}: ${round} of ${rounds}\n`)
}
