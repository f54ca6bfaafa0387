import type { ListedClient } from '#src/api/disambiguate.ts'

/** The call name (or first name), behind it the company, and what tells a namesake apart. */
export function ClientDetails({ client }: { client: ListedClient }) {
  const { companyName, apart } = client
  const name = client.callName?.trim() || client.firstName?.trim()
  return (
    <>
      {name}
      {name && companyName && ', '}
      {companyName && <span className="muted">{companyName}</span>}
      {apart && (
        <span className="muted small">
          {(name || companyName) && ' · '}
          {apart}
        </span>
      )}
    </>
  )
}
