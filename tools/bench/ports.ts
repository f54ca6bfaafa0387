import { sanitiseImage } from '#server/files/images.ts'
import { memoryFiles } from '#mocks/files.ts'
import { createLog } from '#server/node/log.ts'
import { createPasswords } from '#server/node/passwords.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import type { Limits, Ports } from '#server/ports.ts'
import { readSecrets } from '#server/node/secret.ts'
import { openFolder } from './databases.ts'
import { listen } from '#server/node/http/listen.ts'
import type { ServerLimits } from '#server/http/limits.ts'

interface Settings {
  limits: Limits
  publicUrl: string
  /** PostgreSQL URL; undefined for the embedded database of the folder. */
  databaseUrl?: string | undefined
}

/** Returns the server's ports on a data folder, with stubs for mail, files and PDF, which no measurement uses. */
export function portsOn(
  dataDir: string,
  { limits, publicUrl, databaseUrl }: Settings,
  others: Partial<Ports> = {},
): Ports {
  return {
    db: databaseUrl ? openPostgres(databaseUrl) : openFolder(dataDir),
    memoryDatabase: async () => openSqlite(':memory:'),
    clock: () => new Date(),
    passwords: createPasswords(),
    mail: { send: () => Promise.resolve() },
    files: memoryFiles(),
    pdf: async () => new Uint8Array(),
    bundles: { read: async () => 'damaged', draw: async () => new Uint8Array() },
    images: sanitiseImage,
    secret: readSecrets({ dataDir, tokenSecret: undefined, formerTokenSecret: undefined }).secret[0],
    log: createLog().log,
    settings: { publicUrl, allowedOrigins: [], https: false, limits },
    ...others,
  }
}

/** Serves on a free loopback port until SIGTERM, and prints the URL. */
export async function serve(
  name: string,
  fetch: Parameters<typeof listen>[0]['fetch'],
  limits: ServerLimits,
): Promise<void> {
  const { port, drain } = await listen({ fetch, host: '127.0.0.1', port: 0, limits })
  console.log(`${name}: http://127.0.0.1:${port}\n`)
  process.once('SIGTERM', () => void drain().then(() => process.exit(0)))
}
