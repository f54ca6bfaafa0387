import { displayName } from '#contract/names.ts'
import type { PracticeNews } from '#contract/schemas/news.ts'
import type { Database, MailKind } from '#server/db/schema.ts'

const LATEST = 3

interface GivenUpQuery {
  practiceId: string
  since: string
  /** Kind of the mails; absent selects all kinds. */
  kind?: MailKind
}

/** Returns the number of a practice's undeliverable mails, and the clients of the latest. */
export async function givenUpOf(
  db: Database,
  { practiceId, since, kind }: GivenUpQuery,
): Promise<PracticeNews['givenUpMails']> {
  let mails = db
    .selectFrom('given_up_mail as mail')
    .where('mail.practice_id', '=', practiceId)
    .where('mail.given_up_at', '>=', since)
  if (kind !== undefined) mails = mails.where('mail.kind', '=', kind)
  const [{ count }, latest] = await Promise.all([
    mails.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    mails
      .leftJoin('client', (join) =>
        join.onRef('client.account_id', '=', 'mail.account_id').onRef('client.practice_id', '=', 'mail.practice_id'),
      )
      .select([
        'mail.given_up_at as at',
        'client.uuid',
        'client.company_name',
        'client.call_name',
        'client.first_name',
        'client.last_name',
      ])
      .orderBy('mail.given_up_at', 'desc')
      .orderBy('mail.id')
      .limit(LATEST)
      .execute(),
  ])
  return {
    count,
    latest: latest.map(({ at, uuid, company_name, call_name, first_name, last_name }) => {
      const name = displayName({
        companyName: company_name ?? undefined,
        callName: call_name ?? undefined,
        firstName: first_name ?? undefined,
        lastName: last_name ?? '',
      })
      return { at, ...(uuid !== null && { client: { uuid, name } }) }
    }),
  }
}
