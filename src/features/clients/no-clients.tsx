import Users from 'lucide-react/icons/users'
import { FormattedMessage } from 'react-intl'
import type { ClientList } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const NOBODY = {
  registered: ['admin.clients.noneRegisteredTitle', 'admin.clients.noneRegistered'],
  locked: ['admin.clients.noneLockedTitle', 'admin.clients.noneLocked'],
  state: ['admin.invitations.noneTitle', 'admin.invitations.none'],
  unregistered: ['admin.clients.noneUnregisteredTitle', 'admin.clients.noneUnregistered'],
} as const

interface NoClientsProps {
  list: ClientList
  search: ClientSearch
  /** How many there are on all pages. */
  total: number
  onSearch: (query: string) => void
}

/** In place of a page of clients without any. */
export function NoClients({
  list,
  search: { lastName: query, locked, state, noEmail },
  total,
  onSearch,
}: NoClientsProps) {
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
  const [title, text] = NOBODY[locked ? 'locked' : state || noEmail ? 'state' : list]
  return (
    <Empty icon={Users} title={<FormattedMessage id={title} />}>
      <FormattedMessage id={text} />
    </Empty>
  )
}
