import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { clientName } from './client-name.tsx'
import { openClientSheet } from './sheet.ts'

interface ClientLinkProps {
  client: ListedClient
  children: ReactNode
}

/** The way to a client's sheet, which has an address; a plain link, for a list has many. */
export function ClientLink({ client, children }: ClientLinkProps) {
  const router = useRouter()
  const intl = useIntl()
  const name = clientName(client, intl)
  // What is read out holds what is seen.
  const label = name.includes(client.lastName) ? name : `${client.lastName}, ${name}`
  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void openClientSheet(router, client.uuid)
  }
  return (
    <a href={`?client=${encodeURIComponent(client.uuid)}`} aria-label={label} onClick={press}>
      {children}
    </a>
  )
}
