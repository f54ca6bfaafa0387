import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditEntry, AuditPage, AuditPerson } from '#contract/schemas/access-log.ts'
import { type AuditAction, NOBODY } from '#contract/access-log.ts'
import type { LogKind } from '#contract/log-kind.ts'
import type { IsoDateTime } from '#contract/dates.ts'
import { pageInfo } from '#contract/paging.ts'
import type { AuditTable, Database } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { nameOf, namesAt } from '#server/memberships/members.ts'
import { sourceOf } from './search.ts'
import { retentionStart } from './write.ts'

export interface AuditFilter {
  practiceId: string
  now: Date
  /** Part of the name of a client, or of the name or user name of an account. */
  search?: string | undefined
  /** `NOBODY` selects entries without a signed-in person, such as entries of an import. */
  accountId?: string | undefined
  action?: AuditAction | undefined
  /** Ignored if `action` is given. */
  kind?: LogKind | undefined
  /** `from` is inclusive, `until` exclusive. */
  from?: IsoDateTime | undefined
  until?: IsoDateTime | undefined
}

interface AuditSearch extends AuditFilter, Paging {
  /** Groups many similar entries into a single entry. */
  runs?: boolean | undefined
}

/** Minimum number of entries of a run. */
const RUN = 5
/** Number of latest entries that are grouped into runs, so that no request reads the whole log. */
const RECENT = 5000

const COLUMNS = [
  'id',
  'at',
  'action',
  'account_id',
  'account_name',
  'account_username',
  'client_uuid',
  'client_name',
  'details',
  'removal_id',
] as const
type Row = Pick<AuditTable, Exclude<(typeof COLUMNS)[number], 'id'>> & { id: number }

const KEY_COLUMNS = ['id', 'at', 'action', 'account_id', 'client_uuid', 'removal_id'] as const
type KeyRow = Pick<Row, (typeof KEY_COLUMNS)[number]>

/** Returns a page of a practice's access log, newest first. */
export async function auditPage(db: Database, { runs, page, size, ...filter }: AuditSearch): Promise<AuditPage> {
  const { branches, searchedSince } = await sourceOf(db, filter, conditionsOf(filter))
  const list = <Column extends keyof Row>(columns: readonly Column[], range: { first: number; size: number }) =>
    listed(db, { branches, columns, ...range })
  const first = page * size
  const pageWith = (content: AuditEntry[], total: number): AuditPage => ({
    content,
    page: pageInfo(page, size, total),
    ...present({ searchedSince }),
  })
  if (!runs) {
    const { rows, total } = await list(COLUMNS, { first, size })
    return pageWith(await entriesOf(db, rows.map(single), filter), total)
  }
  const { rows: recent, total } = await list(KEY_COLUMNS, { first: 0, size: RECENT })
  const lines = linesOf(recent)
  const older = total - recent.length
  const shown = lines.slice(first, first + size)
  const missing = Math.min(size - shown.length, older)
  const others =
    missing > 0
      ? await list(COLUMNS, { first: recent.length + Math.max(0, first - lines.length), size: missing })
      : { rows: [] }
  const content = await entriesOf(db, [...(await withRows(db, shown)), ...others.rows.map(single)], filter)
  return pageWith(content, lines.length + older)
}

interface Listing<Column> {
  branches: readonly RawBuilder<SqlBool>[]
  columns: readonly Column[]
  first: number
  size: number
}

/**
 * Returns rows that match disjoint conditions, newest first, with their total. A single statement keeps rows and
 * total consistent.
 */
async function listed<Column extends keyof Row>(
  db: Database,
  { branches, columns, first, size }: Listing<Column>,
): Promise<{ rows: Pick<Row, Column>[]; total: number }> {
  if (branches.length === 0) return { rows: [], total: 0 }
  const names = sql.join(columns.map((column) => sql.ref(column)))
  // Each condition uses its own index and returns at most as many rows as the page could need.
  const parts = branches.map(
    (branch) => sql`select * from (select ${names} from audit where ${branch}
      order by at desc, id desc limit ${first + size}) part`,
  )
  const counts = branches.map((branch) => sql`(select count(*) from audit where ${branch})`)
  const { rows } = await sql<Partial<Row> & { total: number }>`
    with shown as (select * from (${sql.join(parts, sql` union all `)}) parts
      order by at desc, id desc limit ${size} offset ${first}),
    counted as (select ${sql.join(counts, sql` + `)} as total)
    select counted.total, shown.* from counted left join shown on 1 = 1
    order by shown.at desc, shown.id desc`.execute(db)
  return {
    // Beyond the last page the left join yields only the total.
    rows: rows.filter((row): row is Row & { total: number } => row.at != null),
    total: Number(rows[0]?.total ?? 0),
  }
}

interface Line<T extends KeyRow> {
  latest: T
  entries: readonly KeyRow[]
}

const single = (row: Row): Line<Row> => ({ latest: row, entries: [row] })

/**
 * Groups entries about clients with the same action, person and day. A group takes the position of its latest
 * entry.
 */
