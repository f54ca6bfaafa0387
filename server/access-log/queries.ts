import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AuditAction, type AuditEntry, type AuditPerson, NOBODY } from '#contract/access-log.ts'
import { searchWords } from '#contract/search-words.ts'
import type { IsoDateTime } from '#contract/fields.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { AuditTable, Database } from '#server/db/schema.ts'
import { containing, contains } from '#server/db/like.ts'
import { parseJson } from '#server/db/json.ts'
import { oneRow } from '#server/db/one-row.ts'
import { present } from '#server/db/present.ts'
import type { Paging } from '#server/http/paging.ts'
import { retentionStart } from './write.ts'

export interface AuditFilter {
  practiceId: string
  now: Date
  /** Part of the name of a client, or of the name or user name of who did it. */
  search?: string | undefined
  /** `NOBODY`: entries without a signed-in person, such as of an import. */
  accountId?: string | undefined
  action?: AuditAction | undefined
  /** Moments, the first inclusive. */
  from?: IsoDateTime | undefined
  until?: IsoDateTime | undefined
}

interface AuditSearch extends AuditFilter, Paging {
  /** Answers many of the same as one entry. */
  runs?: boolean | undefined
}

/** So many of the same in a row are a run. */
const RUN = 5
/** Runs are looked for among so many of the latest. */
const RECENT = 5000

type Row = Pick<
  AuditTable,
  | 'at'
  | 'action'
  | 'account_id'
  | 'account_name'
  | 'account_username'
  | 'client_uuid'
  | 'client_name'
  | 'details'
  | 'removal_id'
> & { size?: number; since?: string }

/** A page of a practice's audit trail, newest first. */
export async function auditPage(db: Database, { runs, page, size, ...filter }: AuditSearch): Promise<Page<AuditEntry>> {
  const first = page * size
  if (!runs) {
    const { rows, total } = await listed(db, sql`select * from audit where ${where(filter)}`, { first, size })
    return { content: await entriesOf(db, rows, filter), page: pageInfo(page, size, total) }
  }
  const recent = await listed(db, grouped(filter), { first, size })
  const { total } = await oneRow(sql<{ total: number }>`select count(*) as total from audit where ${where(filter)}`, db)
  const older = Math.max(0, Number(total) - RECENT)
  const missing = older > 0 ? size - recent.rows.length : 0
  const others =
    missing > 0
      ? await sql<Row>`
          select audit.*, 1 as size, at as since from audit where ${where(filter)}
          order by at desc, id desc limit ${missing} offset ${RECENT + Math.max(0, first - recent.total)}`.execute(db)
      : { rows: [] }
  const content = await entriesOf(db, [...recent.rows, ...others.rows], filter)
  return { content, page: pageInfo(page, size, recent.total + older) }
}

/** A page of a query with its total, in one statement, so that they are consistent. */
async function listed(
  db: Database,
  shown: RawBuilder<unknown>,
  { first, size }: { first: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Partial<Row> & { total: number }>`
    with shown as (${shown}),
    listed as (select * from shown order by at desc, id desc limit ${size} offset ${first}),
    counted as (select count(*) as total from shown)
    select counted.total, listed.* from counted left join listed on 1 = 1
    order by listed.at desc, listed.id desc`.execute(db)
  return {
    // Beyond the last page the left join yields the total alone.
    rows: rows.filter((row): row is Row & { total: number } => row.at != null),
    total: Number(rows[0]?.total ?? 0),
  }
}

/**
 * Groups consecutive entries of the same action, person and day that concern clients. Among the latest entries only: the time grows
 * with the number of entries read.
 */
const grouped = (filter: AuditFilter) => sql`
  select * from (
    select numbered.*, count(*) over (partition by run) as size, min(at) over (partition by run) as since,
      row_number() over (partition by run order by at desc, id desc) as place
    from (
      select marked.*, sum(starts) over (order by at, id) as run
      from (
        select recent.*, case
          when client_uuid is not null and action = lag(action) over before
            and coalesce(account_id, '') = coalesce(lag(account_id) over before, '')
            and substr(at, 1, 10) = substr(lag(at) over before, 1, 10)
          then 0 else 1 end as starts
        from (
          select * from audit where ${where(filter)} order by at desc, id desc limit ${sql.lit(RECENT)}
        ) recent
        window before as (order by at, id)
      ) marked
    ) numbered
  ) placed where size < ${sql.lit(RUN)} or place = 1`

function where({ practiceId, now, search, accountId, action, from, until }: AuditFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`audit.practice_id = ${practiceId}`,
    sql<SqlBool>`at >= ${retentionStart(now)}`,
    search && foundBy(search),
    accountId !== undefined &&
      (accountId === NOBODY ? sql<SqlBool>`account_id is null` : sql<SqlBool>`account_id = ${accountId}`),
    action && sql<SqlBool>`action = ${action}`,
    from && sql<SqlBool>`at >= ${from}`,
    until && sql<SqlBool>`at < ${until}`,
  ]
  return sql<SqlBool>`${sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` and `,
  )}`
}

