import { personas } from '#mocks/personas.ts'
import { database } from '#harness/portal.tsx'

/** Returns the client uuid of a user at a practice. */
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

/** Sets the owner's language to English. */
export const inEnglish = () =>
  database().updateTable('account').set({ language: 'en' }).where('username', '=', personas.owner).execute()
