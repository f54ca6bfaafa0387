import { type SqlBool, sql } from 'kysely'
import { compare } from '#contract/values.ts'
import { type SearchWord, freeText } from '#contract/search-words.ts'
import { BATCH_SIZE, type Batching, FILL_BATCH_SIZE, fillIn, inBatches } from '#server/db/in-batches.ts'
import { FOLDED, isUnfolded } from '#server/db/search-text.ts'
import { contains, containing } from '#server/db/like.ts'
import type { AuditNameTable, AuditTable, Database, DatabaseTransaction } from '#server/db/schema.ts'

// A search matches the distinct names of a practice's accounts and clients, which are few. The index then finds the
// entries of the matches.

type Db = Database | DatabaseTransaction

/** Returns the folded text that a search matches. Each name is on its own line, so that no match spans two names. */
export const searchTextOf = ({ name, username }: Pick<AuditNameTable, 'name' | 'username'>): string =>
  FOLDED + freeText([name, username])

type NameSource = Pick<AuditTable, 'practice_id'> &
  Partial<Pick<AuditTable, 'account_id' | 'account_name' | 'account_username' | 'client_uuid' | 'client_name'>>

export async function addNames(db: Db, entries: readonly NameSource[]): Promise<void> {
  const names = new Map<string, AuditNameTable>()
  const add = (row: Omit<AuditNameTable, 'search_text'>) =>
    names.set(JSON.stringify(row), { ...row, search_text: searchTextOf(row) })
  for (const { practice_id, account_id, account_name, account_username, client_uuid, client_name } of entries) {
    const shown = { name: account_name ?? '', username: account_username ?? '' }
    if (account_id) add({ practice_id, kind: 'account', party_id: account_id, ...shown })
    if (client_uuid) add({ practice_id, kind: 'client', party_id: client_uuid, name: client_name ?? '', username: '' })
  }
  if (names.size === 0) return
  // Sorted by key, so that concurrent writers lock the rows in the same order and do not deadlock.
  const rows = [...names].toSorted(([one], [other]) => compare(one, other)).map(([, row]) => row)
  await db
    .insertInto('audit_name')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Folds names that a migration has copied, or that an earlier version has folded differently. */
export const fillNames = (ports: { db: Database; stopping?: AbortSignal | undefined }): Promise<void> =>
  fillIn(ports, async (db) => {
    const rows = await db
      .selectFrom('audit_name')
      .selectAll()
      .where(isUnfolded('search_text'))
      // Two servers that start at the same time lock the rows in the same order.
      .orderBy('practice_id')
      .orderBy('kind')
      .orderBy('party_id')
      .orderBy('name')
      .orderBy('username')
      .limit(FILL_BATCH_SIZE)
      .execute()
    if (rows.length === 0) return 0
    await db
      .insertInto('audit_name')
      .values(rows.map((row) => ({ ...row, search_text: searchTextOf(row) })))
      .onConflict((conflict) =>
        conflict
          .columns(['practice_id', 'kind', 'party_id', 'name', 'username'])
          .doUpdateSet((row) => ({ search_text: row.ref('excluded.search_text') })),
      )
      .execute()
    return rows.length
  })

/** Deletes the names of accounts and clients without log entries, in batches. */
export async function deleteUnusedNames({ db, stopping }: Batching): Promise<void> {
  let after: Pick<AuditNameTable, 'practice_id' | 'kind' | 'party_id'> | undefined
  await inBatches({ stopping }, async () => {
    const parties = await db
      .selectFrom('audit_name')
      .select(['practice_id', 'kind', 'party_id'])
      .distinct()
      .$if(after !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(practice_id, kind, party_id) > (${after?.practice_id}, ${after?.kind}, ${after?.party_id})`,
        ),
      )
      .orderBy('practice_id')
      .orderBy('kind')
      .orderBy('party_id')
      .limit(BATCH_SIZE)
      .execute()
    const last = parties.at(-1)
    if (last === undefined) return 'last'
    const first = parties[0] ?? last
    const key = (row: typeof last) => sql`(${row.practice_id}, ${row.kind}, ${row.party_id})`
    await sql`delete from audit_name
      where (practice_id, kind, party_id) >= ${key(first)} and (practice_id, kind, party_id) <= ${key(last)}
        and not exists (select 1 from audit e where kind = 'account' and e.practice_id = audit_name.practice_id
          and e.account_id = audit_name.party_id)
        and not exists (select 1 from audit e where kind = 'client' and e.client_uuid = audit_name.party_id)`.execute(
      db,
    )
    after = last
    return parties.length < BATCH_SIZE ? 'last' : 'more'
  })
}

/** Account or client that a search matches. `words` has a bit for each search word that its names contain. */
export interface Match {
  id: string
  words: number
}

interface NameQuery {
  practiceId: string
  kind: AuditNameTable['kind']
  words: readonly SearchWord[]
  /** Bits of the words that the names must contain. With 0, any word suffices. */
  required: number
  limit: number
}

/** Returns at most `limit` accounts or clients of a practice whose names contain words of a search. */
export async function matchesOf(
  db: Database,
  { practiceId, kind, words, required, limit }: NameQuery,
): Promise<Match[]> {
  const has = words.map(({ text }) => contains('search_text', containing(text)))
  const bits = has.map((one, index) => sql`max(case when ${one} then ${sql.lit(2 ** index)} else 0 end)`)
  const needed = has.filter((_, index) => (required & (2 ** index)) !== 0)
  const condition = needed.length > 0 ? sql.join(needed, sql` and `) : sql.join(has, sql` or `)
  const { rows } = await sql<Match>`
    select party_id as id, ${sql.join(bits, sql` + `)} as words from audit_name
    where practice_id = ${practiceId} and kind = ${kind} and (${condition})
    group by party_id order by party_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, words: Number(row.words) }))
}
