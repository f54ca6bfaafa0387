import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { ClientDetails } from './client-details.tsx'
import { LastName } from './last-name.tsx'
import type { ClientPage } from './queries.ts'
import styles from './quick-search-dialog.module.css'
import { LockedStatus } from './registered-row.tsx'

type List = '/admin/clients/registered' | '/admin/clients/unregistered'

/** Something that can be opened: a client, or all of a list that were found. */
interface FoundOption {
  key: string
  to: List
  client?: ClientListItem
  /** How many there are, where more were found than are shown. */
  count?: number
}

function optionsOfList(to: List, page: ClientPage | undefined): FoundOption[] {
  if (!page) return []
  const { totalElements } = page.page
  const clients = page.content.map((client): FoundOption => ({ key: client.uuid, to, client }))
  return totalElements > clients.length && clients.length > 0
    ? [...clients, { key: to.slice(to.lastIndexOf('/') + 1), to, count: totalElements }]
    : clients
}

interface Found {
  registered: ClientPage | undefined
  unregistered: ClientPage | undefined
}

export const optionsOf = ({ registered, unregistered }: Found): FoundOption[] => [
  ...optionsOfList('/admin/clients/registered', registered),
  ...optionsOfList('/admin/clients/unregistered', unregistered),
]

interface FoundOptionsProps {
  id: string
  idOf: (key: string) => string
  options: FoundOption[]
  /** The one that Enter opens. */
  chosen: FoundOption | undefined
  onPoint: (index: number) => void
  onOpen: (option: FoundOption) => void
}

export function FoundOptions({ id, idOf, options, chosen, onPoint, onOpen }: FoundOptionsProps) {
  const titleId = useId()
  return (
    <div role="listbox" id={id} aria-labelledby={titleId}>
      <span id={titleId} className="hidden-text" role="presentation">
        <FormattedMessage id="admin.find.list" />
      </span>
      {(['/admin/clients/registered', '/admin/clients/unregistered'] as const).map((list) => {
        const ofList = options.filter(({ to }) => to === list)
        const headId = `${titleId}-${list}`
        return (
          ofList.length > 0 && (
            <div key={list} role="group" aria-labelledby={headId}>
              <p id={headId} role="presentation" className={styles.list}>
                <FormattedMessage
                  id={list === '/admin/clients/registered' ? 'admin.clients.registered' : 'admin.clients.unregistered'}
                />
              </p>
              {ofList.map((option) => (
                // The focus stays in the box, which is told by its `aria-activedescendant` which option is meant.
                <button
                  key={option.key}
                  id={idOf(option.key)}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.key === chosen?.key}
                  className={styles.option}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => onPoint(options.indexOf(option))}
                  onClick={() => onOpen(option)}
                >
                  <OptionText option={option} />
                </button>
              ))}
            </div>
          )
        )
      })}
    </div>
  )
}

function OptionText({ option: { to, client, count } }: { option: FoundOption }) {
  const isRegistered = to === '/admin/clients/registered'
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
        <LastName>{client.lastName}</LastName>{' '}
        <span className={styles.sub}>
          <ClientDetails client={client} />
        </span>
      </span>{' '}
      {client.locked && <LockedStatus />}{' '}
      <span className={styles.sub}>
        <FormattedMessage id={isRegistered ? 'admin.clients.impersonate' : 'admin.find.toList'} />
      </span>
    </>
  )
}
