import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Inbox from 'lucide-react/icons/inbox'
import { FormattedMessage } from 'react-intl'
import { practiceRequestQueries } from '#src/api/requests.ts'
import { ALL, NO_REQUEST_SEARCH, type RequestSearch, WAITING } from '#src/api/request-search.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'

interface NoRequestsProps {
  practiceId: string
  search: RequestSearch
  /** Whether the practice accepts no requests. */
  isOff: boolean
  isAdmin: boolean
}

/** Empty state of the practice's requests: no match, turned off, none yet, or all answered. */
export function NoRequests({ practiceId, search, isOff, isAdmin }: NoRequestsProps) {
  const { state, kind, patient, of, search: text } = search
  const { data: all } = useQuery({
    ...practiceRequestQueries.list(practiceId, { ...NO_REQUEST_SEARCH, state: ALL }),
    enabled: !isOff,
    retryOnMount: false,
  })
  if (kind || patient || of || text || (state !== WAITING && state !== ALL)) {
    return (
      <Empty
        title={<FormattedMessage id="admin.requests.noneFoundTitle" />}
        actions={
          <Link to="/admin/requests" search={{ state: ALL }} className={buttonClass()}>
            <FormattedMessage id="admin.requests.showAll" />
          </Link>
        }
      >
        <FormattedMessage id="admin.requests.noneFound" />
      </Empty>
    )
  }
  if (isOff) {
    return (
      <Empty
        icon={Inbox}
        title={<FormattedMessage id="admin.requests.noneYetTitle" />}
        actions={
          isAdmin && (
            <Link to="/admin/requests/settings" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="admin.requests.turnOn" />
            </Link>
          )
        }
      >
        <FormattedMessage id={isAdmin ? 'admin.requests.offForAdmin' : 'admin.requests.off'} />
      </Empty>
    )
  }
  if (state === ALL || all?.page.totalElements === 0) {
    return (
      <Empty icon={Inbox} title={<FormattedMessage id="admin.requests.noneYetTitle" />}>
        <FormattedMessage id="admin.requests.noneYet" />
      </Empty>
    )
  }
  return (
    <Empty
      icon={Check}
      title={<FormattedMessage id="admin.requests.doneTitle" />}
      actions={
        <Link to="/admin/requests" search={{ state: ALL }} className={buttonClass()}>
          <FormattedMessage id="admin.requests.showAll" />
        </Link>
      }
    >
      <FormattedMessage id="admin.requests.done" />
    </Empty>
  )
}
