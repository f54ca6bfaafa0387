import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { momentAfter } from '#contract/dates.ts'

/**
 * Condition that the lease or delay ending at the column's time is over. A time further away than the maximum was
 * written by a server whose clock was ahead, and counts as over.
 */
export const isExpired = (
  column: 'claimed_until' | 'not_before' | 'lease_until',
  { now, maxMs }: { now: Date; maxMs: number },
): RawBuilder<SqlBool> => {
  const end = sql.ref(column)
  return sql<SqlBool>`(${end} is null or ${end} <= ${now.toISOString()} or ${end} > ${momentAfter(now, maxMs)})`
}

interface Queue<Ports> {
  /** Returns the object that identifies the queue: calls with the same object share a drain. */
  queueOf(ports: Ports): object
  /** Processes the queue until it is empty. */
  pass(ports: Ports): Promise<void>
  failed(ports: Ports, error: unknown): void
}

/**
 * Returns a function that drains a queue in this process and never rejects. Overlapping calls are combined into one
 * more pass after the running pass, which finds the items enqueued meanwhile.
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
