import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDateTime } from '#contract/fields.ts'
import { type SearchWord, searchWords } from '#contract/search-words.ts'
import { containing, contains } from '#server/db/like.ts'
import type { Database } from '#server/db/schema.ts'
import { type Match, matchesOf } from './names.ts'

/** Clients and accounts whose entries are found by index; a search that matches more reads the latest entries instead. */
const MAX_CLIENTS = 1000
const MAX_ACCOUNTS = 10
/** Entries that a search which matches more looks through. */
const WINDOW = 20_000

interface Source {
  /** Disjoint conditions, each of which an index serves; no entry is found by none. */
  branches: RawBuilder<SqlBool>[]
  /** Begin of what was looked through, where a search matches so many names that it is not all. */
  searchedSince?: IsoDateTime
}

const both = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** Conditions of the entries that a filter finds; each word of a search is in the name of the account or of the client. */
export async function sourceOf(
  db: Database,
  { practiceId, search }: { practiceId: string; search?: string | undefined },
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<Source> {
  if (!search) return { branches: [both(conditions)] }
  const words = searchWords(search)
  if (words.length === 0) return { branches: [] }
  const all = 2 ** words.length - 1
  const accounts = await matchesOf(db, { practiceId, kind: 'account', words, required: 0, limit: MAX_ACCOUNTS + 1 })
  // A client has at least the words that no account has.
  const required = all & ~accounts.reduce((bits, account) => bits | account.words, 0)
  const clients = await matchesOf(db, { practiceId, kind: 'client', words, required, limit: MAX_CLIENTS + 1 })
  if (clients.length > MAX_CLIENTS || accounts.length > MAX_ACCOUNTS)
    return await latest(db, { practiceId, words, conditions })
  return { branches: branchesOf(accounts, clients, all).map((branch) => both([branch, ...conditions])) }
}

/** `all`: the bits of all words. */
function branchesOf(accounts: readonly Match[], clients: readonly Match[], all: number): RawBuilder<SqlBool>[] {
  const idsOf = (some: readonly Match[]) => sql`(${sql.join(some.map(({ id }) => id))})`
  const whole = clients.filter(({ words }) => words === all)
  const ofClients = whole.length > 0 ? [sql<SqlBool>`client_uuid in ${idsOf(whole)}`] : []
  const ofAccounts = accounts.flatMap(({ id, words }) => {
    const isAccount = sql<SqlBool>`account_id = ${id}`
    if (words === all) {
      return whole.length === 0
        ? [isAccount]
        : [sql<SqlBool>`${isAccount} and (client_uuid is null or client_uuid not in ${idsOf(whole)})`]
    }
    const rest = clients.filter((client) => client.words !== all && (client.words | words) === all)
    return rest.length > 0 ? [sql<SqlBool>`${isAccount} and client_uuid in ${idsOf(rest)}`] : []
  })
  return [...ofClients, ...ofAccounts]
}

interface Broad {
  practiceId: string
  words: readonly SearchWord[]
  conditions: readonly RawBuilder<SqlBool>[]
}

/** Looks through the latest entries only, for a text that is in very many names. */
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
