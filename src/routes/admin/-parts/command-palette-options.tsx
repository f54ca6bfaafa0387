import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { ClientDetails, LeadName } from '#src/features/clients/client-name.tsx'
import type { ListedClient } from '#src/api/clients.ts'
import type { ClientList, ClientPage } from '#src/api/client-lists.ts'
import styles from './command-palette.module.css'
import { FoundBy } from '#src/features/clients/found-by.tsx'
import { LockedStatus } from '#src/features/access/lock.tsx'
import { countOf } from '#src/api/pages.ts'
import { typedKeys } from '#contract/values.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import type { PalettePage } from './palette-pages.ts'

const LISTS: readonly ClientList[] = ['registered', 'unregistered']

const GROUPS = {
  registered: 'admin.clients.registered',
  unregistered: 'admin.clients.unregistered',
  viewed: 'admin.dashboard.lastViewed',
  pages: 'admin.find.pages',
  actions: 'admin.find.actions',
} as const satisfies Record<Group, MessageId>

type Group = ClientList | 'viewed' | 'pages' | 'actions'

/** Option of the palette: a client, all matches in a list, or a page. */
interface FoundOption {
  key: string
  list: Group
  page?: PalettePage
  client?: ListedClient
  /** Number of matches, if not all are shown; 0 if unknown. */
  count?: number
}

type Found = Record<ClientList, ClientPage | undefined>

interface Further {
  /** Clients whom the user viewed last, while there is no query. */
  viewed: readonly ListedClient[]
  pages: readonly PalettePage[]
  actions: readonly PalettePage[]
}

/** Returns the options of the palette: clients, then pages and actions. */
export function optionsOf(found: Found, { viewed, pages, actions }: Further): FoundOption[] {
  const clients = LISTS.flatMap((list) => {
    const { content = [], page } = found[list] ?? {}
    const clients = content.map((client): FoundOption => ({ key: client.uuid, list, client }))
    const isPart = clients.length > 0 && page !== undefined && page.totalElements > clients.length
    return isPart ? [...clients, { key: list, list, count: countOf({ page }) ?? 0 }] : clients
  })
  const ofList =
    (list: Group) =>
    (page: PalettePage): FoundOption => ({ key: page.label, list, page })
  return [
    ...clients,
    ...viewed.map((client): FoundOption => ({ key: client.uuid, list: 'viewed', client })),
    ...pages.map(ofList('pages')),
    ...actions.map(ofList('actions')),
  ]
}

interface FoundOptionsProps {
  id: string
  idOf: (key: string) => string
  query: string
  options: FoundOption[]
  /** Option that Enter opens. */
  chosen: FoundOption | undefined
  onPoint: (key: string) => void
  onOpen: (option: FoundOption) => void
}

export function FoundOptions({ id, idOf, query, options, chosen, onPoint, onOpen }: FoundOptionsProps) {
  const titleId = useId()
  return (
    // Without `tabIndex`, browsers make a scrolling element a stop of the Tab key.
    <div
      role="listbox"
      id={id}
      tabIndex={-1}
      className={styles.options}
      aria-labelledby={titleId}
      // The focus stays in the text box; its `aria-activedescendant` names the chosen option.
      onMouseDown={(event) => event.preventDefault()}
    >
      <span id={titleId} className="hidden-text" role="presentation">
        <FormattedMessage id="admin.find.list" />
      </span>
      {typedKeys(GROUPS).map((list) => {
        const ofList = options.filter((option) => option.list === list)
        const headId = `${titleId}-${list}`
        return (
          ofList.length > 0 && (
            <div key={list} role="group" aria-labelledby={headId}>
              <p id={headId} role="presentation" className={styles.list}>
                <FormattedMessage id={GROUPS[list]} />
              </p>
              {ofList.map((option) => (
                <button
                  key={option.key}
                  id={idOf(option.key)}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.key === chosen?.key}
                  className={styles.option}
                  onMouseMove={() => onPoint(option.key)}
                  onClick={() => onOpen(option)}
                >
                  <OptionText option={option} query={query} />
                </button>
              ))}
            </div>
          )
        )
      })}
    </div>
  )
}

function OptionText({ option: { list, client, count, page }, query }: { option: FoundOption; query: string }) {
  const isRegistered = list === 'registered'
  if (page) return <PageTitle page={page} />
  if (!client) {
    return (
      <FormattedMessage
        id={isRegistered ? 'admin.dashboard.allRegistered' : 'admin.dashboard.allUnregistered'}
        values={{ count }}
      />
    )
  }
  return (
    <>
      <span className={styles.who}>
        <LeadName client={client} />{' '}
        <span className={styles.sub}>
          <ClientDetails client={client} /> <FoundBy client={client} search={query} />
        </span>
      </span>{' '}
      {client.locked && <LockedStatus />}
    </>
  )
}

function PageTitle({ page }: { page: PalettePage }) {
  return (
    <span className={styles.who}>
      {'section' in page && (
        <span className={styles.section}>
          <FormattedMessage id={page.section} />
          {' · '}
        </span>
      )}
      <FormattedMessage id={page.label} />
    </span>
  )
}
