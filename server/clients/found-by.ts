import type { ClientListItem } from '#contract/schemas/client.ts'
import type { SearchWord } from '#contract/search-words.ts'
import { beginning, contains, containing } from '#server/db/like.ts'
import { present } from '#server/db/present.ts'
import { isFound } from '#server/db/search-text.ts'
import type { Database } from '#server/db/schema.ts'

/** A list row has space for the names of three animals. */
const MAX_NAMES = 3
/** Bounds the query, because a client may have hundreds of animals with the same name. */
const MAX_ROWS = 500

/** Adds telephone numbers and the names of matching animals to the clients of a search result. */
export async function withFoundBy(
  db: Database,
  clients: ClientListItem[],
  words: readonly SearchWord[],
): Promise<ClientListItem[]> {
  if (clients.length === 0) return clients
  // The index of the lists does not contain telephone numbers.
  const rows = await db
    .selectFrom('client')
    .select(['uuid', 'phone', 'mobile', 'search_name', 'search_text'])
    .where(
      'uuid',
      'in',
      clients.map(({ uuid }) => uuid),
    )
    .execute()
  const missing = new Map<string, readonly SearchWord[]>()
  for (const { uuid, search_name, search_text } of rows) {
    const missed = words.filter((word) => !search_name.includes(word.text) && !isFound(search_text ?? '', word))
    if (missed.length > 0) missing.set(uuid, missed)
  }
  const animals = await animalsOf(db, missing)
  const telephones = new Map(rows.map(({ uuid, phone, mobile }) => [uuid, present({ phone, mobile })]))
  return clients.map((client) => {
    const names = animals.get(client.uuid)
    return { ...client, ...telephones.get(client.uuid), ...(names && { matchedPatients: [...names] }) }
  })
}

/** Returns the names of animals that match a search word which matches no field of their client. */
async function animalsOf(db: Database, missing: ReadonlyMap<string, readonly SearchWord[]>) {
  const names = new Map<string, Set<string>>()
  if (missing.size === 0) return names
  const words = new Set([...missing.values()].flat())
  const rows = await db
    .selectFrom('patient')
    .select(['client_uuid', 'name', 'search_name', 'search_words', 'chip_number'])
    .where('client_uuid', 'in', [...missing.keys()])
    .where((row) =>
      row.or(
        [...words].flatMap(({ text, digits }) => {
          const [from, to] = beginning(text)
          return [
            row.and([row('search_name', '>=', from), row('search_name', '<', to)]),
            contains('search_words', containing(` ${text}`)),
            row('chip_number', '=', digits ?? text),
          ]
        }),
      ),
    )
    .orderBy('client_uuid')
    .orderBy('search_name')
    .orderBy('uuid')
    .limit(MAX_ROWS)
    .execute()
  for (const { client_uuid, name, search_name, search_words, chip_number } of rows) {
    const isMeant = missing
      .get(client_uuid)
      ?.some(
        ({ text, digits }) =>
          search_name?.startsWith(text) || search_words?.includes(` ${text}`) || chip_number === (digits ?? text),
      )
    if (!isMeant) continue
    const found = names.get(client_uuid) ?? new Set()
    names.set(client_uuid, found)
    if (found.size < MAX_NAMES) found.add(name)
  }
  return names
}
