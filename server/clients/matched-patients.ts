import type { ClientListItem } from '#contract/schemas/client.ts'
import { foldName } from '#contract/fold-name.ts'
import { beginning, contains, containing } from '#server/db/like.ts'
import { clientSearchText, isFound } from '#server/db/search-text.ts'
import type { Database } from '#server/db/schema.ts'

/** A row has room for the names of so many. */
const MOST_NAMES = 3
/** A client may have hundreds with one name. */
const MOST_ROWS = 500

/** Names the animals by which clients of a page were found, where a word is in nothing of the clients' own. */
export async function withMatchedPatients(
  db: Database,
  clients: ClientListItem[],
  words: readonly string[],
): Promise<ClientListItem[]> {
  const missing = new Map<string, readonly string[]>()
  for (const client of clients) {
    const some = words.filter((word) => !isOwn(client, word))
    if (some.length > 0) missing.set(client.uuid, some)
  }
  if (missing.size === 0) return clients
  const asked = new Set([...missing.values()].flat())
  const rows = await db
    .selectFrom('patient')
    .select(['client_uuid', 'name', 'search_name', 'search_words', 'chip_number'])
    .where('client_uuid', 'in', [...missing.keys()])
    .where((row) =>
      row.or(
        [...asked].flatMap((word) => {
          const [from, to] = beginning(word)
          return [
            row.and([row('search_name', '>=', from), row('search_name', '<', to)]),
            contains('search_words', containing(` ${word}`)),
            row('chip_number', '=', word),
          ]
        }),
      ),
    )
    .orderBy('client_uuid')
    .orderBy('name')
    .orderBy('uuid')
    .limit(MOST_ROWS)
    .execute()
  const names = new Map<string, Set<string>>()
  for (const { client_uuid, name, search_name, search_words, chip_number } of rows) {
    const isMeant = missing
      .get(client_uuid)
      ?.some((word) => search_name?.startsWith(word) || search_words?.includes(` ${word}`) || chip_number === word)
    if (!isMeant) continue
    const some = names.get(client_uuid) ?? new Set()
    names.set(client_uuid, some)
    if (some.size < MOST_NAMES) some.add(name)
  }
  return clients.map((client) => {
    const some = names.get(client.uuid)
    return some ? { ...client, matchedPatients: [...some] } : client
  })
}

/** As the list looks for it. */
function isOwn(client: ClientListItem, word: string) {
  if (foldName(client.lastName).includes(word)) return true
  const { clientNumber, callName, firstName, companyName } = client
  const searched = {
    client_number: clientNumber,
    call_name: callName,
    first_name: firstName,
    company_name: companyName,
  }
  return isFound(clientSearchText({ ...client, ...searched }), word)
}
