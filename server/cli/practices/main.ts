import { type SqlBool, sql } from 'kysely'
import { LANGUAGES } from '#contract/languages.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { UsageError, readOptions, requirePractice, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import type { Bit, Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { storageOfAll } from '#server/storage/quota.ts'
import type { Settings } from '#server/node/settings.ts'
import { add } from './add.ts'
import { findPractice, quotaText, setQuota, sizeText } from './quota.ts'
import { remove } from './remove.ts'

const USAGE = usageOf(
  'practices',
  `[--lock ID | --unlock ID | remove NAME [--yes NAME] | quota NAME [--clients N|none] [--storage 5GB|none]
         | add NAME --admin EMAIL [--id ID] [--phone NUMBER] [--email EMAIL] [--website URL]
           [--first-name NAME] [--last-name NAME] [--language ${LANGUAGES.join('|')}]]`,
)
const OPTIONS = {
  lock: { type: 'string' },
  unlock: { type: 'string' },
  yes: { type: 'string' },
  clients: { type: 'string' },
  storage: { type: 'string' },
  id: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string' },
  website: { type: 'string' },
  admin: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  language: { type: 'string' },
} as const
const ACTIONS = ['add', 'remove', 'quota']

await runCommand(() => {
  const { values, positionals } = readOptions({ options: OPTIONS, allowPositionals: true }, USAGE)
  const { lock, unlock, yes, clients, storage, ...options } = values
  const [action, practice, ...more] = positionals
  if ([lock, unlock, action].filter((one) => one !== undefined).length > 1)
    throw new UsageError('Give only one of --lock, --unlock, add, remove and quota', USAGE)
  if (action !== undefined && (!ACTIONS.includes(action) || practice === undefined || more.length > 0))
    throw new UsageError('Give add, remove or quota, and a practice', USAGE)
  const work = async (db: Database, settings: Settings) => {
    if (practice !== undefined && action === 'add') await add(db, settings, { name: practice, options, usage: USAGE })
    else if (practice !== undefined && action === 'quota')
      await setQuota(db, await findPractice(db, practice), { clients, storage }, USAGE)
    else if (practice !== undefined) await remove(db, settings, await findPractice(db, practice), yes)
    else if (lock !== undefined) await setLocked(db, lock, 1)
    else if (unlock !== undefined) await setLocked(db, unlock, 0)
    else await list(db)
  }
  return withDatabase(work, { mayCreate: action === 'add' })
})

/**
 * Prints a tab-separated line per practice: id, name, state, clients, invitations, admins, last import, files and
 * quota.
 */
async function list(db: Database): Promise<void> {
  const { rows } = await sql<
    Record<'id' | 'name' | 'imported', string> &
      Record<'most_clients' | 'most_bytes', number | null> &
      Record<'locked' | 'registered' | 'unregistered' | 'uninvited' | 'admins', number>
  >`
    select p.id, p.name, p.locked, p.most_clients, p.most_bytes, coalesce(c.registered, 0) as registered, coalesce(c.unregistered, 0) as unregistered,
      (select count(*) from client n where n.practice_id = p.id and n.activation = 'not-invited') as uninvited,
      (select count(*) from account a where a.practice_id = p.id and a.staff_role = 'CLINIC_ADMIN')
      + (select count(*) from membership m where m.practice_id = p.id and m.role = 'CLINIC_ADMIN' and m.ended_at is null) as admins,
      coalesce((select max(at) from audit where practice_id = p.id and action = 'imported'), 'never') as imported
    from practice p left join client_count c on c.practice_id = p.id order by p.id`.execute(db)
  const stored = new Map((await storageOfAll(db)).map(({ practice, ...use }) => [practice, use]))
  const lines = rows.map(({ id, name, locked, registered, unregistered, uninvited, admins, imported, ...quota }) => {
    const { files, bytes } = stored.get(id) ?? { files: 0, bytes: 0 }
    return [
      id,
      name,
      locked ? 'locked' : 'open',
      `${registered} registered, ${unregistered} not`,
      `${uninvited} not invited yet`,
      `${admins} admins`,
      `imported ${imported.slice(0, 10)}`,
      `${files} files, ${sizeText(bytes)}`,
      `quota ${quotaText(quota.most_clients, quota.most_bytes)}`,
    ].join('\t')
  })
  console.log(lines.join('\n') || 'There are no practices.')
}

/** Locks or unlocks a practice. A lock rejects clients, not staff, and exports do not change the lock. */
async function setLocked(db: Database, practiceId: string, locked: Bit): Promise<void> {
  const state = locked ? 'locked' : 'open'
  const isChanged = await inTransaction(db, async (trx) => {
    await requirePractice(trx, practiceId)
    const changed = await trx
      .updateTable('practice')
      .set({ locked })
      .where('id', '=', practiceId)
      .where(sql<SqlBool>`locked <> ${locked}`)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    const details = { fields: ['locked'] }
    await writeAudit(trx, { practiceId, action: 'practice-changed', details, now: new Date() })
    return true
  })
  console.log(isChanged ? `${practiceId} is now ${state}.` : `${practiceId} was already ${state}.`)
}
