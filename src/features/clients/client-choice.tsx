import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ListedClient } from '#src/api/clients.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './client-choice.module.css'
import { ClientDetails, clientName, useSearchLabel } from './client-name.tsx'
import { FoundBy } from './found-by.tsx'
import { QuickSearchOutcome, useFound } from './quick-search.tsx'

interface ClientChoiceProps {
  practiceId: string
  /** Renders the link of a found client. */
  renderLink: (client: ListedClient, name: string) => ReactNode
}

/** Search for the client of a new record. */
export function ClientChoice({ practiceId, renderLink }: ClientChoiceProps) {
  const intl = useIntl()
  const [query, setQuery] = useState('')
  const { registered, unregistered, pending, nobody, retry } = useFound(practiceId, query)
  const found = pending
    ? []
    : [
        ...(registered?.content ?? []).map((client) => ({ client, isRegistered: true })),
        ...(unregistered?.content ?? []).map((client) => ({ client, isRegistered: false })),
      ]
  return (
    <Panel padded className={styles.choice}>
      <SearchBar label={useSearchLabel()} value={query} onSearch={setQuery} />
      {pending && <Spinner />}
      <p className={pending || found.length > 0 ? 'hidden-text' : 'small muted'} role="status">
        {pending ? (
          <FormattedMessage id="core.text.loading" />
        ) : (
          <QuickSearchOutcome query={query} count={found.length} nobody={nobody} />
        )}
      </p>
      {found.length > 0 && (
        <Items plain bare>
          {found.map(({ client, isRegistered }) => (
            <Item
              key={client.uuid}
              title={renderLink(client, clientName(client, intl))}
              sub={
                <>
                  <ClientDetails client={client} /> <FoundBy client={client} search={query} />
                </>
              }
              when={
                !isRegistered && (
                  <Status>
                    <FormattedMessage id="admin.clients.unregistered" />
                  </Status>
                )
              }
            />
          ))}
        </Items>
      )}
      {retry && (
        <LinkButton onClick={retry}>
          <FormattedMessage id="core.buttons.retry" />
        </LinkButton>
      )}
    </Panel>
  )
}
