import type { DatabaseTransaction, PaidAccount, PracticeTable } from '#server/db/schema.ts'
import { tellAdmins } from './tell-admins.ts'

type Row = Pick<PracticeTable, 'iban' | 'account_holder'>

export const paidAccount = ({ iban, account_holder: holder }: Row): PaidAccount => ({ iban, holder })

/** Tells the admins of a practice what clients paid to, and what they pay to now. */
export async function tellMoved(
  trx: DatabaseTransaction,
  { practiceId, former, by, now }: { practiceId: string; former: PaidAccount; by?: string; now: Date },
): Promise<void> {
  const present = paidAccount(
    await trx
      .selectFrom('practice')
      .select(['iban', 'account_holder'])
      .where('id', '=', practiceId)
      .executeTakeFirstOrThrow(),
  )
  if (present.iban === former.iban && present.holder === former.holder) return
  const details = { former, present, ...(by !== undefined && { by }) }
  await tellAdmins(trx, { kind: 'account-number-changed', practiceId, details, now })
}
