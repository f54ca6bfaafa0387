import { type SqlBool, sql } from 'kysely'
import { LETTER_DAYS, letterCode, readLetterCode } from '#contract/letter.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { type ConfirmedAddress, confirmedAddress } from '#server/clients/address-change.ts'
import { accountForAddress, registerByAddress } from '#server/clients/register.ts'
import { lockClientRow, lockClientRows } from '#server/clients/rows.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { randomBytes, sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMail } from '#server/mail/outbox.ts'

const DAY_MS = 86_400_000

/** A letter with its code, of which only the hash is stored. */
export interface MadeLetter {
  client: ClientRow
  code: string
}

/**
 * Makes letters for the clients that are not registered, not locked and have no e-mail address. A new letter ends the
 * former one of its client.
 */
export async function makeLetters(
  trx: DatabaseTransaction,
  { practiceId, clientIds, by, now }: { practiceId: string; clientIds: readonly string[]; by: Actor; now: Date },
): Promise<MadeLetter[]> {
  await lockClientRows(trx, sql`(${sql.join(clientIds)})`)
  const clients = await trx
    .selectFrom('client')
    .selectAll()
    .where('uuid', 'in', clientIds)
    .where('practice_id', '=', practiceId)
    .where('registered', '=', 0)
    .where('locked', '=', 0)
    .where('email', 'is', null)
    .orderBy('sort_name')
    .orderBy('uuid')
    .execute()
  if (clients.length === 0) throw new ProblemError('conflict')
  const letters = clients.map((client) => ({ client, code: letterCode(randomBytes) }))
  const rows = await Promise.all(letters.map(({ client, code }) => rowOf(client.uuid, code, now)))
  await trx
    .insertInto('letter')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('client_uuid').doUpdateSet((row) => ({
        code_hash: row.ref('excluded.code_hash'),
        ends_at: row.ref('excluded.ends_at'),
        account_id: null,
        token_hash: null,
        token_ends_at: null,
      })),
    )
    .execute()
  await writeAudit(trx, { practiceId, by, action: 'letters-made', details: { count: letters.length }, now })
  return letters
}

const rowOf = async (clientId: string, code: string, now: Date) => ({
  client_uuid: clientId,
  code_hash: await sha256(code),
  ends_at: new Date(now.getTime() + LETTER_DAYS * DAY_MS).toISOString(),
  account_id: null,
  token_hash: null,
  token_ends_at: null,
})

/** Returns the id of the client whose letter has this code; undefined for an invalid or expired code. */
export async function clientOfCode(
  db: Database | DatabaseTransaction,
  typed: string,
  now: Date,
): Promise<string | undefined> {
  const code = readLetterCode(typed)
  if (code === undefined) return undefined
  return await letterBy(db, { column: 'code_hash', hash: await sha256(code), now })
}

async function letterBy(
  db: Database | DatabaseTransaction,
  { column, hash, now }: { column: 'code_hash' | 'token_hash'; hash: string; now: Date },
): Promise<string | undefined> {
  const letter = await db
    .selectFrom('letter')
    .innerJoin('client', 'client.uuid', 'letter.client_uuid')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .select('client.uuid')
    .where(`letter.${column}`, '=', hash)
    .where(column === 'code_hash' ? 'letter.ends_at' : 'letter.token_ends_at', '>', now.toISOString())
    .where('client.registered', '=', 0)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .executeTakeFirst()
  return letter?.uuid
}

/** Stores the address that was given for a letter and mails a link to it. A later address replaces it until one is confirmed. */
export async function mailLetterConfirmation(
  trx: DatabaseTransaction,
  { clientId, typed, email, now }: { clientId: string; typed: string; email: string; now: Date },
): Promise<void> {
  const client = await lockClientRow(trx, clientId)
  if (!client || (await clientOfCode(trx, typed, now)) !== clientId) throw new ProblemError('letter-invalid')
  const account = await accountForAddress(trx, { ...client, email }, now)
  await trx
    .updateTable('letter')
    .set({ account_id: account.id, token_hash: null, token_ends_at: null })
    .where('client_uuid', '=', clientId)
    .execute()
  const { practice_id: practiceId } = client
  await queueMail(trx, { kind: 'letter', accountId: account.id, practiceId, details: { clientId }, now })
}

/** Registers the client by the link that was mailed to the given address, and ends the letter. */
export async function registerByLetter(
  trx: DatabaseTransaction,
  { token, now }: { token: string; now: Date },
): Promise<ConfirmedAddress> {
  const hash = await sha256(token)
  const clientId = await letterBy(trx, { column: 'token_hash', hash, now })
  if (clientId === undefined) throw new ProblemError('letter-invalid')
  const client = await lockClientRow(trx, clientId)
  // If two calls come at once, only one finds the letter.
  const used = await trx
    .deleteFrom('letter')
    .where('client_uuid', '=', clientId)
    .where('token_hash', '=', hash)
    .returning('account_id')
    .executeTakeFirst()
  if (client?.registered !== 0 || client.locked === 1 || !used?.account_id) throw new ProblemError('letter-invalid')
  const confirmed = await confirmedAddress(trx, { accountId: used.account_id, practiceId: client.practice_id })
  await registerByAddress(trx, client, { id: used.account_id, username: confirmed.username }, now)
  return confirmed
}

export async function deleteEndedLetters(batching: Batching, now: Date): Promise<void> {
  const where = sql<SqlBool>`ends_at <= ${now.toISOString()}`
  await deleteInBatches(batching, { table: 'letter', key: 'client_uuid', where })
}
