import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

// A practice sees the name that it typed itself, unless the person chose a name, which holds everywhere. The name in the account's
// row is otherwise that of the practice that invited the address first, which concerns no other practice.

type Db = Database | DatabaseTransaction

export interface PersonName {
  username: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

export const nameOf = ({ username, firstName, lastName }: PersonName): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username

type NameColumn = 'first_name' | 'last_name'

/** Name of an account `a` at a practice, with its row `n` of `staff_name` there, if any. */
export const nameAtPractice = (column: NameColumn, practiceId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when a.own_name = 1 or (n.account_id is null and a.practice_id = ${practiceId})
    then ${sql.ref(`a.${column}`)} else ${sql.ref(`n.${column}`)} end`

/** Names of accounts as a practice knows them; null where it has typed none. */
export async function namesAt(
  db: Db,
  practiceId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, PersonName>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<PersonName & { id: string }>`
    select a.id, a.username, ${nameAtPractice('first_name', sql`${practiceId}`)} as "firstName",
      ${nameAtPractice('last_name', sql`${practiceId}`)} as "lastName"
    from account a left join staff_name n on n.account_id = a.id and n.practice_id = ${practiceId}
    where a.id in (${sql.join(accountIds)})`.execute(db)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** Name of an account as a practice knows it, or else its user name. */
export async function nameAt(
  db: Db,
  practiceId: string,
  { accountId, username }: { accountId: string; username: string },
): Promise<string> {
  return nameOf((await namesAt(db, practiceId, [accountId])).get(accountId) ?? { username })
}

/** Saves the name as a practice typed it. */
export async function saveName(
  trx: Db,
  {
    accountId,
    practiceId,
    firstName = null,
    lastName = null,
  }: Omit<PersonName, 'username'> & {
    accountId: string
    practiceId: string
  },
): Promise<void> {
  const names = { first_name: firstName, last_name: lastName }
  await trx
    .insertInto('staff_name')
    .values({ account_id: accountId, practice_id: practiceId, ...names })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(names))
    .execute()
}
