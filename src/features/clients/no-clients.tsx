import Users from 'lucide-react/icons/users'
import { FormattedMessage } from 'react-intl'
import type { ClientList } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { NoClientsYet, useHasNoClients } from './no-clients-yet.tsx'

const NOBODY = {
  registered: ['admin.clients.noneRegisteredTitle', 'admin.clients.noneRegistered'],
  locked: ['admin.clients.noneLockedTitle', 'admin.clients.noneLocked'],
  state: ['admin.invitations.noneTitle', 'admin.invitations.none'],
  unregistered: ['admin.clients.noneUnregisteredTitle', 'admin.clients.noneUnregistered'],
} as const

interface NoClientsProps {
  practiceId: string
  list: ClientList
  search: ClientSearch
  /** Number of matches on all pages. */
  total: number
  onSearch: (query: string) => void
}

/** Empty state of a page of clients: past the last page, no match, no client at all, or none in this list. */
export function NoClients({
  practiceId,
  list,
  search: { lastName: query, locked, state, noEmail },
  total,
  onSearch,
}: NoClientsProps) {
  const hasNoClients = useHasNoClients(practiceId)
  if (total > 0) {
    return (
      <Empty
        title={<FormattedMessage id="admin.clients.beyondTitle" />}
        actions={
          <Button variant="secondary" onClick={() => onSearch(query)}>
            <FormattedMessage id="admin.clients.firstPage" />
          </Button>
        }
      >
        <FormattedMessage id="admin.clients.beyond" />
      </Empty>
    )
  }
  if (query) {
    return (
      <Empty
        title={<FormattedMessage id="admin.clients.emptyTitle" />}
        actions={
          <Button variant="secondary" onClick={() => onSearch('')}>
            <FormattedMessage id="admin.clients.clearSearch" />
          </Button>
        }
      >
        <FormattedMessage id="admin.clients.emptySearch" values={{ lastName: query }} />
      </Empty>
    )
  }
  if (hasNoClients) return <NoClientsYet />
  const [title, text] = NOBODY[locked ? 'locked' : state || noEmail ? 'state' : list]
  return (
    <Empty icon={Users} title={<FormattedMessage id={title} />}>
      <FormattedMessage id={text} />
    </Empty>
  )
}
