import { ProblemError } from './problem.ts'

/** Who is refused at once asks again at once, and soon there is time for nothing but refusing: so a call waits a while first. */
const WAIT_MS = 1000
const WAITING_FOR_EACH = 10

/** Does a piece of work as soon as there is a place for it, or ends the call. */
export type InPlace = <T>(work: () => Promise<T>) => Promise<T>

/** A semaphore: so many pieces of work at a time; of those that wait, the longest first. */
export function createPlaces(most: number, { waitMs = WAIT_MS, mostWaiting = WAITING_FOR_EACH * most } = {}): InPlace {
  let taken = 0
  const waiting = new Set<() => void>()

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(late)
        waiting.delete(take)
        resolve()
      }
      const late = setTimeout(() => {
        waiting.delete(take)
        reject(new ProblemError('overloaded'))
      }, waitMs)
      waiting.add(take)
    })

  return async (work) => {
    if (taken < most) taken += 1
    else if (waiting.size < mostWaiting) await turn()
    else throw new ProblemError('overloaded')
    try {
      return await work()
    } finally {
      // Who waited longest takes the place over.
      const [first] = waiting
      if (first) first()
      else taken -= 1
    }
  }
}
