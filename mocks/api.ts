import { isEmpty, loadDemo } from '#server/demo/load.ts'
import type { Samples } from '#server/demo/samples.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { createApp } from '#server/app.ts'
import { createBackground } from '#server/http/background.ts'
import type { Mail, Passwords, Ports } from '#server/ports.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { memoryFiles } from './files.ts'

/** The real portal API on a database that lasts as long as its host, with the demo practices in it. */
export interface MockApi {
  fetch(request: Request): Response | Promise<Response>
  /** Resolves once nothing is left to do after the answers. */
  idle(): Promise<void>
  db: Database
  /** What would have been sent. */
  mails: Mail[]
}

// Hashing is not what these are for, and costs 36 ms a time.
const passwords: Passwords = {
  hash: (password) => Promise.resolve(`plain:${password}`),
  verify: (password, hash) => Promise.resolve(hash === `plain:${password}`),
}

/** `samples` are asked for where the demo practices are loaded; without them their attachments have no files. */
export async function createMockApi(
  db: Database,
  given: Partial<Ports> & Pick<Ports, 'pdf'>,
  samples: () => Promise<Samples> = async () => new Map(),
): Promise<MockApi> {
  const mails: Mail[] = []
  const ports: Ports = {
    db,
    clock: () => new Date(),
    passwords,
    mail: {
      send(mail) {
        mails.push(mail)
        return Promise.resolve()
      },
    },
    files: memoryFiles(),
    secret: crypto.getRandomValues(new Uint8Array(32)),
    log: () => {},
    settings: { publicUrl: 'http://localhost:3000', allowedOrigins: [], https: false, limits: USUAL_LIMITS },
    ...given,
  }
  await migrate(db, 'sqlite')
  if (await isEmpty(db)) await loadDemo(db, ports, { files: ports.files, samples: await samples() })
  const background = createBackground(ports.log)
  const app = createApp(ports, background)
  return { fetch: (request) => app.fetch(request), idle: background.idle, db, mails }
}
