import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { momentAfter } from '#contract/dates.ts'

/**
 * Whether the lease or the delay whose end is in this column is over. One that ends later than the longest can was written by a
 * clock that was ahead, and is over as well.
 */
export const isExpired = (
  column: 'claimed_until' | 'not_before' | 'lease_until',
  { now, longestMs }: { now: Date; longestMs: number },
): RawBuilder<SqlBool> => {
  const end = sql.ref(column)
  return sql<SqlBool>`(${end} is null or ${end} <= ${now.toISOString()} or ${end} > ${momentAfter(now, longestMs)})`
}

interface Queue<Ports> {
  /** What calls have in common that drain the same queue. */
  queueOf(ports: Ports): object
  /** Takes from the queue until it is empty. */
  pass(ports: Ports): Promise<void>
  failed(ports: Ports, error: unknown): void
}

/**
 * Drains a queue in this process; never rejects. Overlapping calls are coalesced into one more pass after the running one, which
 * finds what was enqueued meanwhile.
 */
export function createDrain<Ports>({ queueOf, pass, failed }: Queue<Ports>): (ports: Ports) => Promise<void> {
  const draining = new WeakMap<object, { again: boolean; done: Promise<void> }>()

  return (ports) => {
    const queue = queueOf(ports)
    const running = draining.get(queue)
    if (running) {
      running.again = true
      return running.done
    }
    const drain = { again: true, done: Promise.resolve() }
    draining.set(queue, drain)
    drain.done = (async () => {
      try {
        while (drain.again) {
          drain.again = false
          await pass(ports)
        }
      } catch (error) {
        failed(ports, error)
      } finally {
        draining.delete(queue)
      }
    })()
    return drain.done
  }
}
