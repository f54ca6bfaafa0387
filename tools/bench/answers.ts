import type { Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

/** Tells the head of every whole answer. Answers say how long they are, or have no body. */
export function readAnswers(socket: Socket, answered: (head: string) => void): void {
  let head: Buffer | undefined
  let text = ''
  let missing = 0
  socket.on('data', (chunk) => {
    let bytes: Buffer = chunk
    while (bytes.length > 0) {
      if (missing === 0) {
        if (head) bytes = Buffer.concat([head, bytes])
        const end = bytes.indexOf(HEAD_END)
        head = end < 0 ? bytes : undefined
        if (end < 0) return
        text = bytes.toString('latin1', 0, end)
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
        bytes = bytes.subarray(end + HEAD_END.length)
      }
      const taken = Math.min(missing, bytes.length)
      missing -= taken
      bytes = bytes.subarray(taken)
      if (missing === 0) answered(text)
    }
  })
}

export function requestBytes(host: string, port: number, path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: `${host}:${port}`, accept: 'application/json', ...headers })
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}
