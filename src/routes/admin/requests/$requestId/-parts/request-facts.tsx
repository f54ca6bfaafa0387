import { useState } from 'react'
import { now as serverNow } from '#src/lib/dates.ts'
import { FormattedMessage } from 'react-intl'
import { unseenBefore } from '#contract/request.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Moment } from '#src/features/requests/moment.tsx'
import { RequestStatus } from '#src/features/requests/request-status.tsx'

interface RequestFactsProps {
  request: PracticeRequest
  /** The practice's limit; undefined: not known. */
  seenWithinDays: number | undefined
}

/** What has become of it, and when. */
export function RequestFacts({ request, seenWithinDays }: RequestFactsProps) {
  const { state, clientNumber, sentAt, seenAt, closedAt } = request
  const [now] = useState(serverNow)
  const isLate = state === 'sent' && seenWithinDays !== undefined && sentAt < unseenBefore(now, seenWithinDays)
  return (
    <Facts panel>
      {clientNumber && <Fact name={<FormattedMessage id="admin.csv.clientNumber" />}>{clientNumber}</Fact>}
      <Fact name={<FormattedMessage id="admin.requests.state" />}>
        <RequestStatus request={request} isLate={isLate} />
      </Fact>
      <Fact name={<FormattedMessage id="admin.requests.sentAt" />}>
        <Moment at={sentAt} />
      </Fact>
      {seenAt && (
        <Fact name={<FormattedMessage id="admin.requests.seenAt" />}>
          <Moment at={seenAt} />
        </Fact>
      )}
      {closedAt && (
        <Fact name={<FormattedMessage id="admin.requests.closedAt" />}>
          <Moment at={closedAt} />
        </Fact>
      )}
    </Facts>
  )
}
