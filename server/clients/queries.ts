import type { ClientListItem } from '#contract/schemas/client.ts'
import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { LISTED_STATES, type ListedState } from '#contract/client.ts'
import { foldLastName } from '#contract/fold-name.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { type SearchWord, searchWords } from '#contract/search-words.ts'
import { beginning, contains, containing } from '#server/db/like.ts'
import { isPostgres } from '#server/db/engine.ts'
import { prepared } from '#server/db/prepared.ts'
import { patternsOf } from '#server/db/search-text.ts'
import type { Bit, Database, Schema } from '#server/db/schema.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { unansweredSql, withoutEmailSql } from './follow-up.ts'
import { LIST_COLUMNS, toListItem, toRegisteredItem } from './client-row.ts'
import { withFoundBy } from './found-by.ts'

export interface ClientSearch extends Paging {
  practiceId: string
  registered: boolean
  /** Undefined selects locked and unlocked clients. */
  locked?: boolean | undefined
  /** State of registered clients; undefined selects all states. */
  state?: ListedState | undefined
  /** Selects only unregistered clients without an e-mail address. */
  noEmail?: boolean | undefined
  /** Clients invited before this time who have not opened the portal count as unanswered. */
  unansweredUntil?: string | undefined
  lastName: string
  /**
   * Search words, each of which must match a searched field. Empty means no search; punctuation alone matches
   * nothing.
   */
  q?: string | undefined
}

export type ClientPages = (search: ClientSearch) => Promise<Page<ClientListItem>>

/** Returns a function that reads a page of a practice's clients by name, with the total in the same statement. */
export function clientPages(db: Database): ClientPages {
  // Prepares one statement for each filter.
  const all = pagesOfEach(db, {})
  const byState = new Map(LISTED_STATES.map((state) => [state, pagesOfEach(db, { state })]))
  const withoutEmail = pagesOf(db, { noEmail: true })
  return async (search) => {
    if (search.noEmail) return await withoutEmail(search)
    const { all: any, locked, open } = (search.state && byState.get(search.state)) ?? all
    return await (search.locked === undefined ? any : search.locked ? locked : open)(search)
  }
}

interface Filter {
  locked?: Bit
  state?: ListedState
  noEmail?: true
}

const pagesOfEach = (db: Database, filter: Filter) => ({
  all: pagesOf(db, filter),
  locked: pagesOf(db, { ...filter, locked: 1 }),
  open: pagesOf(db, { ...filter, locked: 0 }),
})

function pagesOf(db: Database, filter: Filter): ClientPages {
  // Two prepared statements for each number of words.
  const cache = new Map<string, Statements>()
  const statementsFor = (conditions: Conditions) => {
    const key = `${conditions.byLastName} ${conditions.words}`
    const statements = cache.get(key) ?? statementsOf(db, filter, conditions)
    cache.set(key, statements)
    return statements
  }

  return async ({ practiceId, registered, unansweredUntil, lastName, q = '', page, size }) => {
    const text = foldLastName(lastName)
    const words = searchWords(q)
    if (q !== '' && words.length === 0) return { content: [], page: pageInfo(page, size, 0) }
    const search: Search = {
      practiceId,
      registered: registered ? 1 : 0,
      unansweredUntil,
      pattern: containing(text),
      ...patternsOfAll(words),
    }
    const { listed, totalOf } = statementsFor({ byLastName: text !== '', words: words.length })
    const rows = await listed({ ...search, size, skipped: page * size })
    // Beyond the last page no row contains the total.
    const [{ total } = { total: 0 }] = rows.length > 0 ? rows : await totalOf(search)
    const content = rows.map(registered ? toRegisteredItem : toListItem)
    return {
      content: words.length > 0 ? await withFoundBy(db, content, words) : content,
      page: pageInfo(page, size, total ?? 0),
    }
  }
}

interface Conditions {
  byLastName: boolean
  words: number
}

type Statements = ReturnType<typeof statementsOf>

function statementsOf(db: Database, filter: Filter, conditions: Conditions) {
  const isSearch = conditions.byLastName || conditions.words > 0
  const count = (values: Search) =>
    isSearch ? searched(countOf(db, values, filter), values, conditions) : total(db, values, filter)
  const page = (values: Search & Range) =>
    isSearch
      ? (isPostgres(db) ? foundByIndex : foundInOrder)(db, values, filter, conditions)
      : pageOf(db, values, filter)
  return {
    listed: prepared(db, (values: Search & Range) => page(values).select(count(values).as('total'))),
    totalOf: prepared(db, (values: Search) => db.selectNoFrom(count(values).as('total'))),
  }
}

interface Selection {
  practiceId: string
  registered: Bit
  unansweredUntil?: string | undefined
}

/** Pattern names of a search word: chip number, range of name prefixes, and contained texts. */
type WordPart = 'chip' | 'from' | 'to' | 'inLastName' | 'begins' | 'holds' | 'inWords'

type Search = Selection & { pattern: string } & Partial<Record<`${WordPart}${number}`, string>>

