import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Inbox from 'lucide-react/icons/inbox'
import { FormattedMessage } from 'react-intl'
import { ALL, type RequestSearch, WAITING } from '#src/api/request-search.ts'
import { PageOutOfRange } from '#src/features/shell/page-out-of-range.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'

interface NoRequestsProps {
  search: RequestSearch
  /** That match, on whatever page. */
  total: number
  /** The practice takes none. */
  isOff: boolean
}

/** In place of the rows: why there are none. */
export function NoRequests({ search, total, isOff }: NoRequestsProps) {
  const { state, kind, patient, of, search: text } = search
  if (total > 0) return <PageOutOfRange icon={Inbox} />
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
  if (state === ALL || isOff) {
    return (
      <Empty icon={Inbox} title={<FormattedMessage id="admin.requests.noneYetTitle" />}>
        <FormattedMessage id={isOff ? 'admin.requests.off' : 'admin.requests.noneYet'} />
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
