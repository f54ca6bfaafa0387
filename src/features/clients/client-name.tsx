import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { splitLastName } from '#contract/last-name.ts'
import { displayName } from '#contract/names.ts'
import type { ListedClient } from '#src/api/clients.ts'
import { ABSENT } from '#src/ui/data/table.tsx'
import { useCan } from '#src/api/capabilities.ts'

type Named = Pick<ListedClient, 'companyName' | 'callName' | 'firstName' | 'lastName' | 'apart'>

/** Returns the display name, or the 'not available' text, and what distinguishes a client of the same name. */
export function clientName(client: Named, intl: IntlShape): string {
  const name = displayName(client) || intl.formatMessage({ id: 'core.text.notAvailable' })
  return client.apart ? `${name} (${client.apart})` : name
}

/** Last name with a muted tussenvoegsel and a strong main name, which people search for. */
export function LastName({ children }: { children: string }) {
  const { particle, main } = splitLastName(children)
  return (
    <>
      {particle && <span className="particle">{particle} </span>}
      <strong>{main}</strong>
    </>
  )
}

/** Last name of a client; without one, the details identify the client, or a text says that the name is unknown. */
export function LeadName({ client }: { client: Named }) {
  if (client.lastName.trim()) return <LastName>{client.lastName}</LastName>
  if (displayName(client)) return ABSENT
  return (
    <span className="muted">
      <FormattedMessage id="core.text.notAvailable" />
    </span>
  )
}

/** Call name or first name, company, and the distinction from a client of the same name. */
export function ClientDetails({ client }: { client: ListedClient }) {
  const { companyName, apart } = client
  const name = client.callName?.trim() || client.firstName?.trim()
  return (
    <>
      {name && <span>{companyName ? `${name}, ` : name}</span>}
      {companyName && <span className="muted">{companyName}</span>}
      {apart && <span className="muted small">{name || companyName ? ` · ${apart}` : apart}</span>}
    </>
  )
}

/** Label of the client search, which names the searched fields. */
export const useSearchLabel = () =>
  useIntl().formatMessage({ id: useCan('client-search') ? 'admin.clients.searchAll' : 'admin.clients.search' })
