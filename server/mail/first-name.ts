import { canonicalUsername } from '#contract/email.ts'
import { givenName } from '#contract/names.ts'
import type { Database } from '#server/db/schema.ts'

/**
 * Returns the first name that greets the owner of an account in mails and on the invitation page of a practice; undefined if
 * there is none, or if clients that share the account have different ones.
 *
 * An account without a password has an unconfirmed e-mail address. If the address is in the practice's records, the
 * practice's invitation contains the first name, but no last name, client number or animals. An address that a person typed
 * gets no name until it is confirmed.
 */
export async function firstNameOf(
  db: Database,
  { uuid, accountId, practiceId }: { uuid?: string; accountId: string; practiceId: string },
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('client')
    .innerJoin('account', 'account.id', 'client.account_id')
    .select(['company_name', 'call_name', 'client.first_name', 'client.email', 'username', 'password_hash'])
    .where('client.account_id', '=', accountId)
    .where('client.practice_id', '=', practiceId)
    .where('client.registered', '=', 1)
    .$if(uuid !== undefined, (query) => query.where('client.uuid', '=', uuid ?? ''))
    .execute()
  const names = rows
    .filter((row) => row.password_hash !== null || canonicalUsername(row.email ?? '') === row.username)
    .map((row) =>
      givenName({
        companyName: row.company_name ?? undefined,
        callName: row.call_name ?? undefined,
        firstName: row.first_name ?? undefined,
      }),
    )
  const [name] = names
  return name && names.every((other) => other === name) ? name : undefined
}
