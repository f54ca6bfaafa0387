import { personas } from '#mocks/personas.ts'
import { database } from '#harness/portal.tsx'

/** The owner as a client of a practice; or somebody else as that. */
export async function ownerId(practice = 'de-waag', username: string = personas.owner): Promise<string> {
  const { uuid } = await database()
    .selectFrom('client')
    .innerJoin('account', 'account.id', 'client.account_id')
    .select('client.uuid')
    .where('account.username', '=', username)
    .where('client.practice_id', '=', practice)
    .executeTakeFirstOrThrow()
  return uuid
}

/** The owner has chosen English. */
export const inEnglish = () =>
  database().updateTable('account').set({ language: 'en' }).where('username', '=', personas.owner).execute()
