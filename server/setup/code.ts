import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { letterCode, readLetterCode, formatLetterCode } from '#contract/letter.ts'
import { MAX_WRONG_SETUP_CODES, SETUP_CODE_MINUTES } from '#contract/setup.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction, lockSetup } from '#server/db/transaction.ts'
import { randomBytes, sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { hasPractice } from '#server/practice/add.ts'

// A portal without a practice has no account that could sign in. Whoever starts the server gets a one-time code instead,
// with which the first practice and its admin are added. Each start makes a code, so that servers of one database do not
// end each other's.

/** Returns a new code for a portal without a practice; undefined if there is one. */
export async function createSetupCode(db: Database, now: Date): Promise<{ code: string; endsAt: string } | undefined> {
  if (await hasPractice(db)) return undefined
  const code = letterCode(randomBytes)
  const endsAt = momentAfter(now, SETUP_CODE_MINUTES * 60_000)
  const row = { code_hash: await sha256(code), admin_id: crypto.randomUUID(), ends_at: endsAt }
  return await inTransaction(db, async (trx) => {
    await lockSetup(trx)
    if (await hasPractice(trx)) return undefined
    await trx.insertInto('setup_code').values(row).execute()
    return { code: formatLetterCode(code), endsAt }
  })
}

const hashOf = (typed: string) => sha256(readLetterCode(typed) ?? typed)

/**
 * Returns the id of the account that the code makes. Throws `already-set-up` and `setup-code-invalid`. A wrong code
 * counts against all codes. A code that has ended does not count, because it may be in a former address.
 */
export async function checkSetupCode(db: Database, typed: string, now: Date): Promise<string> {
  const hash = await hashOf(typed)
  const row = await db.selectFrom('setup_code').selectAll().where('code_hash', '=', hash).executeTakeFirst()
  // Read after the code: a set-up that has ended meanwhile deleted the code.
  if (await hasPractice(db)) throw new ProblemError('already-set-up')
  if (row && row.ends_at > now.toISOString() && row.wrong < MAX_WRONG_SETUP_CODES) return row.admin_id
  if (!row && typed !== '')
    await db
      .updateTable('setup_code')
      .set((each) => ({ wrong: each('wrong', '+', 1) }))
      .where('wrong', '<', MAX_WRONG_SETUP_CODES)
      .execute()
  throw new ProblemError('setup-code-invalid')
}

/** Deletes codes that ended a day ago. Until then their former holders are told so without a wrong code being counted. */
export async function deleteOldSetupCodes({ db }: { db: Database }, now: Date): Promise<void> {
  await db.deleteFrom('setup_code').where('ends_at', '<', momentAfter(now, -DAY_MS)).execute()
}
