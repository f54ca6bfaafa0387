import type { ClientListItem } from '#contract/schemas/client.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'

/** Of what was searched only: the index of the lists does not hold them. */
export async function withTelephones(db: Database, clients: ClientListItem[]): Promise<ClientListItem[]> {
  if (clients.length === 0) return clients
  const rows = await db
    .selectFrom('client')
    .select(['uuid', 'phone', 'mobile'])
    .where(
      'uuid',
      'in',
      clients.map(({ uuid }) => uuid),
    )
    .execute()
  const byClient = new Map(rows.map(({ uuid, phone, mobile }) => [uuid, present({ phone, mobile })]))
  return clients.map((client) => ({ ...client, ...byClient.get(client.uuid) }))
}
