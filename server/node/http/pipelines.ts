import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Begins the calls of one connection one after the other, as HTTP/1.1 answers them: a connection has one under way, however many it
 * pipelines, and none is begun while the answer before it is not taken. A connection with more than `most` in line is ended.
 */
export function createPipelines(most: number): (response: ServerResponse, begin: () => void) => void {
  const lines = new WeakMap<Socket, (() => void)[]>()

  return (response, begin) => {
    const { socket } = response.req
    const line = lines.get(socket) ?? []
    lines.set(socket, line)
    if (line.length >= most) {
      stopParsing(socket)
      socket.destroy()
      return
    }
    line.push(begin)
    response.once('close', () => {
      line.shift()
      if (socket.writable) line[0]?.()
    })
    if (line.length === 1) begin()
  }
}

declare module 'node:net' {
  interface Socket {
    /** Node's own, undocumented. */
    parser?: { onIncoming: () => number } | null
  }
}

/**
 * Node parses all that it has read, up to 64 KiB, also of a connection that is destroyed meanwhile: hundreds of calls, which are
 * then aborted one by one. By 2 the parser is told that what follows is not HTTP.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket
  if (parser) parser.onIncoming = () => 2
}
