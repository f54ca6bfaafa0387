import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { fingerprintOf } from '#server/http/keyring.ts'
import type { FormerSecret } from '#server/ports.ts'
import type { GivenSecrets } from './secret.ts'
import { StartError } from './start-error.ts'

const DAY_MS = 86_400_000

/**
 * Holds the secret against its fingerprint in the database, so that another one is no wave of sign-outs. One that comes with the
 * former takes its place; the former is read for a day. Throws a `StartError` for one that the database does not know.
 */
export async function acceptSecret(
  db: Database,
  { secret, former }: GivenSecrets,
  now: Date,
): Promise<FormerSecret | undefined> {
  const mine = await fingerprintOf(secret)
  const formers = former instanceof Uint8Array ? await fingerprintOf(former) : former
  const readUntil = await inTransaction(db, async (trx) => {
    await trx
      .insertInto('secret')
      .values({ fingerprint: mine, current: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const known = await trx
      .selectFrom('secret')
      .select('fingerprint')
      .where('current', '=', 1)
      .executeTakeFirstOrThrow()
    if (known.fingerprint !== mine) {
      if (formers !== 'lost' && formers !== known.fingerprint) throw new StartError(UNKNOWN)
      // Another server has replaced it already; this one starts once more with what it knows.
      const replacedAt = await replacedAtOf(trx, mine)
      const isReplaced = formers !== 'lost' && replacedAt !== undefined && dayAfter(replacedAt) > now
      if (!isReplaced) await replace(trx, known.fingerprint, mine, now)
      // These cannot be opened any more.
      if (formers === 'lost') await trx.deleteFrom('address_key').execute()
    }
    if (formers === undefined || formers === 'lost') return undefined
    // One that was not replaced is going to be the next, or is so already, and is read from now on.
    return dayAfter((await replacedAtOf(trx, formers)) ?? now)
  })
  return former instanceof Uint8Array && readUntil ? { secret: former, readUntil } : undefined
}

const UNKNOWN =
  'TOKEN_SECRET is not the one that the database knows, and everybody would be signed out. ' +
  'Put that one back, or set TOKEN_SECRET_FORMER to it; where it is lost, set TOKEN_SECRET_FORMER=lost'

const dayAfter = (time: Date) => new Date(time.getTime() + DAY_MS)

async function replacedAtOf(trx: DatabaseTransaction, fingerprint: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('secret')
    .select('replaced_at as replacedAt')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.replacedAt ? new Date(row.replacedAt) : undefined
}

async function replace(trx: DatabaseTransaction, former: string, next: string, now: Date): Promise<void> {
  await trx
    .updateTable('secret')
    .set({ current: null, replaced_at: now.toISOString() })
    .where('fingerprint', '=', former)
    .execute()
  const row = { current: 1, replaced_at: null }
  await trx
    .insertInto('secret')
    .values({ fingerprint: next, ...row })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(row))
    .execute()
}
