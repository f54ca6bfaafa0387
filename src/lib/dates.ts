import dayjs from 'dayjs'
import type { IsoDate } from '#contract/fields.ts'
import { presentAt } from './clock.ts'
import { portalState } from './store.ts'

export type { IsoDate }

/** The present by the server's clock, since that of a device may be wrong by days. */
export const now = (): Date => presentAt(portalState().clockOffset)

/** Today by the server's clock, in this device's time zone. */
export const today = (): IsoDate => dayjs(now()).format('YYYY-MM-DD')

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  // Rounded, since a day on which the clock is put back has 25 hours.
  return Math.round(dayjs(to).startOf('day').diff(dayjs(from).startOf('day'), 'hour') / 24)
}

/** `YYYY-MM` of a day. */
export const monthOf = (date: IsoDate): string => date.slice(0, 7)

/** The month so many months after another, both as `YYYY-MM`. */
export const addMonths = (month: string, count: number): string =>
  dayjs(`${month}-01`).add(count, 'month').format('YYYY-MM')

/** A calendar day as a Date at its local midnight, for `Intl`, which would read the bare text as UTC. */
export const asDate = (date: IsoDate): Date => dayjs(date).toDate()
