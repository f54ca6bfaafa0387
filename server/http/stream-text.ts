import type { Call } from '#server/context.ts'
import type { Log } from '#server/ports.ts'
import { withoutMessage } from './problem.ts'

/**
 * Streams texts or bytes at the pace of the client, so that sent parts can be freed. A failure is logged and breaks the
 * connection.
 */
export function streamText(c: Call, log: Log, pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      } catch (error) {
        log('error', 'response-failed', { id: c.get('requestId'), ...withoutMessage(error) })
        controller.error(new Error('The response could not be completed'))
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
