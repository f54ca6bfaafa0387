import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { DATE_YEARS } from '#src/lib/constants.ts'
import type { IsoDate } from '#contract/dates.ts'
import { foldName } from '#contract/fold-name.ts'

dayjs.extend(customParseFormat)

/** Format of a date while it is typed: its digits in the order of the mask. */
const DIGITS = 'DDMMYYYY'

export const digitsOf = (date: IsoDate | null): string => (date === null ? '' : dayjs(date).format(DIGITS))

/** Parses the typed digits `DDMMYYYY`. Returns null for incomplete digits or a date that does not exist. */
export function dayOf(digits: string): IsoDate | null {
  const day = dayjs(digits, DIGITS, true)
  return day.isValid() && canBeYear(digits.slice(4)) ? day.format('YYYY-MM-DD') : null
}

/** Whether a year that can be typed begins with these digits; no such year begins with `18`. */
function canBeYear(begin: string): boolean {
  return Number(begin.padEnd(4, '9')) >= DATE_YEARS.first && Number(begin.padEnd(4, '0')) <= DATE_YEARS.last
}

export const canBeTyped = (digits: string): boolean => canBeYear(digits.slice(4))

const WRITTEN = [
  /^(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-./ ](?<month>\d{1,2})[-./ ](?<year>\d{4})$/,
]

/** Returns the digits of a pasted date: `2026-05-12`, `12-5-2026`, `12/05/2026`, `12–05–2026`. */
export function digitsIn(text: string): string | null {
  const folded = foldName(text)
  for (const pattern of WRITTEN) {
    const { day = '', month = '', year = '' } = pattern.exec(folded)?.groups ?? {}
    if (year && canBeYear(year)) return day.padStart(2, '0') + month.padStart(2, '0') + year
  }
  return null
}

/** Validation flag of a date after blur. */
export const dateFlag = (digits: string): string | undefined => (digits && !dayOf(digits) ? 'invalidDate' : undefined)
