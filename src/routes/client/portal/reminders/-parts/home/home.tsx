import type { Reminder } from '#contract/schemas/reminder.ts'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { displayDateOf } from '#contract/reminder.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import { AppointmentBlock, type AppointmentBlockProps, DocumentsBlock, MedicationBlock, ToPayBlock } from './blocks.tsx'
import { AskedBlock, countAsked } from './asked-block.tsx'
import { useDue, useHome } from './use-home.ts'
import styles from './home.module.css'
import { ToDoBlock, type ToDoProps } from './to-do-block.tsx'
import { WithdrawalBlock } from './withdrawal-block.tsx'

interface HomeProps extends Omit<ToDoProps, 'due'>, Pick<AppointmentBlockProps, 'atVisit'> {
  clientId: string
  /** All active reminders; null if only a part is loaded. */
  reminders: readonly Reminder[] | null
  /** Reminder that is due first. */
  next: Reminder | undefined
  /** Rest of the page. */
  children: ReactNode
}

/** Longest wait for calls whose blocks belong above the rest of the page. */
const MAX_WAIT_MS = 1500
const HIDDEN = { visibility: 'hidden' } as const

/**
 * First page of an owner. Medicines, due reminders and appointments are shown at once; the rest is shown when the other calls have
 * ended, so that no block moves. After `MAX_WAIT_MS` the rest is shown without the blocks of pending calls, which are then appended.
 */
export function Home({ clientId, reminders, next, atVisit, children, ...toDo }: HomeProps) {
  const { today, practice } = toDo
  const { due, isPending, isKnown } = useDue(clientId, { reminders, next, today })
  const home = useHome(clientId, today)
  const isBusy = isPending || home.isPending
  const [isLate, setLate] = useState(false)
  useTimeout(() => setLate(true), isBusy ? MAX_WAIT_MS : null, clientId)
  // The rest is hidden at first, so that the first paint does not wait for its render.
  const isRestRendered = useDeferredValue(true, !isBusy)
  const isDone = !isBusy && home.isKnown && !home.hasWaiting && !hasItems(home.withheld) && !home.toPay
  const blocks = !isBusy && (
    <>
      {countAsked(home.asked) > 0 && <AskedBlock {...home.asked} />}
      {hasItems(home.withheld) && <WithdrawalBlock withheld={home.withheld} today={today} />}
      {home.toPay && <ToPayBlock toPay={home.toPay} today={today} />}
      {hasItems(home.documents) && <DocumentsBlock documents={home.documents} today={today} />}
    </>
  )
  return (
    <>
      {hasItems(home.given) && <MedicationBlock given={home.given} practice={practice} today={today} />}
      {hasItems(due) && <ToDoBlock {...toDo} due={due} />}
      {!isPending && isKnown && !hasItems(due) && <NothingDue isDone={isDone} next={next} today={today} />}
      {(!isPending || isLate) && (
        <AppointmentBlock
          clientId={clientId}
          practice={practice}
          reminders={reminders ?? due.flat()}
          atVisit={atVisit}
        />
      )}
      <div className={styles.rest} style={isBusy && !isLate ? HIDDEN : undefined} aria-busy={isBusy || !isRestRendered}>
        {!isLate && blocks}
        {isRestRendered && children}
        {isLate && isRestRendered && blocks}
      </div>
    </>
  )
}

const hasItems = ({ length }: readonly unknown[]) => length > 0

interface NothingDueProps {
  /** Whether all calls have ended and there is nothing else to do. */
  isDone: boolean
  next: Reminder | undefined
  today: IsoDate
}

/** Says that no reminder is due, and later that all is done. Both texts take the same space, so that nothing below moves. */
function NothingDue({ isDone, next, today }: NothingDueProps) {
  const date = next && displayDateOf(next, today)
  const year = date?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return (
    <Panel className={styles.done}>
      <Tile icon={Check} />
      <div>
        <p aria-live="polite">
          <FormattedMessage id={isDone ? 'client.home.done' : 'client.home.noneDue'} />
        </p>
        <span className="small muted">
          {date && (
            <FormattedMessage
              id="client.home.nextOn"
              values={{ date: <Day date={date} day="numeric" month="long" year={year} /> }}
            />
          )}
          {!next && <FormattedMessage id="client.reminders.empty" />}
        </span>
      </div>
    </Panel>
  )
}
