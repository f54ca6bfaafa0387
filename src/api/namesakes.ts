import { displayName } from '#contract/names.ts'
import { groupBy } from '#contract/values.ts'
import type { ClientListItem, ListedClient } from './clients.ts'

// Separate from clients.ts, which every page loads.

/** Key of a name, ignoring case, accents and punctuation. Not foldText(), whose table of letters would add 1.4 kB. */
const nameOf = (client: ClientListItem) =>
  displayName(client)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const DISTINCTIVE = ['city', 'clientNumber', 'email'] as const

/** Adds to each namesake the first of city, number and e-mail address that no other namesake has. */
export function disambiguate(clients: readonly ClientListItem[]): ListedClient[] {
  const byName = groupBy(clients, nameOf)
  return clients.map((client) => {
    const namesakes = byName.get(nameOf(client)) ?? []
    const isOwn = (field: (typeof DISTINCTIVE)[number]) =>
      namesakes.every((each) => each === client || each[field] !== client[field])
    const apart =
      namesakes.length > 1 &&
      DISTINCTIVE.filter(isOwn)
        .map((field) => client[field])
        .find(Boolean)
    return apart ? { ...client, apart } : client
  })
}
