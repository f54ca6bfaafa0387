import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { RequestSide } from '#contract/request.ts'
import type { PortalRequest, RequestMessage } from '#contract/schemas/request.ts'
import { groupBy } from '#contract/values.ts'
import { localDay } from '#contract/zone.ts'
import { classes } from '#src/ui/classes.ts'
import { Day, Moment } from '#src/ui/data/day.tsx'
import styles from './conversation.module.css'
import { PhotoList } from './request-content.tsx'

interface ConversationProps {
  request: Pick<PortalRequest, 'uuid' | 'sentAt' | 'messages' | 'answer'>
  /** Side of the reader, whose messages are on the right. */
  side: RequestSide
  /** Names of authors whom a message does not name. */
  names: Readonly<Record<RequestSide, string>>
  /** Appointment of the answer. */
  appointment: ReactNode
  /** Content of the request itself, which is the first message. */
  children: ReactNode
}

/** Request with its messages under the days on which they were written. New messages are announced to screen readers. */
export function Conversation({ request, side, names, appointment, children }: ConversationProps) {
  const { uuid, sentAt, messages = [], answer } = request
  const { formatMessage } = useIntl()
  const first = { uuid, side: 'owner', at: sentAt } as const
  const all: RequestMessage[] = [first, ...messages]
  const answering = messages.find(
    ({ appointmentUuid }) => appointmentUuid && appointmentUuid === answer?.appointmentUuid,
  )
  const byDay = groupBy(all, ({ at }) => localDay(new Date(at)))
  return (
    <div role="log" aria-label={formatMessage({ id: 'core.requests.messages' })} className={styles.days}>
      {[...byDay].map(([day, ofDay]) => (
        <section key={day} className={styles.day}>
          <h3>
            <Day date={day} weekday="long" day="numeric" month="long" year="numeric" />
          </h3>
          <ol className={styles.messages}>
            {ofDay.map((message) => (
              <Bubble
                key={message.uuid}
                message={message}
                isOwn={message.side === side}
                // The owner's own messages need no name.
                name={side === 'owner' && message.side === 'owner' ? names.owner : (message.by ?? names[message.side])}
              >
                {message === first && children}
                {message === answering && appointment}
              </Bubble>
            ))}
          </ol>
        </section>
      ))}
      {!answering && appointment}
    </div>
  )
}

interface BubbleProps {
  message: RequestMessage
  isOwn: boolean
  name: string
  children: ReactNode
}

function Bubble({ message: { at, text, photos, outcome }, isOwn, name, children }: BubbleProps) {
  const id = useId()
  return (
    <li className={classes(styles.bubble, isOwn && styles.own)} aria-labelledby={id}>
      <p id={id} className={styles.head}>
        <strong>{name}</strong> <Moment at={at} hour="numeric" minute="2-digit" />
        {outcome === 'declined' && (
          <>
            {' · '}
            <FormattedMessage id="core.requests.state.declined" />
          </>
        )}
      </p>
      {text && <p className={styles.text}>{text}</p>}
      {children}
      {photos && photos.length > 0 && <PhotoList photos={photos} />}
    </li>
  )
}