function linesOf(rows: readonly KeyRow[]): Line<KeyRow>[] {
  const groups = Map.groupBy(rows, ({ id, at, action, account_id, client_uuid }) =>
    client_uuid === null ? id : [at.slice(0, 10), action, account_id].join(' '),
  )
  const places = new Map(rows.map((row, index) => [row, index]))
  return [...groups.values()]
    .flatMap((entries) => {
      const [latest] = entries
      if (latest && entries.length >= RUN) return [{ latest, entries }]
      return entries.map((entry) => ({ latest: entry, entries: [entry] }))
    })
    .toSorted((one, other) => (places.get(one.latest) ?? 0) - (places.get(other.latest) ?? 0))
}

async function withRows(db: Database, lines: readonly Line<KeyRow>[]): Promise<Line<Row>[]> {
  if (lines.length === 0) return []
  const rows: Row[] = await db
    .selectFrom('audit')
    .select(COLUMNS)
    .where(
      'id',
      'in',
      lines.map(({ latest }) => latest.id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return lines.flatMap(({ latest, entries }) => {
    const row = byId.get(latest.id)
    return row ? [{ latest: row, entries }] : []
  })
}

function conditionsOf({ now, accountId, action, kind, from, until }: AuditFilter): RawBuilder<SqlBool>[] {
  const oldest = retentionStart(now)
  return [
    sql<SqlBool>`at >= ${from !== undefined && from > oldest ? from : oldest}`,
    until !== undefined && sql<SqlBool>`at < ${until}`,
    accountId !== undefined &&
      (accountId === NOBODY ? sql<SqlBool>`account_id is null` : sql<SqlBool>`account_id = ${accountId}`),
    action === undefined ? ofKind(kind) : sql<SqlBool>`action = ${action}`,
  ].filter((condition) => typeof condition === 'object')
}

/** Uses literals: with a parameter neither engine uses a partial index. */
const ofKind = (kind: LogKind = 'changes') =>
  kind !== 'all' && (kind === 'reads' ? sql<SqlBool>`action = 'read'` : sql<SqlBool>`action <> 'read'`)

const isRun = ({ entries }: Line<Row>) => entries.length >= RUN

/** Returns entries with the time until which a removal can be undone. For a run, the earliest time counts. */
async function entriesOf(db: Database, lines: readonly Line<Row>[], filter: AuditFilter): Promise<AuditEntry[]> {
  const removals = lines.flatMap(({ entries }) => entries.flatMap(({ removal_id: id }) => id ?? []))
  const ends = await endsOf(db, removals, filter)
  return lines.map((line) => {
    const { latest, entries } = line
    const entry = entryOf(line)
    const [until] = entries.flatMap(({ removal_id: id }) => (id !== null && ends.get(id)) || []).toSorted()
    if (until === undefined) return entry
    return { ...entry, undo: { until, ...(!isRun(line) && present({ removal: latest.removal_id })) } }
  })
}

/** A removal can be undone before its end, as long as one of its clients or records is still removed. */
const undoable = (now: Date) => sql<SqlBool>`removal.ends_at > ${now.toISOString()} and (exists (
  select 1 from removed_client r join client c on c.uuid = r.client_uuid
  where r.removal_id = removal.id and c.registered = 0)
  or exists (select 1 from removed_record r where r.removal_id = removal.id))`

async function endsOf(
  db: Database,
  removals: readonly string[],
  { practiceId, now }: AuditFilter,
): Promise<ReadonlyMap<string, IsoDateTime>> {
  if (removals.length === 0) return new Map()
  const found = await db
    .selectFrom('removal')
    .select(['id', 'ends_at'])
    .where('practice_id', '=', practiceId)
    .where('id', 'in', removals)
    .where(undoable(now))
    .execute()
  return new Map(found.map(({ id, ends_at }) => [id, ends_at]))
}

function entryOf(line: Line<Row>): AuditEntry {
  const { at, action, account_id, account_name, account_username, client_uuid, client_name, details } = line.latest
  const entry: AuditEntry = { at, action }
  if (account_id !== null) {
    entry.account = { id: account_id, name: account_name ?? '', ...present({ username: account_username }) }
  }
  if (isRun(line)) entry.run = { count: line.entries.length, since: line.entries.at(-1)?.at ?? at }
  else if (client_uuid !== null) entry.client = { uuid: client_uuid, name: client_name ?? '' }
  return details === null ? entry : { ...entry, ...parseStored('auditDetails', details) }
}

export async function auditPeople(db: Database, { practiceId, now }: AuditFilter): Promise<AuditPerson[]> {
  const rows = await db
    .selectFrom('audit_name')
    .select((row) => ['party_id as id', row.fn.max('name').as('name'), row.fn.max('username').as('username')])
    .where('practice_id', '=', practiceId)
    .where('kind', '=', 'account')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit')
          .select('audit.id')
          .whereRef('audit.practice_id', '=', 'audit_name.practice_id')
          .whereRef('audit.account_id', '=', 'audit_name.party_id')
          .where('audit.at', '>=', retentionStart(now)),
      ),
    )
    .groupBy('party_id')
    .execute()
  const names = await namesAt(
    db,
    practiceId,
    rows.map(({ id }) => id),
  )
  const byName = new Intl.Collator('nl').compare
  return rows
    .map(({ id, name, username }) => {
      const person = names.get(id)
      const isNamed = person?.firstName || person?.lastName
      return { id, name: isNamed ? nameOf(person) : name, ...present({ username: username || person?.username }) }
    })
    .toSorted((one, other) => byName(one.name, other.name))
}
