import type { ClientListItem } from '#contract/client.ts'

/** The call name (or first name) and, behind it, the company. */
export function ClientDetails({ client }: { client: ClientListItem }) {
  const name = client.callName?.trim() || client.firstName?.trim()
  return (
    <>
      {name}
      {name && client.companyName && ', '}
      {client.companyName && <span className="muted">{client.companyName}</span>}
    </>
  )
}
