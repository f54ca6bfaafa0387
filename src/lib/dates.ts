import { type IsoDate, LAST_DAY, calendarDay } from '#contract/dates.ts'
import { presentAt } from './token.ts'
import { portalState } from './store.ts'

/** The present by the server's clock, since that of a device may be wrong by days. */
export const now = (): Date => presentAt(portalState().clockOffset)

/** Today by the server's clock, in this device's time zone. */
export const today = (): IsoDate => calendarDay(now().toISOString()) ?? LAST_DAY

/** A calendar day as a Date at its local midnight, for `Intl`, which would read the bare text as UTC. */
export const asDate = (date: IsoDate): Date => new Date(`${date}T00:00`)
