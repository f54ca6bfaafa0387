import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDateTime } from '#contract/dates.ts'
import { type SearchWord, searchWords } from '#contract/search-words.ts'
import { containing, contains } from '#server/db/like.ts'
import type { Database } from '#server/db/schema.ts'
import { type Match, matchesOf } from './names.ts'

/**
 * Maximum matching clients and accounts whose entries are found by index. A search with more matches reads the
 * latest entries instead.
 */
const MAX_CLIENTS = 1000
const MAX_ACCOUNTS = 10
/** Number of latest entries that a search with too many matches reads. */
const WINDOW = 10_000

interface Source {
  /** Conditions, each served by an index. They are disjoint, so that no entry is found twice. */
  branches: RawBuilder<SqlBool>[]
  /** Time of the oldest searched entry, if too many names match to search the whole log. */
  searchedSince?: IsoDateTime
}

const both = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/**
 * Returns conditions on the entries of a practice that match a search and `others`. Each word must be in the name
 * of the account or of the client.
 */
export async function sourceOf(
  db: Database,
  { practiceId, search }: { practiceId: string; search?: string | undefined },
  others: readonly RawBuilder<SqlBool>[],
): Promise<Source> {
  const conditions = [sql<SqlBool>`practice_id = ${practiceId}`, ...others]
  if (!search) return { branches: [both(conditions)] }
  const words = searchWords(search)
  if (words.length === 0) return { branches: [] }
  const all = 2 ** words.length - 1
  const accounts = await matchesOf(db, { practiceId, kind: 'account', words, required: 0, limit: MAX_ACCOUNTS + 1 })
  // The client's name must contain the words that no account name contains.
  const required = all & ~accounts.reduce((bits, account) => bits | account.words, 0)
  const clients = await matchesOf(db, { practiceId, kind: 'client', words, required, limit: MAX_CLIENTS + 1 })
  if (clients.length > MAX_CLIENTS || accounts.length > MAX_ACCOUNTS)
    return await latest(db, { practiceId, words, conditions })
  // The expression keeps SQLite from using the index of the list, which would read all entries of the practice.
  const ofClients = [sql<SqlBool>`practice_id || '' = ${practiceId}`, ...others]
  const branches = branchesOf(accounts, clients, all)
  return {
    branches: [
      ...branches.byClient.map((branch) => both([branch, ...ofClients])),
      ...branches.byAccount.map((branch) => both([branch, ...conditions])),
    ],
  }
}

/** `all` has the bits of all words. */
function branchesOf(accounts: readonly Match[], clients: readonly Match[], all: number) {
  const idsOf = (matches: readonly Match[]) => sql`(${sql.join(matches.map(({ id }) => id))})`
  const byClient: RawBuilder<SqlBool>[] = []
  const byAccount: RawBuilder<SqlBool>[] = []
  const whole = clients.filter(({ words }) => words === all)
  if (whole.length > 0) byClient.push(sql`client_uuid in ${idsOf(whole)}`)
  for (const { id, words } of accounts) {
    if (words === all) {
      const isOther = whole.length > 0 ? sql` and (client_uuid is null or client_uuid not in ${idsOf(whole)})` : sql``
      byAccount.push(sql`account_id = ${id}${isOther}`)
    } else {
      const rest = clients.filter((client) => client.words !== all && (client.words | words) === all)
      if (rest.length > 0) byClient.push(sql`account_id = ${id} and client_uuid in ${idsOf(rest)}`)
    }
  }
  return { byClient, byAccount }
}

interface Broad {
  practiceId: string
  words: readonly SearchWord[]
  conditions: readonly RawBuilder<SqlBool>[]
}

/** Searches the latest entries only, because the text is in very many names. */
async function latest(db: Database, { practiceId, words, conditions }: Broad): Promise<Source> {
  const { rows } = await sql<{ at: IsoDateTime }>`
    select at from audit where ${both(conditions)} order by at desc, id desc limit 1 offset ${WINDOW}`.execute(db)
  const [since] = rows
  const named = (kind: 'account' | 'client', { text }: SearchWord) => sql`(
    select party_id from audit_name
    where practice_id = ${practiceId} and kind = ${kind} and ${contains('search_text', containing(text))})`
  const found = words.map(
    (word) => sql<SqlBool>`(client_uuid in ${named('client', word)} or account_id in ${named('account', word)})`,
  )
  const window = since ? [sql<SqlBool>`at > ${since.at}`] : []
  return { branches: [both([...conditions, ...window, ...found])], ...(since && { searchedSince: since.at }) }
}
