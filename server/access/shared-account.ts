import { displayName } from '#contract/names.ts'
import { canonicalUsername } from '#contract/email.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'

// Several clients of a practice may share an account: a couple, or a farmer's private and business records.

export interface NamedClient {
  uuid: string
  name: string
}

const NAMED = 12
const NAMES = [
  'client.uuid',
  'client.company_name',
  'client.call_name',
  'client.first_name',
  'client.last_name',
] as const

type NamesRow = Pick<ClientRow, 'uuid' | 'company_name' | 'call_name' | 'first_name' | 'last_name'>

export const nameOfRow = (row: Omit<NamesRow, 'uuid'>): string =>
  displayName({
    companyName: row.company_name ?? undefined,
    callName: row.call_name ?? undefined,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name,
  })

const registeredOf = (db: Database, { accountId, practiceId }: { accountId: string; practiceId: string }) =>
  db
    .selectFrom('client')
    .select(NAMES)
    .where('client.account_id', '=', accountId)
    .where('client.practice_id', '=', practiceId)
    .where('client.registered', '=', 1)
    .orderBy('client.sort_name')
    .orderBy('client.uuid')

/**
 * Returns, for staff, the other registered clients of the practice that share the client's account. A client
 * without an account counts by its e-mail address.
 */
export async function clientsWithSameAccount(db: Database, client: ClientRow): Promise<NamedClient[]> {
  const { uuid, practice_id: practiceId } = client
  const accountId = client.account_id ?? (await accountOfAddress(db, client.email))
  if (accountId === undefined) return []
  const rows = await registeredOf(db, { accountId, practiceId }).where('client.uuid', '<>', uuid).limit(NAMED).execute()
  return rows.map((row) => ({ uuid: row.uuid, name: nameOfRow(row) }))
}

async function accountOfAddress(db: Database, email: string | null): Promise<string | undefined> {
  const username = canonicalUsername(email ?? '')
  if (!username) return undefined
  return (await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst())?.id
}

/** Returns the name of a client if its account has further clients at the practice; otherwise undefined. */
export async function nameAmongOwn(
  db: Database,
  { uuid, accountId, practiceId }: { uuid: string; accountId: string; practiceId: string },
): Promise<string | undefined> {
  const own = await registeredOf(db, { accountId, practiceId }).execute()
  const row = own.find((each) => each.uuid === uuid)
  return row && own.length > 1 ? nameOfRow(row) : undefined
}
