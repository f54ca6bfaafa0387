import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { RequestSide } from '#contract/request.ts'
import type { PortalRequest, RequestMessage } from '#contract/schemas/request.ts'
import { groupBy } from '#contract/values.ts'
import { localDay } from '#contract/zone.ts'
import { classes } from '#src/ui/classes.ts'
import { Day, Moment } from '#src/ui/data/day.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
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

/** Number of last messages that a long conversation shows; earlier ones are in a disclosure. */
const RECENT = 8

/** Request with its messages under the days on which they were written. New messages are announced to screen readers. */
export function Conversation({ request, side, names, appointment, children }: ConversationProps) {
  const { uuid, sentAt, messages = [], answer } = request
  const { formatMessage } = useIntl()
  const first = { uuid, side: 'owner', at: sentAt } as const
  const answering = messages.find(
    ({ appointmentUuid }) => appointmentUuid && appointmentUuid === answer?.appointmentUuid,
  )
  // A disclosure of two messages would save less than it takes.
  const isLong = messages.length > RECENT + 2
  const earlier = isLong ? messages.slice(0, -RECENT) : []
  const recent = messages.slice(earlier.length)
  const bubble = (message: RequestMessage) => (
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
  )
  return (
    <div role="log" aria-label={formatMessage({ id: 'core.requests.messages' })} className={styles.days}>
      <Days messages={isLong ? [first] : [first, ...recent]}>{bubble}</Days>
      {isLong && (
        <>
          <Fold isInline title={<FormattedMessage id="core.requests.earlier" values={{ count: earlier.length }} />}>
            <div className={styles.days}>
              <Days messages={earlier}>{bubble}</Days>
            </div>
          </Fold>
          <Days messages={recent}>{bubble}</Days>
        </>
      )}
      {!answering && appointment}
    </div>
  )
}

interface DaysProps {
  messages: readonly RequestMessage[]
  children: (message: RequestMessage) => ReactNode
}

/** Messages below the days on which they were written. */
function Days({ messages, children }: DaysProps) {
  const byDay = groupBy(messages, ({ at }) => localDay(new Date(at)))
  return [...byDay].map(([day, ofDay]) => (
    <section key={day} className={styles.day}>
      <h3>
        <Day date={day} weekday="long" day="numeric" month="long" year="numeric" />
      </h3>
      <ol className={styles.messages}>{ofDay.map(children)}</ol>
    </section>
  ))
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
