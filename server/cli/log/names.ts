import type { Database } from '#server/db/schema.ts'
import { createAttemptKeys } from '#server/auth/attempts.ts'
import { createPseudonyms } from '#server/http/pseudonym.ts'

/** Pseudonym of a person in a field of the log. */
export interface Name {
  /** `account` or `address`, or `hash` followed by the kind of counter. */
  field: string
  hash: string
  subject: string
}

const BATCH_SIZE = 1000

/** Yields the hashes of the account with a user name, or of all accounts, with their passkeys and sessions. */
export async function* namesOfAccounts(
  secret: Uint8Array,
  { db, username }: { db: Database; username: string | undefined },
): AsyncGenerator<Name> {
  const [keyOf, pseudonymOf] = [createAttemptKeys({ secret }), createPseudonyms({ secret })]
  let after = ''
  for (;;) {
    let page = db
      .selectFrom('account')
      .select(['id', 'username'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
    if (username !== undefined) page = page.where('username', '=', username)
    const accounts = await page.execute()
    if (accounts.length === 0) return
    const ids = accounts.map(({ id }) => id)
    const passkeys = await db
      .selectFrom('passkey')
      .select(['account_id as accountId', 'credential_id as of'])
      .where('account_id', 'in', ids)
      .execute()
    const sessions = await db
      .selectFrom('session')
      .select(['account_id as accountId', 'id as of'])
      .where('account_id', 'in', ids)
      .execute()
    for (const account of accounts) {
      const { id, username: subject } = account
      yield { field: 'account', hash: (await pseudonymOf('account', id)) ?? '', subject }
      yield { field: 'hash by account', hash: await keyOf('account', subject), subject }
      for (const by of ['code', 'code-day'] as const)
        yield { field: `hash by ${by}`, hash: await keyOf(by, id), subject }
      for (const [by, rows] of [['passkey', passkeys] as const, ['session', sessions] as const]) {
        for (const { accountId, of } of rows)
          if (accountId === id) yield { field: `hash by ${by}`, hash: await keyOf(by, of), subject }
      }
    }
    after = ids.at(-1) ?? after
  }
}

export async function namesOfAddress(secret: Uint8Array, subject: string): Promise<Name[]> {
  const keyOf = createAttemptKeys({ secret })
  return [
    { field: 'address', hash: (await createPseudonyms({ secret })('address', subject)) ?? '', subject },
    { field: 'hash by address', hash: await keyOf('address', subject), subject },
    { field: 'hash by letter', hash: await keyOf('letter', subject), subject },
  ]
}
