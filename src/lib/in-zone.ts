import { ZONE } from '#contract/zone.ts'

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })

/** What the calendar and the clock of the practice say: `YYYY-MM-DD HH:MM`. */
const wallClock = (at: number) => clock.format(at)

/** Of a day and a time of the practice; undefined where the clock skips that time, or one of them is none. */
export function momentInZone(day: string, time: string): string | undefined {
  const wanted = `${day} ${time}`
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  // Before a night in which the clock is put back first: of the hour that comes twice the first.
  const at = [asUtc - 24 * 3_600_000, asUtc]
    .map((near) => asUtc - (Date.parse(`${wallClock(near).replace(' ', 'T')}:00Z`) - near))
    .find((moment) => wallClock(moment) === wanted)
  return at === undefined ? undefined : new Date(at).toISOString()
}
