import { type ExpressionBuilder, sql } from 'kysely'
import type { ClientListItem } from '#contract/client.ts'
import { INVITATION_STATES, type InvitationState } from '#contract/invitation.ts'
import { foldName } from '#contract/fold-name.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { contains, containing } from '#server/db/like.ts'
import { isPostgres } from '#server/db/engine.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Bit, Database, Schema } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'
import { LIST_COLUMNS, toListItem, toRegisteredItem } from './client-row.ts'

export interface ClientSearch extends Paging {
  practiceId: string
  registered: boolean
  /** Undefined: both. */
  locked?: boolean | undefined
  /** Of registered ones; undefined: all. */
  state?: InvitationState | undefined
  lastName: string
}

export type ClientPages = (search: ClientSearch) => Promise<Page<ClientListItem>>

/** A page of a practice's clients by name, with the total in one statement. */
export function clientPages(db: Database): ClientPages {
  // A statement for each filter.
  const all = pagesOfEach(db, {})
  const byState = new Map(INVITATION_STATES.map((state) => [state, pagesOfEach(db, { state })]))
  return async (search) => {
    const { all: any, locked, open } = (search.state && byState.get(search.state)) ?? all
    return await (search.locked === undefined ? any : search.locked ? locked : open)(search)
  }
}

interface Filter {
  locked?: Bit
  state?: InvitationState
}

const pagesOfEach = (db: Database, filter: Filter) => ({
  all: pagesOf(db, filter),
  locked: pagesOf(db, { ...filter, locked: 1 }),
  open: pagesOf(db, { ...filter, locked: 0 }),
})

function pagesOf(db: Database, filter: Filter): ClientPages {
  const totalOf = prepared(db, (values: Selection) => db.selectNoFrom(total(db, values, filter).as('total')))
  const listed = prepared(db, (values: Selection & Range) =>
    pageOf(db, values, filter).select(total(db, values, filter).as('total')),
  )
  const foundTotalOf = prepared(db, (values: Search) => db.selectNoFrom(counted(db, values, filter).as('total')))
  const found = prepared(db, (values: Search & Range) =>
    (isPostgres(db) ? foundByIndex : foundInOrder)(db, values, filter).select(counted(db, values, filter).as('total')),
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
    return { content: rows.map(registered ? toRegisteredItem : toListItem), page: pageInfo(page, size, total ?? 0) }
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

const selected = (db: Database, { practiceId, registered }: Selection, { locked, state }: Filter) =>
  db
    .selectFrom('client')
    .where('practice_id', '=', practiceId)
    .where('registered', '=', registered)
    // Literals: with a parameter neither engine uses a partial index.
    .$if(locked !== undefined, (query) => query.where('locked', '=', sql.lit(locked!)))
    .$if(state !== undefined, (query) => query.where('activation', '=', sql.lit(state!)))

const pageOf = (db: Database, values: Selection & Range, filter: Filter) =>
  selected(db, values, filter)
    .select(LIST_COLUMNS)
    .orderBy('sort_name')
    .orderBy('uuid')
    .limit(values.size)
    .offset(values.skipped)

const foundInOrder = (db: Database, values: Search & Range, filter: Filter) =>
  pageOf(db, values, filter).where(contains('search_name', values.pattern))

/** PostgreSQL would fetch every client of the practice to look at its name; here the index alone tells whom to fetch. */
const foundByIndex = (db: Database, values: Search & Range, filter: Filter) =>
  db
    .selectFrom('client')
    .select(LIST_COLUMNS)
    .where('uuid', 'in', foundInOrder(db, values, filter).clearSelect().select('uuid'))
    .orderBy('sort_name')
    .orderBy('uuid')

const countOf = (db: Database, selection: Selection, filter: Filter) =>
  selected(db, selection, filter).select((row) => row.fn.countAll<number>().as('n'))

const counted = (db: Database, values: Search, filter: Filter) =>
  countOf(db, values, filter).where(contains('search_name', values.pattern))

/** Kept, but for the locked ones, which are few. */
const total = (db: Database, values: Selection, { locked, state }: Filter) =>
  locked === 1
    ? countOf(db, values, { locked, ...(state && { state }) })
    : db
        .selectFrom('client_count')
        .select((row) =>
          (locked === undefined
            ? keptCount(row, values.registered, state)
            : row(
                keptCount(row, values.registered, state),
                '-',
                countOf(db, values, { locked: 1, ...(state && { state }) }),
              )
          ).as('n'),
        )
        .where('practice_id', '=', values.practiceId)

function keptCount(
  row: ExpressionBuilder<Schema, 'client_count'>,
  registered: Bit,
  state: InvitationState | undefined,
) {
  if (state === 'activated' || state === 'failed') return row.ref(state)
  if (state === 'invited') return row(row('registered', '-', row.ref('activated')), '-', row.ref('failed'))
  return row.case().when(row.val(registered), '=', 1).then(row.ref('registered')).else(row.ref('unregistered')).end()
}
