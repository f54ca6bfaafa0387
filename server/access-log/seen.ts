import { sql } from 'kysely'
import type { IsoDate } from '#contract/fields.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { AuditAction, SeenEntry, SeenSide } from '#contract/access-log.ts'
import type { StaffRole } from '#contract/user.ts'
import { addDays } from '#contract/withdrawal.ts'
import { nameOf, retentionStart } from '#server/access-log/write.ts'
import { type Batching, BATCH, inBatches } from '#server/db/in-batches.ts'
import { parseJson } from '#server/db/json.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'
import { localDay } from '#server/local-day.ts'
import { activeMemberships } from '#server/memberships/active.ts'

/** What only an owner does. */
const OF_OWNERS: ReadonlySet<AuditAction> = new Set([
  'activated',
  'card-shared',
  'card-revoked',
  'reminder-mails-on',
  'reminder-mails-off',
  'request-sent',
  'request-withdrawn',
])

export interface SeenSearch {
  practiceId: string
  clientId: string
  /** Inclusive days. */
  startDate?: IsoDate | undefined
  endDate?: IsoDate | undefined
  now: Date
}

interface Act {
  day: IsoDate
  by: SeenSide
  accountId?: string
  accountName?: string
  keyName?: string
  action: AuditAction
}

/** Who has read or changed a client, with names: for clinic admins, and for who runs the server. The latest day first. */
export async function seenByName(db: Database, search: SeenSearch): Promise<SeenEntry[]> {
  const acts = await actsOf(db, search)
  const people = await peopleOf(db, search.practiceId, acts)
  return grouped(acts, (act) => [act.accountId, act.keyName]).map(({ first, actions }) => {
    const { day, by, accountId, accountName = '', keyName } = first
    const person = accountId === undefined ? undefined : people.get(accountId)
    return {
      day,
      by,
      ...(by === 'staff' && present({ role: person?.role })),
      ...(by === 'staff' &&
        accountId !== undefined && {
          account: { id: accountId, name: person?.name ?? accountName, ...present({ username: person?.username }) },
        }),
      ...present({ key: keyName }),
      actions,
    }
  })
}

/** The same for the owner: by what they are to the practice, and without their names. */
export async function seenByRole(db: Database, search: SeenSearch): Promise<SeenEntry[]> {
  const acts = await actsOf(db, search)
  const people = await peopleOf(db, search.practiceId, acts)
  const roleOf = ({ by, accountId }: Act) => (by === 'staff' ? people.get(accountId ?? '')?.role : undefined)
  return grouped(acts, (act) => [roleOf(act)]).map(({ first, actions }) => {
    const { day, by } = first
    return { day, by, ...present({ role: roleOf(first) }), actions }
  })
}

export function pageOf(entries: readonly SeenEntry[], { page, size }: Paging): Page<SeenEntry> {
  return { content: entries.slice(page * size, (page + 1) * size), page: pageInfo(page, size, entries.length) }
}

/** What was done to one client is little, so that it is grouped here: by day, by side, and by what else tells people apart. */
function grouped(acts: readonly Act[], apart: (act: Act) => (string | undefined)[]) {
  const groups = new Map<string, { first: Act; actions: Set<AuditAction> }>()
  for (const act of acts) {
    const key = JSON.stringify([act.day, act.by, ...apart(act)])
    const group = groups.get(key) ?? { first: act, actions: new Set() }
    groups.set(key, group)
    group.actions.add(act.action)
  }
  return [...groups.values()]
    .map(({ first, actions }) => ({ first, actions: [...actions] }))
    .toSorted(({ first: one }, { first: other }) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0))
}

/** Marks of readings, and the trail, which has viewing as the client and all changes. */
async function actsOf(db: Database, search: SeenSearch): Promise<Act[]> {
  const { practiceId, clientId, now } = search
  const oldest = retentionStart(now)
  const from = search.startDate ?? oldest.slice(0, 10)
  const until = search.endDate ?? '9999-12-31'
  const readings = await db
    .selectFrom('client_reading')
    .selectAll()
    .where('client_uuid', '=', clientId)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('account_id')
    .orderBy('key_name')
    .execute()
  const trail = await db
    .selectFrom('audit')
    .select(['at', 'action', 'account_id', 'account_name', 'details'])
    .where('client_uuid', '=', clientId)
    .where('practice_id', '=', practiceId)
    .where('at', '>=', oldest)
    // A day of the practices begins on the one before in UTC.
    .where('at', '>=', addDays(from, -1))
    .orderBy('at')
    .orderBy('id')
    .execute()
  return [
    ...readings.map(({ day, account_id: accountId, key_name: keyName }): Act =>
      accountId ? { day, by: 'staff', accountId, action: 'read' } : { day, by: 'system', keyName, action: 'read' },
    ),
    ...trail
      .map(({ at, action, account_id, account_name, details }): Act => {
        const did = { day: localDay(new Date(at)), action }
        if (OF_OWNERS.has(action)) return { ...did, by: 'owner' }
        if (account_id !== null)
          return { ...did, by: 'staff', accountId: account_id, ...present({ accountName: account_name }) }
        return { ...did, by: 'system', ...present({ keyName: details && parseJson(details).key }) }
      })
      .filter(({ day }) => day >= from && day <= until),
  ]
}

interface SeenPerson {
  name: string | undefined
  username: string | undefined
  role: StaffRole | undefined
}

/** As the practice knows them, also of those who have left. */
async function peopleOf(
  db: Database,
  practiceId: string,
  acts: readonly Act[],
): Promise<ReadonlyMap<string, SeenPerson>> {
  const ids = [...new Set(acts.flatMap(({ accountId }) => accountId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    username: string
    firstName: string | null
    lastName: string | null
    role: StaffRole | null
  }>`
    select a.id, a.username, a.first_name as "firstName", a.last_name as "lastName",
      coalesce(
        (select role from ${activeMemberships} w where w.account_id = a.id and w.practice_id = ${practiceId}),
        (select role from membership m where m.account_id = a.id and m.practice_id = ${practiceId})) as role
    from account a where a.id in (${sql.join(ids)})`.execute(db)
  return new Map(
    rows.map(({ id, role, ...person }) => [
      id,
      { name: nameOf(person), username: person.username, role: role ?? undefined },
    ]),
  )
}

/** Deletes marks beyond the retention of the trail. */
export async function deleteOldReadings({ db, stopping }: Batching, now: Date): Promise<void> {
  const oldest = retentionStart(now).slice(0, 10)
  const practices = await db.selectFrom('practice').select('id').execute()
  for (const { id } of practices) {
    await inBatches({ stopping }, async () => {
      const { numAffectedRows = 0n } = await sql`
        delete from client_reading where (client_uuid, day, account_id, key_name) in (
          select client_uuid, day, account_id, key_name from client_reading
          where practice_id = ${id} and day < ${oldest} limit ${sql.lit(BATCH)})`.execute(db)
      return numAffectedRows < BATCH ? 'last' : 'more'
    })
  }
}
