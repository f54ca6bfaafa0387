import { findRow, getRow } from '#server/db/one-row.ts'
import { DAY_MS } from '#contract/dates.ts'
import { sql } from 'kysely'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { fingerprintOf } from '#server/http/keys.ts'
import type { FormerSecret } from '#server/ports.ts'
import type { GivenSecrets, SecretReadings } from '#server/node/secret.ts'
import { StartError } from '#server/node/start-error.ts'

export interface AcceptedSecrets {
  secret: Uint8Array
  former: FormerSecret | undefined
}

/**
 * Compares the secret with its fingerprint in the database, because a wrong secret would sign everybody out. If there
 * are several readings, the reading with a known fingerprint is used. A secret given together with the former secret
 * replaces it, and the former secret stays valid for a day. Throws a `StartError` for an unknown secret.
 */
export async function acceptSecret(db: Database, given: GivenSecrets, now: Date): Promise<AcceptedSecrets> {
  return await inTransaction(db, async (trx) => {
    await lockRows(trx, 'secret', sql`(select fingerprint from secret)`)
    const [secret, mine] = await knownReading(trx, given.secret)
    await trx
      .insertInto('secret')
      .values({ fingerprint: mine, current: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const known = await getRow(trx, 'secret', { current: 1 }, ['fingerprint'])
    const isLost = given.former === 'lost'
    const [former, formers] =
      given.former === undefined || given.former === 'lost' ? [] : await knownReading(trx, given.former)
    if (known.fingerprint !== mine) {
      if (!isLost && formers !== known.fingerprint) throw new StartError(UNKNOWN)
      // Another server replaced this secret within the last day, so this server may start with it once more.
      const replacedAt = await replacedAtOf(trx, mine)
      const isReplaced = !isLost && replacedAt !== undefined && dayAfter(replacedAt) > now
      if (!isReplaced) await replace(trx, known.fingerprint, mine, now)
      // Signing keys that were encrypted with the lost secret cannot be decrypted any more.
      if (isLost) await trx.deleteFrom('address_key').execute()
    }
    if (former === undefined || formers === undefined) return { secret, former: undefined }
    // A secret without a replacement time is becoming the current secret, or already is; its day starts now.
    const readUntil = dayAfter((await replacedAtOf(trx, formers)) ?? now)
    return { secret, former: { secret: former, readUntil } }
  })
}

/** Returns the reading whose fingerprint is in the database, else the first, with the fingerprint. */
async function knownReading(trx: DatabaseTransaction, readings: SecretReadings): Promise<[Uint8Array, string]> {
  for (const reading of readings) {
    const fingerprint = await fingerprintOf(reading)
    const row = await findRow(trx, 'secret', { fingerprint }, ['fingerprint'])
    if (row) return [reading, fingerprint]
  }
  return [readings[0], await fingerprintOf(readings[0])]
}

const UNKNOWN =
  'TOKEN_SECRET, or token-secret in DATA_DIR where it is not set, is not the one that the database knows, and everybody would be ' +
  'signed out. Give a server beside others their TOKEN_SECRET. Else put the former one back, or set TOKEN_SECRET_FORMER to it; where ' +
  'it is lost, set TOKEN_SECRET_FORMER=lost'

const dayAfter = (time: Date) => new Date(time.getTime() + DAY_MS)

async function replacedAtOf(trx: DatabaseTransaction, fingerprint: string): Promise<Date | undefined> {
  const row = await findRow(trx, 'secret', { fingerprint }, ['replaced_at as replacedAt'])
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
