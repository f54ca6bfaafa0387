import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Users from 'lucide-react/icons/users'
import { FormattedMessage } from 'react-intl'
import { isClinicAdmin } from '#contract/roles.ts'
import { useCan } from '#src/api/capabilities.ts'
import { clientListQueries } from '#src/api/client-lists.ts'
import { usePortal } from '#src/lib/store.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'

/** Whether the practice has no client at all, registered or not; false while a count is unknown. */
export function useHasNoClients(practiceId: string): boolean {
  const once = { retryOnMount: false }
  const registered = useQuery({ ...clientListQueries.registeredCount(practiceId), ...once })
  const unregistered = useQuery({ ...clientListQueries.unregisteredCount(practiceId), ...once })
  return registered.data === 0 && unregistered.data === 0
}

/** Empty state of a practice without any client, with the way to load them. */
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
  const isAdmin = useIsAdmin()
  return <FormattedMessage id={isAdmin ? 'admin.dashboard.noClientsText' : 'admin.dashboard.noClientsStaff'} />
}

/** Link to the section where an admin sets up exports; nothing for other staff or another API. */
export function LoadClientsLink({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) {
  const isAdmin = useIsAdmin()
  const canImport = useCan('import-feed')
  if (!isAdmin || !canImport) return null
  return (
    <Link to="/admin/practice" hash="import-feed" className={buttonClass({ variant })}>
      <FormattedMessage id="admin.dashboard.loadClients" />
    </Link>
  )
}

const useIsAdmin = () => usePortal(({ session }) => session !== null && isClinicAdmin(session))
