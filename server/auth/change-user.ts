import type { UserChange } from '#contract/schemas/user.ts'
import type { Language } from '#contract/languages.ts'
import { nameOf, writeAudits } from '#server/access-log/write.ts'
import type { Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { holdAccountOf, workplacesOf } from './queries.ts'

interface Changed {
  language: Language
  firstName: string | null
  lastName: string | null
}

/** What one says of oneself; names that are left out stay. Another name of staff is told to each practice where they work. */
export async function changeUser(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId, username }: Pick<Identity, 'accountId' | 'username'>,
  { language, firstName, lastName }: UserChange,
): Promise<Changed> {
  return await inTransaction(db, async (trx) => {
    await holdAccountOf(trx, accountId)
    const account = trx.selectFrom('account').where('id', '=', accountId)
    const former = await account.select(['first_name as firstName', 'last_name as lastName']).executeTakeFirstOrThrow()
    const changed = await trx
      .updateTable('account')
      .set({
        language,
        ...(firstName !== undefined && { first_name: firstName.trim() || null }),
        ...(lastName !== undefined && { last_name: lastName.trim() || null }),
      })
      .where('id', '=', accountId)
      .returning(['language', 'first_name as firstName', 'last_name as lastName'])
      .executeTakeFirstOrThrow()
    const names = { from: nameOf({ username, ...former }), to: nameOf({ username, ...changed }) }
    if (names.from !== names.to) {
      const by = { accountId, username, ...former }
      const workplaces = await workplacesOf(trx, accountId)
      const now = clock()
      await writeAudits(
        trx,
        workplaces.map(({ practiceId }) => ({ practiceId, by, action: 'renamed', details: { names }, now })),
      )
    }
    return changed
  })
}
