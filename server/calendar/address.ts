import { type Secrets, createKeyring, keyOf } from '#server/http/keyring.ts'
import { sign } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'

export interface CalendarAddresses {
  /** A path: a bearer capability, good until the feed has another id. */
  pathOf(feedId: string): Promise<string>
  /** Throws `not-found` on a wrong signature. */
  verify(feedId: string, signature: string): Promise<void>
}

/** The database alone does not tell an address: it takes the secret as well. */
export function createCalendarAddresses(secrets: Secrets): CalendarAddresses {
  const keyring = createKeyring(secrets, 'calendar')
  return {
    async pathOf(feedId) {
      const { key } = await keyring.current
      return `/files/calendar/${feedId}/${await sign(key, feedId)}/dierenportaal.ics`
    },
    async verify(feedId, signature) {
      if (!(await keyOf(keyring, signature, feedId))) throw new ProblemError('not-found')
    },
  }
}
