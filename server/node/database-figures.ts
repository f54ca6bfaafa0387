import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Beyond it, practices that were imported longer ago come first: those are what one wants to hear of. */
const MOST_PRACTICES = 500

export interface Seen {
  mails: number
  oldestMail: string | null
  practices: number
  imports: { practice: string; at: string }[]
}

/** What only the database knows. */
export async function lookIntoDatabase(db: Database): Promise<Seen> {
  const { mails, oldestMail } = await db
    .selectFrom('outbox')
    .select((row) => [row.fn.countAll<number>().as('mails'), row.fn.min<string | null>('created_at').as('oldestMail')])
    .executeTakeFirstOrThrow()
  const { practices } = await db
    .selectFrom('practice')
    .select((row) => row.fn.countAll<number>().as('practices'))
    .executeTakeFirstOrThrow()
  const imports = await db
    .with('last_import', (query) =>
      query
        .selectFrom('practice')
        .select((row) => [
          'practice.id as practice',
          row
            .selectFrom('audit')
            .select('at')
            .whereRef('audit.practice_id', '=', 'practice.id')
            .where('action', '=', sql.lit('imported'))
            .orderBy('at', 'desc')
            .limit(1)
            .as('at'),
        ]),
    )
    .selectFrom('last_import')
    .select(['practice', 'at'])
    .where('at', 'is not', null)
    .$narrowType<{ at: string }>()
    .orderBy('at')
    .orderBy('practice')
    .limit(MOST_PRACTICES)
    .execute()
  return { mails, oldestMail, practices, imports }
}
