import type { UserChange } from '#contract/schemas/user.ts'
import type { Language } from '#contract/languages.ts'
import { type AuditEvent, writeAudits } from '#server/access-log/write.ts'
import type { Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { nameAt } from '#server/memberships/members.ts'
import { lockAccount, workplacesOf } from './queries.ts'

interface Changed {
  language: Language
  firstName: string | null
  lastName: string | null
}

/**
 * Changes the language and the name of an account; an absent name stays.
 * A given name is the person's own choice, which every practice shows afterwards. The audit trail of a practice
 * records a name that differs from the former name there.
 */
export async function changeUser(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  by: Pick<Identity, 'accountId' | 'username'>,
  { language, firstName, lastName }: UserChange,
): Promise<Changed> {
  return await inTransaction(db, async (trx) => {
    const { accountId } = by
    await lockAccount(trx, accountId)
    const isNamed = firstName !== undefined || lastName !== undefined
    const workplaces = isNamed ? await workplacesOf(trx, accountId) : []
    const former = new Map<string, string>()
    for (const { practiceId } of workplaces) former.set(practiceId, await nameAt(trx, practiceId, by))
    const changed = await trx
      .updateTable('account')
      .set({
        language,
        ...(firstName !== undefined && { first_name: firstName.trim() || null }),
        ...(lastName !== undefined && { last_name: lastName.trim() || null }),
        ...(isNamed && { own_name: 1 as const }),
      })
      .where('id', '=', accountId)
      .returning(['language', 'first_name as firstName', 'last_name as lastName'])
      .executeTakeFirstOrThrow()
    const events: AuditEvent[] = []
    for (const [practiceId, from] of former) {
      const to = await nameAt(trx, practiceId, by)
      if (from !== to)
        events.push({ practiceId, by, action: 'renamed', details: { names: { from, to } }, now: clock() })
    }
    await writeAudits(trx, events)
    return changed
  })
}
