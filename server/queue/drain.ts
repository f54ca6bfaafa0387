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
