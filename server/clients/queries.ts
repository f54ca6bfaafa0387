import { type ExpressionBuilder, sql } from 'kysely'
import type { ClientListItem } from '#contract/client.ts'
import { foldName } from '#contract/last-name.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { contains, containing } from '#server/db/like.ts'
import { isPostgres } from '#server/db/engine.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Bit, Database, Schema } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'
import { LIST_COLUMNS, toListItem } from './client-row.ts'

export interface ClientSearch extends Paging {
  practiceId: string
  registered: boolean
  /** Undefined: both. */
  locked?: boolean | undefined
  lastName: string
}

export type ClientPages = (search: ClientSearch) => Promise<Page<ClientListItem>>

/** A page of a practice's clients by name, with the total in one statement. */
export function clientPages(db: Database): ClientPages {
  const all = pagesOf(db, undefined)
  const locked = pagesOf(db, 1)
  const open = pagesOf(db, 0)
  return async (search) => await (search.locked === undefined ? all : search.locked ? locked : open)(search)
}

function pagesOf(db: Database, locked: Bit | undefined): ClientPages {
  const total = locked === undefined ? kept : locked === 1 ? lockedCount : openCount
  const totalOf = prepared(db, (values: Selection) => db.selectNoFrom(total(db, values).as('total')))
  const listed = prepared(db, (values: Selection & Range) =>
    pageOf(db, values, locked).select(total(db, values).as('total')),
  )
  const foundTotalOf = prepared(db, (values: Search) => db.selectNoFrom(counted(db, values, locked).as('total')))
  const found = prepared(db, (values: Search & Range) =>
    (isPostgres(db) ? foundByIndex : foundInOrder)(db, values, locked).select(counted(db, values, locked).as('total')),
  )

  return async ({ practiceId, registered, lastName, page, size }) => {
    const selection: Selection = { practiceId, registered: registered ? 1 : 0 }
    const range = { size, skipped: page * size }
    const text = foldName(lastName)
    const search = text && { ...selection, pattern: containing(text) }
    const rows = await (search ? found({ ...search, ...range }) : listed({ ...selection, ...range }))
    // Beyond the last page there is no row with the total.
    const [{ total } = { total: 0 }] =
      rows.length > 0 ? rows : await (search ? foundTotalOf(search) : totalOf(selection))
    return { content: rows.map(toListItem), page: pageInfo(page, size, total ?? 0) }
  }
}

interface Selection {
  practiceId: string
  registered: Bit
}

interface Search extends Selection {
  pattern: string
}

interface Range {
  size: number
  skipped: number
}

const selected = (db: Database, { practiceId, registered }: Selection, locked: Bit | undefined) =>
  db
    .selectFrom('client')
    .where('practice_id', '=', practiceId)
    .where('registered', '=', registered)
    // A literal: with a parameter neither engine uses the partial index of locked clients.
    .$if(locked !== undefined, (query) => query.where('locked', '=', sql.lit(locked!)))

const pageOf = (db: Database, values: Selection & Range, locked: Bit | undefined) =>
  selected(db, values, locked)
    .select(LIST_COLUMNS)
    .orderBy('sort_name')
    .orderBy('uuid')
    .limit(values.size)
    .offset(values.skipped)

const foundInOrder = (db: Database, values: Search & Range, locked: Bit | undefined) =>
  pageOf(db, values, locked).where(contains('search_name', values.pattern))

/** PostgreSQL would fetch every client of the practice to look at its name; here the index alone tells whom to fetch. */
const foundByIndex = (db: Database, values: Search & Range, locked: Bit | undefined) =>
  db
    .selectFrom('client')
    .select(LIST_COLUMNS)
    .where('uuid', 'in', foundInOrder(db, values, locked).clearSelect().select('uuid'))
    .orderBy('sort_name')
    .orderBy('uuid')

const countOf = (db: Database, selection: Selection, locked: Bit | undefined) =>
  selected(db, selection, locked).select((row) => row.fn.countAll<number>().as('n'))

const lockedCount = (db: Database, selection: Selection) => countOf(db, selection, 1)

const counted = (db: Database, values: Search, locked: Bit | undefined) =>
  countOf(db, values, locked).where(contains('search_name', values.pattern))

const kept = (db: Database, { practiceId, registered }: Selection) =>
  db
    .selectFrom('client_count')
    .select((row) => keptCount(row, registered).as('n'))
    .where('practice_id', '=', practiceId)

/** All minus the locked ones, which are few. */
const openCount = (db: Database, values: Selection) =>
  db
    .selectFrom('client_count')
    .select((row) => row(keptCount(row, values.registered), '-', lockedCount(db, values)).as('n'))
    .where('practice_id', '=', values.practiceId)

const keptCount = (row: ExpressionBuilder<Schema, 'client_count'>, registered: Bit) =>
  row.case().when(row.val(registered), '=', 1).then(row.ref('registered')).else(row.ref('unregistered')).end()
