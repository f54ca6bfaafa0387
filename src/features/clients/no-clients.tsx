import Users from 'lucide-react/icons/users'
import { FormattedMessage } from 'react-intl'
import { type ClientList, clientListQueries } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '#src/api/capabilities.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'

/** Title, text, and the list that the button opens with its label. */
const NOBODY = {
  registered: [
    'admin.clients.noneRegisteredTitle',
    'admin.clients.noneRegistered',
    '/admin/clients/unregistered',
    'admin.clients.unregistered',
  ],
  locked: [
    'admin.clients.noneLockedTitle',
    'admin.clients.noneLocked',
    '/admin/clients/registered',
    'admin.dashboard.allClients',
  ],
  state: ['admin.invitations.noneTitle', 'admin.invitations.none', '.', 'admin.dashboard.allClients'],
  unregistered: [
    'admin.clients.noneUnregisteredTitle',
    'admin.clients.noneUnregistered',
    '/admin/clients/registered',
    'admin.clients.registered',
  ],
} as const

interface NoClientsProps {
  practiceId: string
  list: ClientList
  search: ClientSearch
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
  const [title, text, to, label] = NOBODY[locked ? 'locked' : state || noEmail ? 'state' : list]
  return (
    <Empty
      icon={Users}
      title={<FormattedMessage id={title} />}
      actions={
        <Link to={to} search={{}} className={buttonClass()}>
          <FormattedMessage id={label} />
        </Link>
      }
    >
      <FormattedMessage id={text} />
    </Empty>
  )
}

/** Whether the practice has no client at all, registered or not; false while a count is unknown. */
export function useHasNoClients(practiceId: string): boolean {
  const once = { retryOnMount: false }
  const registered = useQuery({ ...clientListQueries.registeredCount(practiceId), ...once })
  const unregistered = useQuery({ ...clientListQueries.unregisteredCount(practiceId), ...once })
  return registered.data === 0 && unregistered.data === 0
}

/** Empty state of a practice without any client, with a link to the import. */
export function NoClientsYet() {
  return (
    <Empty
      icon={Users}
      title={<FormattedMessage id="admin.dashboard.noClients" />}
      actions={<LoadClientsLink variant="primary" />}
    >
      <LoadClientsText />
    </Empty>
  )
}

/** Says who can load clients. */
export function LoadClientsText() {
  const isAdmin = useIsClinicAdmin()
  return <FormattedMessage id={isAdmin ? 'admin.dashboard.noClientsText' : 'admin.dashboard.noClientsStaff'} />
}

/** Link to the page where an admin loads files or sets up exports; nothing for other staff or another API. */
export function LoadClientsLink({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) {
  const isAdmin = useIsClinicAdmin()
  const hasFiles = useCan('csv-import')
  const hasKeys = useCan('import-feed')
  if (!isAdmin || !(hasFiles || hasKeys)) return null
  return (
    <Link to={hasFiles ? '/admin/practice/import' : '/admin/practice/data'} className={buttonClass({ variant })}>
      <FormattedMessage id="admin.dashboard.loadClients" />
    </Link>
  )
}
