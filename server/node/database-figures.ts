import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { waitingMails } from '#server/mail/given-up.ts'

/** Beyond it, practices that were imported longer ago come first: those are what one wants to hear of. */
const MOST_PRACTICES = 500

export interface Seen {
  mails: number
  oldestMail: string | null
  practices: number
  /** Exports that were sent and are not loaded yet. */
  importsWaiting: number
  imports: { practice: string; at: string }[]
}

/** What only the database knows. */
export async function lookIntoDatabase(db: Database, now: Date): Promise<Seen> {
  const { count: mails, since: oldestMail } = await waitingMails(db, now)
  const { practices } = await db
    .selectFrom('practice')
    .select((row) => row.fn.countAll<number>().as('practices'))
    .executeTakeFirstOrThrow()
  const { importsWaiting } = await db
    .selectFrom('import_run')
    .select((row) => row.fn.countAll<number>().as('importsWaiting'))
    // As the index has it.
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .executeTakeFirstOrThrow()
  const imports = await db
    .with('noted', (query) =>
      query.selectFrom('practice').select((row) => [
        'practice.id as practice',
        row
          .selectFrom('audit')
          .select('at')
          .whereRef('audit.practice_id', '=', 'practice.id')
          .where('action', '=', sql.lit('imported'))
          .orderBy('at', 'desc')
          .limit(1)
          .as('changed'),
        row
          .selectFrom('import_run')
          .select((run) => run.fn.max('ended_at').as('at'))
          .whereRef('import_run.practice_id', '=', 'practice.id')
          .where('state', '=', 'done')
          .as('sent'),
      ]),
    )
    .with('last_import', (query) =>
      query.selectFrom('noted').select([
        'practice',
        // The later one; one that was sent is one also where it changed nothing.
        sql<string | null>`case when sent is null or changed > sent then changed else sent end`.as('at'),
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
  return { mails, oldestMail, practices, importsWaiting, imports }
}
