import { isEmpty, loadDemo } from '#server/demo/load.ts'
import type { Samples } from '#server/demo/load.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { createApp } from '#server/app.ts'
import { createBackground } from '#server/http/background.ts'
import type { Imports, Mail, Passwords, Ports } from '#server/ports.ts'
import { sanitiseImage } from '#server/files/images.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { memoryFiles } from './files.ts'

/** Portal API on a given database, seeded with demo data. */
export interface MockApi {
  fetch(request: Request): Response | Promise<Response>
  /** Resolves once the background work has ended. */
  idle(): Promise<void>
  db: Database
  mails: Mail[]
}

// Real hashing would take 36 ms.
const passwords: Passwords = {
  hash: (password) => Promise.resolve(`plain:${password}`),
  verify: (password, hash) => Promise.resolve(hash === `plain:${password}`),
}

/** `samples` loads the files of the demo's attachments; called only if the database is empty. Without `openImports` the API accepts no exports. */
export async function createMockApi(
  db: Database,
  given: Partial<Ports> & Pick<Ports, 'pdf' | 'bundles' | 'memoryDatabase'>,
  samples: () => Promise<Samples> = async () => new Map(),
  openImports?: (ports: Ports) => Imports,
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
    // No page of the demo or of a test sends anything to another system.
    webhooks: { rejectionOf: async () => undefined, post: async () => ({ status: 204, excerpt: '', ms: 12 }) },
    images: sanitiseImage,
    secret: crypto.getRandomValues(new Uint8Array(32)),
    log: () => {},
    settings: {
      publicUrl: 'http://localhost:3000',
      relyingParty: { id: 'localhost', origin: 'http://localhost:3000' },
      allowedOrigins: [],
      https: false,
      limits: USUAL_LIMITS,
    },
    ...given,
  }
  if (openImports) ports.imports = openImports(ports)
  await migrate(db, 'sqlite')
  if (await isEmpty(db)) await loadDemo(db, ports, { files: ports.files, samples: await samples() })
  const background = createBackground(ports.log)
  const app = createApp(ports, background)
  return { fetch: (request) => app.fetch(request), idle: background.idle, db, mails }
}
