import styles from './request-card.module.css'
import type { Practice } from '#contract/schemas/practice.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isOpen } from '#contract/request.ts'
import { reopenEndOf } from '#contract/request-turn.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { telephoneHref } from '#contract/telephone.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { RequestLink } from './request-links.tsx'
import { Conversation } from './conversation.tsx'
import { RequestContent } from './request-content.tsx'
import { KIND_ICONS } from './request-texts.ts'
import { useMutation } from '@tanstack/react-query'
import { requestMutations } from '#src/api/requests.ts'
import { showMessage } from '#src/lib/messages.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const TONES = {
  sent: undefined,
  seen: undefined,
  asked: 'warn',
  replied: 'ok',
  answered: 'ok',
  declined: 'bad',
  withdrawn: undefined,
} as const satisfies Record<PortalRequest['state'], string | undefined>

const CLOSED: Partial<Record<PortalRequest['state'], MessageId>> = {
  answered: 'client.requests.answeredAt',
  declined: 'client.requests.declinedAt',
  withdrawn: 'client.requests.withdrawnAt',
}

interface RequestCardProps {
  clientId: string
  request: PortalRequest
  practice: Pick<Practice, 'name' | 'phone'>
  /** Staff can neither send nor withdraw. */
  viewedByStaff: boolean
  /** Whether the card is an item of a list, with a link to the request. */
  isListed?: boolean | undefined
  /** Appointment in the practice's answer. */
  appointment?: ReactNode
  /** Messages of the request in place of its answer. */
  isConversation?: boolean | undefined
  /** Form for a message. */
  children?: ReactNode
}

/** Request of the owner with its status and actions. */
export function RequestCard({
  clientId,
  request,
  practice: { name: practiceName, phone },
  viewedByStaff,
  isListed,
  appointment,
  isConversation,
  children,
}: RequestCardProps) {
  const { formatMessage } = useIntl()
  const mayRemovePhotos = useCan('photo-removal') && !viewedByStaff && !request.seenAt && request.state === 'sent'
  const { uuid, kind, state, patientName, patientUuid, estimateUuid, formerUuid } = request
  const name = formatMessage({ id: `core.requests.kind.${kind}` })
  const title = patientName ? formatMessage({ id: 'client.requests.titleOf' }, { kind: name, name: patientName }) : name
  const mayReopenUntil = children ? reopenEndOf(request)?.toISOString() : undefined
  const content = <RequestContent request={request} photosRemovedBy={mayRemovePhotos ? clientId : undefined} />
  return (
    <Panel className={styles.card}>
      <div className={styles.head}>
        <Tile icon={KIND_ICONS[kind]} />
        <h2 className={styles.title}>
          {isListed ? (
            <Link to="/client/requests/$requestId" params={{ requestId: uuid }}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <Status tone={TONES[state]}>
          <FormattedMessage id={`core.requests.state.${state}`} />
        </Status>
      </div>
      {isConversation ? (
        <Conversation
          request={request}
          side="owner"
          appointment={appointment}
          names={{ owner: formatMessage({ id: 'core.seen.you' }), practice: practiceName }}
        >
          {content}
        </Conversation>
      ) : (
        <>
          {content}
          {request.answer?.text && (
            <blockquote className={styles.answer}>
              <p>{request.answer.text}</p>
            </blockquote>
          )}
        </>
      )}
      {!isConversation && appointment}
      {isConversation ? (
        <p role="status" className={styles.turn}>
          <FormattedMessage id={`client.requests.turn.${state}`} />
          {mayReopenUntil && (
            <>
              {' '}
              <FormattedMessage
                id="client.requests.mayReopen"
                values={{ moment: <Moment at={mayReopenUntil} {...IN_FULL} /> }}
              />
            </>
          )}
        </p>
      ) : (
        <RequestHistory request={request} />
      )}
      {request.overdue && (
        <Message kind="warning">
          <FormattedMessage
            id="client.requests.overdue"
            values={{
              hasPhone: telephoneHref(phone) ? 'yes' : 'no',
              phone: phone ? <PhoneLink phone={phone} /> : '',
            }}
          />
        </Message>
      )}
      {children}
      {!viewedByStaff && (
        <div className="row">
          {isOpen(state) && <Withdraw clientId={clientId} requestId={uuid} title={title} />}
          {!isOpen(state) && !children && (
            <RequestLink
              kind="QUESTION"
              former={uuid}
              patient={patientUuid}
              label={formatMessage({ id: 'client.requests.askFurtherOf' }, { title })}
            >
              <FormattedMessage id="client.requests.askFurther" />
            </RequestLink>
          )}
          {!isListed && estimateUuid && (
            <Link to="/client/estimates/$estimateId" params={{ estimateId: estimateUuid }}>
              <FormattedMessage id="client.requests.estimate" />
            </Link>
          )}
          {!isListed && formerUuid && (
            <Link to="/client/requests/$requestId" params={{ requestId: formerUuid }}>
              <FormattedMessage id="client.requests.former" />
            </Link>
          )}
        </div>
      )}
    </Panel>
  )
}

const IN_FULL = { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** When a request was sent, seen and closed, and by whom. */
function RequestHistory({ request: { state, sentAt, seenAt, closedAt, answer } }: Pick<RequestCardProps, 'request'>) {
  const by = answer?.by
  const closed = CLOSED[state]
  return (
    <ol className={styles.story}>
      <li>
        <FormattedMessage id="client.requests.sentAt" values={{ moment: <Moment at={sentAt} {...IN_FULL} /> }} />
      </li>
      {seenAt && (
        <li>
          <FormattedMessage id="client.requests.seenAt" values={{ moment: <Moment at={seenAt} {...IN_FULL} /> }} />
        </li>
      )}
      {closedAt && closed && (
        <li>
          <FormattedMessage
            id={closed}
            values={{ moment: <Moment at={closedAt} {...IN_FULL} />, by: by ?? '', hasName: by ? 'yes' : 'no' }}
          />
        </li>
      )}
    </ol>
  )
}

interface WithdrawProps {
  clientId: string
  requestId: string
  title: string
}

/** Withdraws a request that the practice has not answered. */
function Withdraw({ clientId, requestId, title }: WithdrawProps) {
  const { formatMessage } = useIntl()
  const withdrawing = useMutation(requestMutations.withdraw(clientId))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button
          variant="danger-quiet"
          aria-label={formatMessage({ id: 'client.requests.withdrawOf' }, { title })}
          onClick={openDialog}
        >
          <FormattedMessage id="client.requests.withdraw" />
        </Button>
      )}
      title={<FormattedMessage id="client.requests.withdrawTitle" />}
      confirmLabel={<FormattedMessage id="client.requests.withdraw" />}
      act={async (close) => {
        await withdrawing.mutateAsync(requestId)
        close()
        showMessage('success', 'client.requests.withdrawn')
      }}
    >
      <p>
        <FormattedMessage id="client.requests.withdrawText" values={{ title }} />
      </p>
    </ConfirmedButton>
  )
}
