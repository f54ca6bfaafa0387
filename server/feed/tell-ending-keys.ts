import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { tellAdmins } from '#server/notices/tell-admins.ts'
import type { Ports } from '#server/ports.ts'
import { END_TOLD_DAYS, endOf } from './keys.ts'

const DAY_MS = 86_400_000

/** Tells the admins of a practice, once, that an import key ends soon. */
export async function tellEndingKeys(ports: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  const soon = new Date(now.getTime() + END_TOLD_DAYS * DAY_MS)
  const untold = await db
    .selectFrom('import_key')
    .select(['id', 'made_at', 'ends_at'])
    .where('end_told', '=', 0)
    .where((key) => key.or([key('ends_at', 'is', null), key('ends_at', '<=', soon.toISOString())]))
    .execute()
  for (const { id } of untold.filter((key) => endOf(key) <= soon)) {
    await inTransaction(db, async (trx) => {
      // Of several servers one tells them.
      const key = await trx
        .updateTable('import_key')
        .set({ end_told: 1 })
        .where('id', '=', id)
        .where('end_told', '=', 0)
        .returning(['practice_id as practiceId', 'name', 'purpose', 'made_at', 'ends_at'])
        .executeTakeFirst()
      if (!key) return
      const details = { keys: [key.name], purpose: key.purpose, endsAt: endOf(key).toISOString() }
      await tellAdmins(trx, { kind: 'import-key-ending', practiceId: key.practiceId, details, now })
    })
  }
}
