import { isEmpty, loadDemo } from '#server/db/demo.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { createApp } from '#server/app.ts'
import type { Mail, Passwords, Ports } from '#server/ports.ts'
import { USUAL_LIMITS } from '#server/limits.ts'
import { memoryFiles } from './files.ts'

/** The real portal API on a database that lasts as long as its host, with the demo practices in it. */
export interface MockApi {
  fetch(request: Request): Response | Promise<Response>
  db: Database
  /** What would have been sent. */
  mails: Mail[]
}

// Hashing is not what these are for, and costs 36 ms a time.
const passwords: Passwords = {
  hash: (password) => Promise.resolve(`plain:${password}`),
  verify: (password, hash) => Promise.resolve(hash === `plain:${password}`),
}

export async function createMockApi(db: Database, given: Partial<Ports> = {}): Promise<MockApi> {
  const clock = given.clock ?? (() => new Date())
  await migrate(db, 'sqlite')
  if (await isEmpty(db)) await loadDemo(db, { passwords, clock })
  const mails: Mail[] = []
  const app = createApp({
    db,
    clock,
    passwords,
    mail: {
      send(mail) {
        mails.push(mail)
        return Promise.resolve()
      },
    },
    files: memoryFiles(),
    pdf: async (sheet) => await (await import('#server/pdf/draw.ts')).draw(sheet),
    secret: crypto.getRandomValues(new Uint8Array(32)),
    log: () => {},
    settings: { publicUrl: 'http://localhost:3000', allowedOrigins: [], https: false, limits: USUAL_LIMITS },
    ...given,
  })
  return { fetch: (request) => app.fetch(request), db, mails }
}