interface Range {
  size: number
  skipped: number
}

function selected(
  db: Database,
  { practiceId, registered, unansweredUntil }: Selection,
  { locked, state, noEmail }: Filter,
) {
  let clients = db.selectFrom('client').where('practice_id', '=', practiceId).where('registered', '=', registered)
  // Literals: with a parameter neither engine uses a partial index.
  if (locked !== undefined) clients = clients.where('locked', '=', sql.lit(locked))
  if (state === 'unanswered') clients = clients.where(unansweredSql(unansweredUntil))
  else if (state !== undefined) clients = clients.where('activation', '=', sql.lit(state))
  if (noEmail) clients = clients.where(withoutEmailSql)
  return clients
}

const pageOf = (db: Database, values: Selection & Range, filter: Filter) =>
  selected(db, values, filter)
    .select(LIST_COLUMNS)
    .orderBy('sort_name')
    .orderBy('uuid')
    .limit(values.size)
    .offset(values.skipped)

const foundInOrder = (db: Database, values: Search & Range, filter: Filter, conditions: Conditions) =>
  searched(pageOf(db, values, filter), values, conditions)

/**
 * Lets the index alone select the clients. Otherwise PostgreSQL would fetch every client of the practice to compare
 * its name.
 */
const foundByIndex = (db: Database, values: Search & Range, filter: Filter, conditions: Conditions) =>
  db
    .selectFrom('client')
    .select(LIST_COLUMNS)
    .where('uuid', 'in', foundInOrder(db, values, filter, conditions).clearSelect().select('uuid'))
    .orderBy('sort_name')
    .orderBy('uuid')

const searched = <O>(
  query: SelectQueryBuilder<Schema, 'client', O>,
  values: Search,
  { byLastName, words }: Conditions,
): SelectQueryBuilder<Schema, 'client', O> => {
  let found = query
  if (byLastName) found = found.where(contains('search_name', values.pattern))
  for (let place = 0; place < words; place += 1) found = found.where(foundByWord(values, place))
  return found
}

function patternsOfAll(words: readonly SearchWord[]): Partial<Search> {
  const patterns: Partial<Search> = {}
  for (const [place, word] of words.entries()) {
    const { text, digits } = word
    const [from, to] = beginning(text)
    patterns[`chip${place}`] = digits ?? text
    patterns[`from${place}`] = from
    patterns[`to${place}`] = to
    patterns[`inLastName${place}`] = containing(text)
    patterns[`inWords${place}`] = containing(` ${text}`)
    const { begins, holds } = patternsOf(word)
    patterns[`begins${place}`] = begins
    patterns[`holds${place}`] = holds
  }
  return patterns
}

/** Condition for a search word. The subqueries on animals run once, whatever the number of clients. */
const foundByWord = (values: Search, place: number) => sql<SqlBool>`(
  ${contains('search_name', values[`inLastName${place}`] ?? '')} or ${contains('search_text', values[`begins${place}`] ?? '')}
  or ${contains('search_text', values[`holds${place}`] ?? '')} or uuid in (
    select client_uuid from patient where practice_id = ${values.practiceId}
      and search_name >= ${values[`from${place}`]} and search_name < ${values[`to${place}`]}
    union all
    select client_uuid from patient where practice_id = ${values.practiceId}
      and search_words is not null and ${contains('search_words', values[`inWords${place}`] ?? '')}
    union all
    select client_uuid from patient where practice_id = ${values.practiceId}
      and chip_number is not null and chip_number = ${values[`chip${place}`]}))`

const countOf = (db: Database, selection: Selection, filter: Filter) =>
  selected(db, selection, filter).select((row) => row.fn.countAll<number>().as('n'))

/** Total from the maintained counts. Small selections such as locked clients are counted by the query. */
const total = (db: Database, values: Selection, { locked, state, noEmail }: Filter) =>
  locked === 1 || state === 'unanswered' || state === 'not-invited' || noEmail
    ? countOf(db, values, {
        ...(locked !== undefined && { locked }),
        ...(state && { state }),
        ...(noEmail && { noEmail }),
      })
    : db
        .selectFrom('client_count')
        .select((row) =>
          (locked === undefined
            ? maintainedCount(db, row, values, state)
            : row(
                maintainedCount(db, row, values, state),
                '-',
                countOf(db, values, { locked: 1, ...(state && { state }) }),
              )
          ).as('n'),
        )
        .where('practice_id', '=', values.practiceId)

function maintainedCount(
  db: Database,
  row: ExpressionBuilder<Schema, 'client_count'>,
  values: Selection,
  state: ListedState | undefined,
) {
  if (state === 'activated' || state === 'failed') return row.ref(state)
  if (state === 'invited') {
    const inAnyState = row(row('registered', '-', row.ref('activated')), '-', row.ref('failed'))
    return row(inAnyState, '-', countOf(db, values, { state: 'not-invited' }))
  }
  return row
    .case()
    .when(row.val(values.registered), '=', 1)
    .then(row.ref('registered'))
    .else(row.ref('unregistered'))
    .end()
}
