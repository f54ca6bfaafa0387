import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { type ReactNode, use, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { LinkButton, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { focusMain, restoreFocus } from '#src/ui/layout/shell.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { ClientDetails, clientName, LeadName, useSearchLabel } from '#src/features/clients/client-name.tsx'
import { ClientLink, ClientNote } from '#src/features/sheet/client-link.tsx'
import type { ListedClient } from '#src/api/clients.ts'
import type { ClientList, ClientPage } from '#src/api/client-lists.ts'
import { QuickSearchOutcome, SHOWN, useFound } from '#src/features/clients/quick-search.tsx'
import styles from './quick-search.module.css'
import { LockedStatus } from '#src/features/access/lock.tsx'
import { type RegistrationState, useRegistration } from '#src/features/access/registration.tsx'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { useViewAs } from '#src/features/access/view-as.ts'
import { useCan } from '#src/api/capabilities.ts'
import { countOf } from '#src/api/pages.ts'

const FoundBy = createLazyModule(async () => (await import('#src/features/clients/found-by.tsx')).FoundBy)

interface QuickSearchProps {
  practiceId: string
  query: string
  onSearch: (query: string) => void
}

/** Finds clients in both lists, with a button for the most common action. */
export function QuickSearch({ practiceId, query, onSearch }: QuickSearchProps) {
  const titleId = useId()
  const viewAs = useViewAs()
  const note = (client: ListedClient) => <FoundBy client={client} search={query} />
  const { pending, nobody, retry, ...found } = useFound(practiceId, query)
  const { list, shown, register, stateOf, question } = useRegistration(practiceId, found, query)
  const { registered, unregistered } = shown
  const rows = pending
    ? []
    : [
        ...(registered?.content ?? []).map((client) => (
          <FoundRegistered key={client.uuid} client={client} onViewAs={() => viewAs(client.uuid)} />
        )),
        ...(unregistered?.content ?? []).map((client) => (
          <FoundUnregistered
            key={client.uuid}
            client={client}
            registration={stateOf(client)}
            onRegister={() => register(client)}
          />
        )),
      ]

  return (
    <Panel padded>
      <section className={styles.search} aria-labelledby={titleId}>
        <h2 id={titleId}>
          <FormattedMessage id="admin.dashboard.search" />
        </h2>
        <SearchBar label={useSearchLabel()} value={query} onSearch={onSearch} />
        {pending && <Spinner />}
        <p className={pending || rows.length > 0 ? 'hidden-text' : 'small muted'} role="status">
          {pending ? (
            <FormattedMessage id="core.text.loading" />
          ) : (
            <QuickSearchOutcome query={query} count={rows.length} nobody={nobody} />
          )}
        </p>
        <div ref={list}>
          {rows.length > 0 && (
            <ClientNote value={note}>
              <ul className={styles.found}>{rows}</ul>
            </ClientNote>
          )}
        </div>
        {!pending && (
          <>
            <AllFound list="registered" page={registered} query={query} />
            <AllFound list="unregistered" page={unregistered} query={query} />
            {retry && (
              <LinkButton
                onClick={() => {
                  // Retrying removes the focused button.
                  focusMain()
                  retry()
                }}
              >
                <FormattedMessage id="core.buttons.retry" />
              </LinkButton>
            )}
          </>
        )}
      </section>
      {question}
    </Panel>
  )
}

interface AllFoundProps {
  list: ClientList
  page: ClientPage | undefined
  query: string
}

function AllFound({ list, page, query }: AllFoundProps) {
  if (!page || page.page.totalElements <= SHOWN) return null
  return (
    <Link to={`/admin/clients/${list}`} search={{ lastName: query }} className={linkButtonClass}>
      <FormattedMessage
        id={list === 'registered' ? 'admin.dashboard.allRegistered' : 'admin.dashboard.allUnregistered'}
        values={{ count: countOf(page) ?? 0 }}
      />
    </Link>
  )
}

function FoundRegistered({ client, onViewAs }: { client: ListedClient; onViewAs: () => void }) {
  const intl = useIntl()
  return (
    <Found client={client} state={client.locked && <LockedStatus />}>
      <LinkButton
        aria-label={intl.formatMessage({ id: 'admin.clients.impersonateName' }, { name: clientName(client, intl) })}
        onClick={onViewAs}
      >
        <FormattedMessage id="admin.clients.impersonate" />
      </LinkButton>
    </Found>
  )
}

interface FoundUnregisteredProps {
  client: ListedClient
  registration: RegistrationState
  onRegister: () => void
}

function FoundUnregistered({ client, registration, onRegister }: FoundUnregisteredProps) {
  const intl = useIntl()
  // The pressed button is removed together with the client and loses the focus.
  useUnmount(restoreFocus)
  const lacksEmail = useCan('invitations') && client.email === null
  const status =
    registration === 'done' ? (
      <Status tone="ok" icon={Check}>
        <FormattedMessage id="admin.clients.registered" />
      </Status>
    ) : registration === 'conflict' ? (
      <Status tone="bad">
        <FormattedMessage id="admin.clients.conflict" />
      </Status>
    ) : (
      lacksEmail && (
        <Status tone="warn">
          <FormattedMessage id="admin.clients.noEmail" />
        </Status>
      )
    )
  return (
    <Found client={client} state={!status && client.locked && <LockedStatus />}>
      {status || (
        <LinkButton
          aria-label={intl.formatMessage({ id: 'admin.clients.registerName' }, { name: clientName(client, intl) })}
          aria-busy={registration === 'busy'}
          onClick={onRegister}
        >
          <FormattedMessage id="admin.clients.register" />
        </LinkButton>
      )}
    </Found>
  )
}

function Found({ client, state, children }: { client: ListedClient; state?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div>
        <ClientLink client={client}>
          <LeadName client={client} />
        </ClientLink>
        <span className={styles.sub}>
          <ClientDetails client={client} /> {use(ClientNote)?.(client)}
        </span>
      </div>
      {state}
      {children}
    </li>
  )
}
