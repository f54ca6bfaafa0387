import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { RequestContent } from '#src/features/requests/request-content.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './request-page.module.css'
import { useQuery } from '@tanstack/react-query'
import { practiceQueries } from '#src/api/practices.ts'
import { SILENT } from '#src/api/query-client.ts'
import { AnsweredAppointment } from '#src/features/appointments/appointments.tsx'
import { RequestMoment, RequestStatus } from '#src/features/requests/request-status.tsx'
import { useState } from 'react'
import { now as serverNow } from '#src/lib/dates.ts'
import { unseenBefore } from '#contract/request-rules.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'

export function RequestPanel({ request }: { request: PracticeRequest }) {
  const { estimateUuid, formerUuid } = request
  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-content">
      <h2 id="request-content">
        <FormattedMessage id="admin.requests.asks" />
      </h2>
      <RequestContent request={request} noteOf={originOf} />
      {estimateUuid && (
        <p>
          <Link to="/admin/estimates/$estimateId" params={{ estimateId: estimateUuid }}>
            <FormattedMessage id="client.requests.estimate" />
          </Link>
        </p>
      )}
      {formerUuid && (
        <p>
          <Link to="/admin/requests/$requestId" params={{ requestId: formerUuid }}>
            <FormattedMessage id="admin.requests.former" />
          </Link>
        </p>
      )}
    </Panel>
  )
}

/** Returns the message id of the source of a product. */
function originOf({ visitFormUuid, logbookEntryUuid }: NonNullable<PracticeRequest['products']>[number]) {
  if (visitFormUuid) return 'admin.requests.ofVisit'
  return logbookEntryUuid ? 'admin.requests.ofDelivery' : 'admin.requests.typed'
}

/** Answer of the practice with its appointment; not rendered for a withdrawn request. */
export function AnswerPanel({ request }: { request: PracticeRequest }) {
  const { state, answer, practiceId } = request
  const { data: practice } = useQuery({ ...practiceQueries.one(practiceId), retryOnMount: false, meta: SILENT })
  if (!answer) return null
  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-answer">
      <h2 id="request-answer">
        <FormattedMessage id={state === 'declined' ? 'admin.requests.declinedTitle' : 'admin.requests.answerTitle'} />
      </h2>
      {answer.text && <p className={styles.text}>{answer.text}</p>}
      <AnsweredAppointment request={request} practice={practice} />
      <p className="muted small">
        {answer.by ? (
          <FormattedMessage id="admin.requests.by" values={{ name: answer.by }} />
        ) : (
          <FormattedMessage id="admin.requests.bySystem" />
        )}
      </p>
    </Panel>
  )
}

interface RequestFactsProps {
  request: PracticeRequest
  /** Limit set by the practice; undefined if unknown. */
  seenWithinDays: number | undefined
}

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
        <RequestMoment at={sentAt} />
      </Fact>
      {seenAt && (
        <Fact name={<FormattedMessage id="admin.requests.seenAt" />}>
          <RequestMoment at={seenAt} />
        </Fact>
      )}
      {closedAt && (
        <Fact name={<FormattedMessage id="admin.requests.closedAt" />}>
          <RequestMoment at={closedAt} />
        </Fact>
      )}
    </Facts>
  )
}
