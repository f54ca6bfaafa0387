import type { ClientListItem } from './clients.ts'
import { foldText } from '#contract/fold-name.ts'
import { displayName } from '#contract/names.ts'
import { groupBy } from '#contract/group-by.ts'

/** A client beside others. */
export interface ListedClient extends ClientListItem {
  /** Tells it from a namesake in the list; absent without a namesake, or where no field differs. */
  apart?: string
}

/** Names that differ in case, accents or punctuation only are taken for each other. */
const nameOf = (client: ClientListItem) => foldText(displayName(client))

const TELLING = ['city', 'clientNumber', 'email'] as const

/** Each namesake gets the first of the city, the number and the address that no other has as well. */
export function disambiguate(clients: readonly ClientListItem[]): ListedClient[] {
  const byName = groupBy(clients, nameOf)
  return clients.map((client) => {
    const namesakes = byName.get(nameOf(client)) ?? []
    const isOwn = (field: (typeof TELLING)[number]) =>
      namesakes.every((each) => each === client || each[field] !== client[field])
    const apart =
      namesakes.length > 1 &&
      TELLING.filter(isOwn)
        .map((field) => client[field])
        .find(Boolean)
    return apart ? { ...client, apart } : client
  })
}
