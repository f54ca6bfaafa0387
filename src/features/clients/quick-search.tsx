import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { viewAs } from '#src/features/session/viewing.ts'
import { showMessage } from '#src/lib/messages.ts'
import { LinkButton, linkButtonClass } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchBar } from '#src/ui/search-bar.tsx'
import { focusMain } from '#src/ui/shell.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { Status } from '#src/ui/status.tsx'
import { ClientDetails } from './client-details.tsx'
import { clientName } from './client-name.ts'
import { LastName } from './last-name.tsx'
import { clientMutations } from './mutations.ts'
import type { ClientPage } from './queries.ts'
import { SHOWN, useFound } from './quick-search-found.ts'
import styles from './quick-search.module.css'
import { LockedStatus } from './registered-row.tsx'

/** Finds a client in both lists and does at once what one mostly came for. */
export function QuickSearch({ practiceId }: { practiceId: string }) {
  const [lastName, setLastName] = useState('')
  const titleId = useId()
  const intl = useIntl()
  return (
    <Panel padded>
      <section className={styles.search} aria-labelledby={titleId}>
        <h2 id={titleId}>
          <FormattedMessage id="admin.dashboard.search" />
        </h2>
        <SearchBar label={intl.formatMessage({ id: 'admin.clients.search' })} value={lastName} onSearch={setLastName} />
        {lastName ? (
          <Found practiceId={practiceId} lastName={lastName} />
        ) : (
          <p className="small muted">
            <FormattedMessage id="admin.dashboard.searchHint" />
          </p>
        )}
      </section>
    </Panel>
  )
}

function Found({ practiceId, lastName }: { practiceId: string; lastName: string }) {
  const { registered, unregistered, pending, nobody, retry } = useFound(practiceId, lastName)
  if (pending) return <Spinner />
  if (nobody) {
    return (
      <p className="small muted" role="status">
        <FormattedMessage id="admin.dashboard.nothingFound" values={{ lastName }} />
      </p>
    )
  }
  const rows = [
    ...(registered?.content ?? []).map((client) => <FoundRegistered key={client.uuid} client={client} />),
    ...(unregistered?.content ?? []).map((client) => (
      <FoundUnregistered key={client.uuid} client={client} practiceId={practiceId} />
    )),
  ]
  return (
    <>
      {rows.length > 0 && <ul className={styles.found}>{rows}</ul>}
      <AllFound page={registered} to="/admin/clients/registered" lastName={lastName} />
      <AllFound page={unregistered} to="/admin/clients/unregistered" lastName={lastName} />
      {retry && (
        <LinkButton
          onClick={() => {
            // The button leaves by it.
            focusMain()
            retry()
          }}
        >
          <FormattedMessage id="core.buttons.retry" />
        </LinkButton>
      )}
    </>
  )
}

interface AllFoundProps {
  page: ClientPage | undefined
  to: '/admin/clients/registered' | '/admin/clients/unregistered'
  lastName: string
}

function AllFound({ page, to, lastName }: AllFoundProps) {
  if (!page || page.page.totalElements <= SHOWN) return null
  return (
    <Link to={to} search={{ page: 1, lastName }} className={linkButtonClass}>
      <FormattedMessage
        id={to === '/admin/clients/registered' ? 'admin.dashboard.allRegistered' : 'admin.dashboard.allUnregistered'}
        values={{ count: page.page.totalElements }}
      />
    </Link>
  )
}

function FoundRegistered({ client }: { client: ClientListItem }) {
  const router = useRouter()
  const intl = useIntl()
  return (
    <li>
      <Name client={client} />
      {client.locked && <LockedStatus />}
      <LinkButton
        aria-label={intl.formatMessage({ id: 'admin.clients.impersonateName' }, { name: clientName(client, intl) })}
        onClick={() => void viewAs(router, client.uuid).catch(() => {})}
      >
        <FormattedMessage id="admin.clients.impersonate" />
      </LinkButton>
    </li>
  )
}

function FoundUnregistered({ client, practiceId }: { client: ClientListItem; practiceId: string }) {
  const intl = useIntl()
  const register = useMutation(clientMutations.register(useQueryClient(), practiceId))
  const name = clientName(client, intl)
  return (
    <li>
      <Name client={client} />
      {client.email === null ? (
        <Status tone="warn">
          <FormattedMessage id="admin.clients.noEmail" />
        </Status>
      ) : (
        <LinkButton
          aria-label={intl.formatMessage({ id: 'admin.clients.registerName' }, { name })}
          aria-busy={register.isPending}
          onClick={() =>
            register.isPending ||
            register.mutate(client, {
              onSuccess: () => showMessage('success', 'admin.clients.registeredDone', { name }),
            })
          }
        >
          <FormattedMessage id="admin.clients.register" />
        </LinkButton>
      )}
    </li>
  )
}

function Name({ client }: { client: ClientListItem }) {
  return (
    <div>
      <LastName>{client.lastName}</LastName>
      <span className={styles.sub}>
        <ClientDetails client={client} />
      </span>
    </div>
  )
}
