import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

// A constant, because knip takes a literal for a command of a package.
const OPENSSL = 'openssl'

export interface Received {
  from: string
  to: string[]
  user: string | undefined
  encrypted: boolean
  /** Time of receipt, by `performance.now()`. */
  at: number
  mail: Email
}

export type MailServer = Awaited<ReturnType<typeof mailServer>>

export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    // A reverse lookup of the loopback address may take long.
    disableReverseLookup: true,
    // The server would log a warning about its built-in test certificate.
    logger: false,
    onData: (stream, session, callback) =>
      void (async () => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer)
        } catch {
          // The sender closed the connection.
          return
        }
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          encrypted: session.secure,
          at: performance.now(),
          mail: await PostalMime.parse(Buffer.concat(chunks)),
        })
        server.emit('received', received.at(-1))
        callback()
      })(),
    ...options,
  })
  // The server emits an error if a client rejects the certificate.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    next: async () => ((await once(server, 'received')) as [Received])[0],
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connection: () => once(server, 'connection'),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export const withLogin = (user: string, password: string): SMTPServerOptions => ({
  authOptional: false,
  onAuth: (auth, _, callback) =>
    auth.username === user && auth.password === password ? callback(null, { user }) : callback(new Error('wrong')),
})

export const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Returns a self-signed certificate for 127.0.0.1, or undefined without openssl. */
export function selfSigned(): { key: string; cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'portal-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1'
  try {
    const more = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert]
    execFileSync(OPENSSL, ['req', ...options.split(' '), ...more], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
