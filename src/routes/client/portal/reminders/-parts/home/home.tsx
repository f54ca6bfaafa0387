import type { Reminder } from '#contract/schemas/reminder.ts'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { displayDateOf } from '#src/features/reminders/reminder.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import { AppointmentBlock, DocumentsBlock, MedicationBlock, ToPayBlock } from './blocks.tsx'
import { useDue, useHome } from './use-home.ts'
import styles from './home.module.css'
import { ToDoBlock, type ToDoProps } from './to-do-block.tsx'

interface HomeProps extends Omit<ToDoProps, 'due' | 'withheld'> {
  clientId: string
  /** All active reminders; null if only a part is loaded. */
  reminders: readonly Reminder[] | null
  /** Reminder that is due first. */
  next: Reminder | undefined
  /** Shown instead of reminders if there are none. */
  nothing: ReactNode
  /** Rest of the page. */
  children: ReactNode
}

/** Longest wait for calls whose blocks belong above the rest of the page. */
const MAX_WAIT_MS = 1500
const HIDDEN = { visibility: 'hidden' } as const

/**
 * First page of an owner. Due reminders are shown at once; the rest is shown when the other calls have ended, so that no block moves.
 * After `MAX_WAIT_MS` the rest is shown without the blocks of pending calls, which are then appended.
 */
export function Home({ clientId, reminders, next, nothing, children, ...toDo }: HomeProps) {
  const { today, practice } = toDo
  const { due, isPending, isKnown } = useDue(clientId, { reminders, next, today })
  const home = useHome(clientId, today)
  const isBusy = isPending || home.isPending
  const [isLate, setLate] = useState(false)
  useTimeout(() => setLate(true), isBusy ? MAX_WAIT_MS : null, clientId)
  // The rest is hidden at first, so that the first paint does not wait for its render.
  const isRestRendered = useDeferredValue(true, !isBusy)
  const withheld = isBusy ? [] : home.withheld
  const isDone = !isBusy && !isLate && isKnown && home.isKnown && ![due, withheld].some(hasItems) && !home.toPay
  const blocks = !isBusy && (
    <>
      {isLate && hasItems(withheld) && <ToDoBlock {...toDo} due={[]} withheld={withheld} />}
      {hasItems(home.given) && <MedicationBlock given={home.given} practice={practice} today={today} />}
      {home.toPay && <ToPayBlock toPay={home.toPay} today={today} />}
      {hasItems(home.documents) && <DocumentsBlock documents={home.documents} today={today} />}
    </>
  )
  const first = isLate ? [] : withheld
  return (
    <>
      <AppointmentBlock clientId={clientId} practice={practice} />
      {[due, first].some(hasItems) && <ToDoBlock {...toDo} due={due} withheld={first} />}
      <div className={styles.rest} style={isBusy && !isLate ? HIDDEN : undefined} aria-busy={isBusy || !isRestRendered}>
        {isDone && <AllDone next={next} today={today} />}
        {!isLate && blocks}
        {!isDone && nothing}
        {isRestRendered && children}
        {isLate && isRestRendered && blocks}
      </div>
    </>
  )
}

const hasItems = ({ length }: readonly unknown[]) => length > 0

function AllDone({ next, today }: { next: Reminder | undefined; today: IsoDate }) {
  const date = next && displayDateOf(next, today)
  const year = date?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return (
    <Panel className={styles.done}>
      <Tile icon={Check} />
      <div>
        <p>
          {date ? (
            <FormattedMessage
              id="client.home.doneUntil"
              values={{ date: <Day date={date} day="numeric" month="long" year={year} /> }}
            />
          ) : (
            <FormattedMessage id="client.home.done" />
          )}
        </p>
        {!next && (
          <span className="small muted">
            <FormattedMessage id="client.reminders.empty" />
          </span>
        )}
      </div>
    </Panel>
  )
}
