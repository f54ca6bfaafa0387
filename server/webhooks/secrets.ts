import { decodeBase64, encodeBase64 } from 'hono/utils/encode'
import type { Database } from '#server/db/schema.ts'
import { hmacKey, randomBytes, type Secrets } from '#server/http/keys.ts'
import { createSealer } from '#server/http/sealer.ts'

// Secrets and signatures of Standard Webhooks (standardwebhooks.com), version 1.

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

export const createWebhookSealer = (secrets: Secrets) => createSealer(secrets, 'webhook secrets')

export const makeSecret = (): string => PREFIX + encodeBase64(randomBytes(SECRET_BYTES).buffer)

/** Returns the headers of a message, with a signature by each secret. */
export async function signedHeaders(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: Date },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const key = await hmacKey(decodeBase64(secret.slice(PREFIX.length)))
      return `v1,${encodeBase64(await crypto.subtle.sign('HMAC', key, content))}`
    }),
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Encrypts the secrets of endpoints with the current secret of the server, after that was replaced. */
export async function resealWebhooks({ db, ...secrets }: Secrets & { db: Database }): Promise<void> {
  const sealer = createWebhookSealer(secrets)
  const rows = await db.selectFrom('webhook_endpoint').select(['id', 'secret', 'former_secret']).execute()
  for (const { id, secret, former_secret: former } of rows) {
    for (const [column, sealed] of [
      ['secret', secret],
      ['former_secret', former],
    ] as const) {
      const opened = sealed !== null && !(await sealer.isCurrent(sealed)) && (await sealer.open(sealed, id))
      if (opened)
        await db
          .updateTable('webhook_endpoint')
          .set({ [column]: await sealer.seal(opened, id) })
          .where('id', '=', id)
          .where(column, '=', sealed)
          .execute()
    }
  }
}
