import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { Conversation } from '#src/features/requests/conversation.tsx'
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
import { VisitLink } from '#src/features/sheet/client-link.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { unseenBefore } from '#contract/request-rules.ts'
import { reopenEndOf } from '#contract/request-turn.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'

interface RequestPanelProps {
  request: PracticeRequest
  /** Actions below the messages. */
  children?: ReactNode
}

export function RequestPanel({ request, children }: RequestPanelProps) {
  const { estimateUuid, formerUuid, clientName, state, practiceId } = request
  const { data: practice } = useQuery({ ...practiceQueries.one(practiceId), retryOnMount: false, meta: SILENT })
  const { formatMessage } = useIntl()
  const hasMessages = useCan('request-messages')
  const [now] = useState(serverNow)
  const reopenEnd = reopenEndOf(request)
  const content = <RequestContent request={request} noteOf={originOf} />
  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-content">
      <h2 id="request-content">
        <FormattedMessage id="admin.requests.asks" />
      </h2>
      {hasMessages ? (
        <>
          <Conversation
            request={request}
            side="practice"
            appointment={<AnsweredAppointment request={request} practice={practice} />}
            names={{ owner: clientName, practice: formatMessage({ id: 'core.seen.system' }) }}
          >
            {content}
          </Conversation>
          <p role="status">
            <strong>
              <FormattedMessage id={`admin.requests.turn.${state}`} />{' '}
              {reopenEnd && now < reopenEnd && (
                <FormattedMessage
                  id="admin.requests.mayReopen"
                  values={{ moment: <RequestMoment at={reopenEnd.toISOString()} /> }}
                />
              )}
            </strong>
          </p>
        </>
      ) : (
        content
      )}
      {children}
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
  const hasMessages = useCan('request-messages')
  // The conversation has the answer.
  if (!answer || hasMessages) return null
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

const SHORT = { day: 'numeric', month: 'short', year: 'numeric' } as const

interface RequestFactsProps {
  request: PracticeRequest
  /** Limit set by the practice; undefined if unknown. */
  seenWithinDays: number | undefined
}

export function RequestFacts({ request, seenWithinDays }: RequestFactsProps) {
  const { clientUuid, clientNumber, patientUuid, state, sentAt, seenAt, closedAt, messages, lastVisit, lastMedicine } =
    request
  const hasForms = useCan('forms')
  const appointment = request.answer?.appointment ?? request.appointment
  const [now] = useState(serverNow)
  const waitsSince = messages?.findLast(({ side }) => side === 'owner')?.at ?? sentAt
  const isLate = state === 'sent' && seenWithinDays !== undefined && waitsSince < unseenBefore(now, seenWithinDays)
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
      {lastVisit && (
        <Fact name={<FormattedMessage id="admin.requests.lastVisit" />}>
          <Day date={lastVisit.date} {...SHORT} />
          {lastVisit.reason && <span className={styles.line}>{lastVisit.reason}</span>}
        </Fact>
      )}
      {lastMedicine && (
        <Fact name={<FormattedMessage id="admin.requests.lastMedicine" />}>
          <Day date={lastMedicine.date} {...SHORT} />
          <span className={styles.line}>{lastMedicine.name}</span>
        </Fact>
      )}
      {appointment && (
        <Fact name={<FormattedMessage id="admin.forms.appointment" />}>
          <VisitLink appointmentId={appointment.uuid}>
            <VisitMoment at={appointment.start} look="short" /> · {appointment.reason}
          </VisitLink>
        </Fact>
      )}
      {hasForms && (
        <Fact name={<FormattedMessage id="admin.forms.title" />}>
          <Link to="/admin/forms/ask" search={{ of: clientUuid, patient: patientUuid, appointment: appointment?.uuid }}>
            <FormattedMessage id="admin.forms.ask" />
          </Link>
        </Fact>
      )}
    </Facts>
  )
}
