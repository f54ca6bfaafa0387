import type { Call } from '#server/context.ts'
import type { Log } from '#server/ports.ts'
import { outline } from './problem.ts'

/** Encodes texts as the response takes them, so that what was sent is not kept in memory. A failure is logged and breaks the connection. */
export function streamText(c: Call, log: Log, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await texts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        log('error', 'response-failed', { id: c.get('requestId'), ...outline(error) })
        controller.error(new Error('The response could not be completed'))
      }
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