function foundBy(search: string): RawBuilder<SqlBool> {
  const words = searchWords(search)
  if (words.length === 0) return sql<SqlBool>`1 = 0`
  const hasAll = sql.join(
    words.map(({ text }) => contains('audit.search_text', containing(text))),
    sql` and `,
  )
  // Entries without a search text are matched by their names.
  const before = containing(search.toLowerCase())
  return sql<SqlBool>`(${hasAll} or audit.search_text is null and (
    ${contains(sql<string>`lower(client_name)`, before)} or ${contains(sql<string>`lower(account_name)`, before)}))`
}

const isRun = ({ since, size }: Row) => since !== undefined && Number(size) >= RUN

/** With until when a removal can be undone. */
async function entriesOf(db: Database, rows: readonly Row[], filter: AuditFilter): Promise<AuditEntry[]> {
  const removals = rows.flatMap((row) => (row.removal_id !== null && !isRun(row) ? [row.removal_id] : []))
  const ends = await endsOf(db, removals, filter)
  return await Promise.all(
    rows.map(async (row) => {
      const entry = entryOf(row)
      if (row.removal_id === null) return entry
      if (isRun(row)) {
        const until = await endOfRun(db, row, filter)
        return until === undefined ? entry : { ...entry, undo: { until } }
      }
      const until = ends.get(row.removal_id)
      return until === undefined ? entry : { ...entry, undo: { until, removal: row.removal_id } }
    }),
  )
}

/** A removal can be undone before its end, while one of its clients or records is still removed. */
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

async function endOfRun(
  db: Database,
  { at, since, account_id: accountId }: Row,
  filter: AuditFilter,
): Promise<IsoDateTime | undefined> {
  const { until } = await oneRow(
    sql<{ until: IsoDateTime | null }>`
      select min(removal.ends_at) as until from audit join removal on removal.id = audit.removal_id
      where ${where({ ...filter, action: 'deleted', accountId: accountId ?? NOBODY })}
        and at >= ${since} and at <= ${at} and ${undoable(filter.now)}`,
    db,
  )
  return until ?? undefined
}

function entryOf(row: Row): AuditEntry {
  const { at, action, account_id, account_name, account_username, client_uuid, client_name, details, size, since } = row
  const entry: AuditEntry = { at, action }
  if (account_id !== null) {
    entry.account = { id: account_id, name: account_name ?? '', ...present({ username: account_username }) }
  }
  if (since !== undefined && isRun(row)) entry.run = { count: Number(size), since }
  else if (client_uuid !== null) entry.client = { uuid: client_uuid, name: client_name ?? '' }
  return details === null ? entry : { ...entry, ...parseJson(details) }
}

/** The people in a practice's audit trail, by name. */
export async function auditPeople(db: Database, { practiceId, now }: AuditFilter): Promise<AuditPerson[]> {
  const rows = await db
    .selectFrom('audit')
    .select((row) => [
      'account_id as id',
      row.fn.max('account_name').as('name'),
      row.fn.max('account_username').as('username'),
    ])
    .where('practice_id', '=', practiceId)
    .where('at', '>=', retentionStart(now))
    .where('account_id', 'is not', null)
    .groupBy('account_id')
    .$narrowType<{ id: NotNull }>()
    .execute()
  const byName = new Intl.Collator('nl').compare
  return rows
    .map(({ id, name, username }) => ({ id, name: name ?? '', ...present({ username }) }))
    .toSorted((one, other) => byName(one.name, other.name))
}
