import { findRow } from '#server/db/one-row.ts'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { sql } from 'kysely'
import type { ShareLink } from '#contract/schemas/share-link.ts'
import { type CardPart, MAX_SHARE_LINKS, SHARE_LINK_DAYS } from '#contract/share-link.ts'
import { writeAudit, writeAudits } from '#server/access-log/write.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { ClientRow, Database, DatabaseTransaction, SharedCardTable } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { parseStored } from '#server/db/stored.ts'

const SECRET_BYTES = 24

/** Returns the share links of an owner that have not expired, the newest first. */
export async function listShareLinks(
  db: Database,
  { clientId, accountId, now }: { clientId: string; accountId: string; now: Date },
): Promise<ShareLink[]> {
  const rows = await db
    .selectFrom('shared_card')
    .selectAll()
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .where('ends_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute()
  return rows.map(cardOf)
}

interface NewShareLinkFields {
  client: ClientRow
  accountId: string
  patientId: string
  parts: readonly CardPart[]
  note: string | undefined
  now: Date
}

/** Creates a share link. Throws `not-found` for another client's animal, `conflict` at the maximum number of links. */
export async function createShareLink(
  trx: DatabaseTransaction,
  fields: NewShareLinkFields,
): Promise<ShareLink & { secret: string }> {
  const { client, accountId, patientId, parts, note, now } = fields
  // Prevents two concurrent calls from exceeding the maximum.
  await lockClientRow(trx, client.uuid)
  const patient = await findRow(trx, 'patient', { uuid: patientId.toLowerCase(), client_uuid: client.uuid }, ['uuid'])
  if (!patient) throw new ProblemError('not-found')
  const { live } = await trx
    .selectFrom('shared_card')
    .select((row) => row.fn.countAll<number>().as('live'))
    .where('client_uuid', '=', client.uuid)
    .where('account_id', '=', accountId)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (Number(live) >= MAX_SHARE_LINKS) throw new ProblemError('conflict')
  const secret = randomText(SECRET_BYTES)
  const row: SharedCardTable = {
    uuid: crypto.randomUUID(),
    client_uuid: client.uuid,
    account_id: accountId,
    patient_uuid: patient.uuid,
    secret_hash: await sha256(secret),
    parts: JSON.stringify([...new Set(parts)]),
    note: note?.trim() || null,
    created_at: now.toISOString(),
    ends_at: momentAfter(now, SHARE_LINK_DAYS * DAY_MS),
    opened_at: null,
  }
  await trx.insertInto('shared_card').values(row).execute()
  await writeAudit(trx, { practiceId: client.practice_id, action: 'card-shared', client, now })
  return { ...cardOf(row), secret }
}

/** Revokes a share link. Throws `not-found` if it does not exist. */
export async function revokeShareLink(
  trx: DatabaseTransaction,
  { client, cardId, now }: { client: ClientRow; cardId: string; now: Date },
): Promise<void> {
  const revoked = await trx
    .deleteFrom('shared_card')
    .where('uuid', '=', cardId.toLowerCase())
    .where('client_uuid', '=', client.uuid)
    .returning('uuid')
    .executeTakeFirst()
  if (!revoked) throw new ProblemError('not-found')
  await writeAudit(trx, { practiceId: client.practice_id, action: 'card-revoked', client, now })
}

/** Revokes all share links of an account. Returns whether any had not expired. */
export async function revokeShareLinksOf(trx: DatabaseTransaction, accountId: string, now: Date): Promise<boolean> {
  const clients = await trx
    .selectFrom('client')
    .innerJoin('shared_card as card', 'card.client_uuid', 'client.uuid')
    .selectAll('client')
    .where('card.account_id', '=', accountId)
    .where('card.ends_at', '>', now.toISOString())
    .orderBy('card.created_at')
    .execute()
  await trx.deleteFrom('shared_card').where('account_id', '=', accountId).execute()
  await writeAudits(
    trx,
    clients.map((client) => ({ practiceId: client.practice_id, action: 'card-revoked', client, now })),
  )
  return clients.length > 0
}

export async function deleteEndedShareLinks(batching: Batching, now: Date): Promise<void> {
  await deleteInBatches(batching, { table: 'shared_card', key: 'uuid', where: sql`ends_at <= ${now.toISOString()}` })
}

function cardOf({ uuid, patient_uuid, parts, note, created_at, ends_at, opened_at }: SharedCardTable): ShareLink {
  return {
    uuid,
    patientUuid: patient_uuid,
    parts: parseStored('cardParts', parts) ?? [],
    ...(note !== null && { note }),
    createdAt: created_at,
    endsAt: ends_at,
    ...(opened_at !== null && { openedAt: opened_at }),
  }
}
