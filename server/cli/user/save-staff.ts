import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { Staff } from '#contract/user.ts'
import { canonicalUsername } from '#contract/username.ts'
import { CommandError } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'

export interface SavedStaff {
  accountId: string
  isNew: boolean
  hasPassword: boolean
}

/** Upserts a member of staff; a change of practice or role ends their sessions. */
export function saveStaff(
  db: Database,
  { username, practiceId, roles, firstName, lastName, language }: Staff,
  now: Date,
): Promise<SavedStaff> {
  const role = roles.includes('CLINIC_ADMIN') ? 'CLINIC_ADMIN' : 'CLINIC_USER'
  return inTransaction(db, async (trx) => {
    const practice = await trx.selectFrom('practice').select('id').where('id', '=', practiceId).executeTakeFirst()
    if (!practice) throw new CommandError(`There is no practice ${practiceId}.`)
    const known = await trx
      .selectFrom('account')
      .select(['id', 'practice_id', 'staff_role', 'password_hash'])
      .where('username', '=', canonicalUsername(username))
      .executeTakeFirst()
    const given = {
      practice_id: practiceId,
      staff_role: role,
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(language !== undefined && { language }),
    } as const
    if (!known) {
      const accountId = crypto.randomUUID()
      await trx
        .insertInto('account')
        .values({
          id: accountId,
          username: canonicalUsername(username),
          language: DEFAULT_LANGUAGE,
          created_at: now.toISOString(),
          ...given,
        })
        .execute()
      return { accountId, isNew: true, hasPassword: false }
    }
    await trx.updateTable('account').set(given).where('id', '=', known.id).execute()
    if (known.practice_id !== practiceId || known.staff_role !== role)
      await trx.deleteFrom('session').where('account_id', '=', known.id).execute()
    return { accountId: known.id, isNew: false, hasPassword: known.password_hash !== null }
  })
}
