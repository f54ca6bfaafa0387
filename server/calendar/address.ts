import { type Keeper, createAddressSigner } from '#server/http/address-key.ts'
import { ProblemError } from '#server/http/problem.ts'

export interface CalendarAddresses {
  /** A path: a bearer capability, good until the feed has another id. */
  pathOf(feedId: string): Promise<string>
  /** Throws `not-found` on a wrong signature. */
  verify(feedId: string, signature: string): Promise<void>
}

/** The database alone does not tell an address: it takes the secret as well. */
export function createCalendarAddresses(keeper: Keeper): CalendarAddresses {
  const signer = createAddressSigner(keeper, 'calendar')
  return {
    pathOf: async (feedId) => `/files/calendar/${feedId}/${await signer.sign(feedId)}/dierenportaal.ics`,
    async verify(feedId, signature) {
      if (!(await signer.isSigned(feedId, signature))) throw new ProblemError('not-found')
    },
  }
}
