import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { requestCountQuery, requestTermQueries } from '#src/api/request-terms.ts'
import { NavLink } from '#src/ui/navigation/nav-link.tsx'

/** The way to the requests with the number of those that wait; not there for a practice that takes none and has none. */
export function RequestsLink({ practiceId }: { practiceId: string }) {
  const intl = useIntl()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data: count, isStale, refetch } = useQuery(requestCountQuery(practiceId))
  useEffect(() => {
    // As the number of an owner's reminders: it is asked for with another page, where it is no longer fresh.
    if (isStale) void refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with another page only
  }, [pathname])
  const waiting = count?.waiting ?? 0
  const { data: terms } = useQuery({ ...requestTermQueries.of(practiceId), enabled: count?.waiting === 0 })
  if (waiting === 0 && !terms?.kinds.length) return null
  return (
    <NavLink
      to="/admin/requests"
      icon={Inbox}
      label={intl.formatMessage({ id: 'admin.requests.title' })}
      badge={waiting}
      badgeLabel={intl.formatMessage({ id: 'admin.requests.badge' }, { count: waiting })}
    />
  )
}
