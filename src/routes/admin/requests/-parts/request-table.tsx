import { Link } from '@tanstack/react-router'
import { now as serverNow } from '#src/lib/dates.ts'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { unseenBefore } from '#contract/request-rules.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import type { RequestSearch } from '#src/api/request-search.ts'
import { HeadCell, LeadCell, NarrowOnly, StateCell, Table, WideCell } from '#src/ui/data/table.tsx'
import { RequestMoment, RequestStatus } from '#src/features/requests/request-status.tsx'
import { kindOf, summaryOf } from '#src/features/requests/request-texts.ts'
import { RequestClient } from '#src/features/sheet/client-link.tsx'
import { ClientCell, LeadDetail } from '#src/features/sheet/record-list.tsx'
import styles from './requests.module.css'

interface RequestTableProps {
  requests: readonly PracticeRequest[]
  search: RequestSearch
  /** Limit set by the practice; undefined if unknown. */
  seenWithinDays: number | undefined
}

export function RequestTable({ requests, search, seenWithinDays }: RequestTableProps) {
  const [now] = useState(serverNow)
  const before = seenWithinDays === undefined ? '' : unseenBefore(now, seenWithinDays)
  return (
    <Table
      label={<FormattedMessage id="admin.requests.title" />}
      fixed
      head={
        <>
          <HeadCell width="31%" label="admin.requests.request" />
          <HeadCell width="26%" label="admin.requests.client" />
          <HeadCell wide width="17%" label="admin.requests.sentAt" />
          <HeadCell label="admin.requests.state" />
        </>
      }
    >
      {requests.map((request) => (
        <Row
          key={request.uuid}
          request={request}
          search={search}
          isLate={request.state === 'sent' && request.sentAt < before}
        />
      ))}
    </Table>
  )
}

interface RowProps {
  request: PracticeRequest
  search: RequestSearch
  isLate: boolean
}

function Row({ request, search, isLate }: RowProps) {
  const intl = useIntl()
  const { uuid, sentAt } = request
  const summary = summaryOf(request, intl)
  return (
    <tr>
      <LeadCell>
        <Link to="/admin/requests/$requestId" params={{ requestId: uuid }} state={{ requests: search }}>
          <strong>{kindOf(request, intl)}</strong>
        </Link>
        {summary && <LeadDetail>{summary}</LeadDetail>}
      </LeadCell>
      <ClientCell record={request} links={<RequestClient request={request} />}>
        <NarrowOnly>
          {' · '}
          <RequestMoment at={sentAt} />
        </NarrowOnly>
      </ClientCell>
      <WideCell>
        <RequestMoment at={sentAt} />
      </WideCell>
      <StateCell className={styles.stateCell}>
        <span className={styles.state}>
          <RequestStatus request={request} isLate={isLate} />
        </span>
      </StateCell>
    </tr>
  )
}
