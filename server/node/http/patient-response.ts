import { type IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/** Bytes of a rejected body that are read after its response. */
const MAX_REST_BYTES = 64 * 1024 * 1024

/**
 * Response that is sent at once, but ends only after the request has arrived. Node and Hono would close the connection
 * of a rejected body that is still arriving. The kernel then resets the connection, and a proxy that is still sending
 * loses the response and answers 502. `endSlowPeers` limits the time.
 */
export class PatientResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
  override end(...args: unknown[]): this {
    const { req } = this
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passes the arguments of any overload on
    const end = () => super.end(...(args as [() => void]))
    if (req.complete || req.destroyed || this.writableEnded) return end()
    const [chunk] = args
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(args.shift())
    else this.flushHeaders()
    discard(req)
    finished(req, { writable: false }, () => void end())
    return this
  }
}

function discard(request: IncomingMessage): void {
  let received = 0
  // A reader of the body would pause the request as soon as its own buffer is full.
  request.removeAllListeners('data')
  request.on('data', (chunk: Uint8Array) => {
    received += chunk.length
    if (received > MAX_REST_BYTES) request.socket.destroy()
  })
  request.resume()
}
