import type { ClientListItem } from '#contract/client.ts'
import { foldName } from '#contract/names.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { contains, containing } from '#server/db/like.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Bit, Database } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'
import { LIST_COLUMNS, toListItem } from './client-row.ts'

export interface ClientSearch extends Paging {
  practiceId: string
  registered: boolean
  lastName: string
}

export type ClientPages = (search: ClientSearch) => Promise<Page<ClientListItem>>

/** One page of a practice's clients by name, and how many there are at that same moment: both by one statement. */
export function clientPages(db: Database): ClientPages {
  const totalOf = prepared(db, (values: Selection) => db.selectNoFrom(kept(db, values).as('total')))
  const listed = prepared(db, (values: Selection & Range) => pageOf(db, values).select(kept(db, values).as('total')))
  const foundTotalOf = prepared(db, (values: Search) => db.selectNoFrom(counted(db, values).as('total')))
  const found = prepared(db, (values: Search & Range) =>
    pageOf(db, values).where(contains('search_name', values.pattern)).select(counted(db, values).as('total')),
  )

  return async ({ practiceId, registered, lastName, page, size }) => {
    const selection: Selection = { practiceId, registered: registered ? 1 : 0 }
    const range = { size, skipped: page * size }
    const text = foldName(lastName)
    const search = text && { ...selection, pattern: containing(text) }
    const rows = await (search ? found({ ...search, ...range }) : listed({ ...selection, ...range }))
    // Beyond the end there is no row to carry the total.
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

const pageOf = (db: Database, { practiceId, registered, size, skipped }: Selection & Range) =>
  db
    .selectFrom('client')
    .select(LIST_COLUMNS)
    .where('practice_id', '=', practiceId)
    .where('registered', '=', registered)
    .orderBy('sort_name')
    .orderBy('uuid')
    .limit(size)
    .offset(skipped)

const kept = (db: Database, { practiceId, registered }: Selection) =>
  db
    .selectFrom('client_count')
    .select((row) =>
      row
        .case()
        .when(row.val(registered), '=', 1)
        .then(row.ref('registered'))
        .else(row.ref('unregistered'))
        .end()
        .as('n'),
    )
    .where('practice_id', '=', practiceId)

const counted = (db: Database, { practiceId, registered, pattern }: Search) =>
  db
    .selectFrom('client')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('practice_id', '=', practiceId)
    .where('registered', '=', registered)
    .where(contains('search_name', pattern))
