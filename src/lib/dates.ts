import { type IsoDate, LAST_DAY, calendarDay } from '#contract/dates.ts'
import { presentAt } from './token.ts'
import { portalState } from './store.ts'

/** Returns the current time by the server's clock, because the clock of a device may be wrong by days. */
export const now = (): Date => presentAt(portalState().clockOffset)

/** Returns the current date by the server's clock, in the time zone of the device. */
export const today = (): IsoDate => calendarDay(now().toISOString()) ?? LAST_DAY

/** Returns local midnight of a calendar day, for `Intl`: `Date` would parse the bare text as UTC. */
export const asDate = (date: IsoDate): Date => new Date(`${date}T00:00`)
