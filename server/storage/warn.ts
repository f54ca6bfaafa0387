import type { Ports } from '#server/ports.ts'
import { quotaOf } from './quota.ts'
import { storageOfAll } from './use.ts'

/** The part of its quota from which a practice is told of. */
const NEARLY_FULL = 0.9

type Place = Pick<Ports, 'db' | 'log' | 'settings' | 'isLow'>

/** Logs which practices have used nearly all that they may store, and whether the disk has little room left. */
export async function warnOfLittleRoom({ db, log, settings, isLow }: Place): Promise<void> {
  if ((await isLow?.('database')) || (await isLow?.('files'))) log('warn', 'disk-nearly-full')
  const practices = await db.selectFrom('practice').select(['id', 'most_bytes as ownBytes']).execute()
  const own = new Map(practices.map(({ id, ownBytes }) => [id, ownBytes === null ? null : Number(ownBytes)]))
  for (const { practice, bytes } of await storageOfAll(db)) {
    const limit = quotaOf(own.get(practice) ?? null, settings.limits.practiceBytes)
    if (limit !== null && bytes >= NEARLY_FULL * limit) log('warn', 'practice-nearly-full', { practice, bytes, limit })
  }
}
