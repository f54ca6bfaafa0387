import { DATE_YEARS } from '#src/lib/constants.ts'
import type { IsoDate } from '#contract/dates.ts'
import { foldName } from '#contract/fold-name.ts'

// A date while it is typed is its digits in the order of the mask: ddmmyyyy.

const DIGITS = 8

export const digitsOf = (date: IsoDate | null): string => date?.split('-').reverse().join('') ?? ''

/** The day that the digits name; null while they are too few, or where there is no such day. */
export function dayOf(digits: string): IsoDate | null {
  if (digits.length < DIGITS) return null
  const [day, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // Some take a 30th of February for the 2nd of March.
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  return exists && canBeYear(year) ? `${year}-${month}-${day}` : null
}

/** Whether a year of those that can be typed begins so: nothing does with `18`. */
function canBeYear(begin: string): boolean {
  return Number(begin.padEnd(4, '9')) >= DATE_YEARS.first && Number(begin.padEnd(4, '0')) <= DATE_YEARS.last
}

export const canBeTyped = (digits: string): boolean => canBeYear(digits.slice(4))

const WRITTEN = [
  /^(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-./ ](?<month>\d{1,2})[-./ ](?<year>\d{4})$/,
]

/** The digits of a date as others write it: `2026-05-12`, `12-5-2026`, `12/05/2026`, `12–05–2026`. */
export function digitsIn(text: string): string | null {
  const folded = foldName(text)
  for (const way of WRITTEN) {
    const { day = '', month = '', year = '' } = way.exec(folded)?.groups ?? {}
    if (year && canBeYear(year)) return day.padStart(2, '0') + month.padStart(2, '0') + year
  }
  return null
}

/** Validation flag of a date after blur. */
export const dateFlag = (digits: string): string | undefined => (digits && !dayOf(digits) ? 'invalidDate' : undefined)
