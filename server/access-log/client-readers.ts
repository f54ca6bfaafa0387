import { type SqlBool, sql } from 'kysely'
import type { AccessEntry } from '#contract/schemas/access-log.ts'
import { type AuditAction, OF_OWNERS, type AccessSide } from '#contract/access-log.ts'
import type { StaffRole } from '#contract/roles.ts'
import { compare } from '#contract/values.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { beginOfDay, localDay } from '#contract/zone.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { BATCH_SIZE, yieldToEventLoop } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { activeMemberships, nameOf, namesAt } from '#server/memberships/members.ts'
import { retentionStart } from './write.ts'

export interface AccessSearch {
  practiceId: string
  clientId: string
  /** Both days are inclusive. */
  startDate?: IsoDate | undefined
  endDate?: IsoDate | undefined
  now: Date
}

interface Act {
  day: IsoDate
  by: AccessSide
  accountId?: string
  accountName?: string
  keyName?: string
  role?: StaffRole
  action: AuditAction
}

/**
 * Returns reads and changes of a client with names, for clinic admins and the server's operator. The latest day is
 * first.
 */
export async function accessByName(db: Database, search: AccessSearch): Promise<AccessEntry[]> {
  const groups = await grouped(actsOf(db, search), (act) => [act.accountId, act.keyName])
  const ids = new Set(groups.flatMap(({ first: { accountId } }) => accountId ?? []))
  const names = await namesAt(db, search.practiceId, [...ids])
  return groups.map(({ first, actions }) => {
    const { day, by, role, accountId, accountName = '', keyName } = first
    const person = accountId === undefined ? undefined : names.get(accountId)
    return {
      day,
      by,
      ...present({ role }),
      ...(accountId !== undefined && {
        account: {
          id: accountId,
          name: person ? nameOf(person) : accountName,
          ...present({ username: person?.username }),
        },
      }),
      ...present({ key: keyName }),
      actions,
    }
  })
}

/** Returns reads and changes of a client for its owner, by role at the practice and without names. */
export async function accessByRole(db: Database, search: AccessSearch): Promise<AccessEntry[]> {
  const groups = await grouped(actsOf(db, search), ({ role }) => [role])
  return groups.map(({ first: { day, by, role }, actions }) => ({ day, by, ...present({ role }), actions }))
}

export function pageOf(entries: readonly AccessEntry[], { page, size }: Paging): Page<AccessEntry> {
  return { content: entries.slice(page * size, (page + 1) * size), page: pageInfo(page, size, entries.length) }
}

/** Groups by day, side and the values of `apart`, which distinguish readers. */
async function grouped(batches: AsyncIterable<readonly Act[]>, apart: (act: Act) => (string | undefined)[]) {
  const groups = new Map<string, { first: Act; actions: Set<AuditAction> }>()
  for await (const acts of batches) {
    for (const act of acts) {
      const key = JSON.stringify([act.day, act.by, ...apart(act)])
      const group = groups.get(key) ?? { first: act, actions: new Set() }
      groups.set(key, group)
      group.actions.add(act.action)
    }
  }
  return [...groups.values()]
    .map(({ first, actions }) => ({ first, actions: [...actions].toSorted(readFirst) }))
    .toSorted(({ first: one }, { first: other }) => compare(other.day, one.day))
}

const readFirst = (one: AuditAction, other: AuditAction) => Number(other === 'read') - Number(one === 'read')

/** Yields the entries of a client in batches, with day, side and the present or last role of staff. */
async function* actsOf(
  db: Database,
  { practiceId, clientId, startDate, endDate, now }: AccessSearch,
): AsyncGenerator<Act[]> {
  const oldest = retentionStart(now)
  const from = startDate === undefined ? oldest : beginOfDay(startDate)
  const entries = db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'account_id', 'account_name', 'details'])
    .where('client_uuid', '=', clientId)
    .where('practice_id', '=', practiceId)
    .where('at', '>=', from > oldest ? from : oldest)
    .$if(endDate !== undefined, (query) => query.where('at', '<', beginOfDay(addDays(endDate ?? oldest, 1))))
    .orderBy('at')
    .orderBy('id')
    .limit(BATCH_SIZE)
  const roles = await rolesOf(db, practiceId)
  let rows = await entries.execute()
  for (;;) {
    yield rows.map(({ at, action, account_id: accountId, account_name: accountName, details }): Act => {
      const did = { day: localDay(new Date(at)), action }
      if (OF_OWNERS.has(action)) return { ...did, by: 'owner' }
      if (accountId === null)
        return {
          ...did,
          by: 'system',
          ...present({ keyName: (details && parseStored('auditDetails', details)?.key) ?? null }),
        }
      return { ...did, by: 'staff', accountId, ...present({ accountName, role: roles.get(accountId) ?? null }) }
    })
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    await yieldToEventLoop()
    rows = await entries.where(sql<SqlBool>`(at, id) > (${last.at}, ${last.id})`).execute()
  }
}

async function rolesOf(db: Database, practiceId: string): Promise<ReadonlyMap<string, StaffRole>> {
  const { rows } = await sql<{ id: string; role: StaffRole }>`
    select account_id as id, role from membership where practice_id = ${practiceId} and ended_at is not null
    union all select account_id, role from ${activeMemberships} w where practice_id = ${practiceId}`.execute(db)
  return new Map(rows.map(({ id, role }) => [id, role]))
}
