import type { IntlShape } from 'react-intl'
import { displayName } from '#contract/names.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'

type Named = Pick<ListedClient, 'companyName' | 'callName' | 'firstName' | 'lastName' | 'apart'>

/** The display name, or the 'not available' text (spec §3), and what tells a namesake apart. */
export function clientName(client: Named, intl: IntlShape): string {
  const name = displayName(client) || intl.formatMessage({ id: 'core.text.notAvailable' })
  return client.apart ? `${name} (${client.apart})` : name
}
