import type { Reminder } from '#contract/schemas/reminder.ts'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { standsOn } from '#src/features/reminders/reminder.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { AppointmentBlock, DocumentsBlock, GivenBlock, ToPayBlock } from './blocks.tsx'
import { useDue, useHome } from './use-home.ts'
import styles from './home.module.css'
import { ToDoBlock, type ToDoProps } from './to-do-block.tsx'

interface HomeProps extends Omit<ToDoProps, 'due' | 'withheld'> {
  clientId: string
  /** All that are active; null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  /** What is due first. */
  next: Reminder | undefined
  /** In the place of reminders where there are none. */
  nothing: ReactNode
  /** What else there is. */
  children: ReactNode
}

/** What an owner must do: at once what is due, and when it has come the rest, so that nothing moves. */
export function Home({ clientId, reminders, next, nothing, children, ...toDo }: HomeProps) {
  const { today, practice } = toDo
  const { due, isPending, isKnown } = useDue(clientId, { reminders, next, today })
  const home = useHome(clientId, today)
  const isBusy = isPending || home.isPending
  const withheld = isBusy ? [] : home.withheld
  const isDone = !isBusy && isKnown && home.isKnown && due.length === 0 && withheld.length === 0 && !home.toPay
  return (
    <>
      <AppointmentBlock clientId={clientId} practice={practice} />
      {(due.length > 0 || withheld.length > 0) && <ToDoBlock {...toDo} due={due} withheld={withheld} />}
      <div className={styles.rest} aria-busy={isBusy}>
        {isDone && <AllDone next={next} today={today} />}
        {!isBusy && home.given.length > 0 && <GivenBlock given={home.given} practice={practice} today={today} />}
        {!isBusy && home.toPay && <ToPayBlock toPay={home.toPay} today={today} />}
        {!isBusy && home.documents.length > 0 && <DocumentsBlock documents={home.documents} today={today} />}
        {!isDone && nothing}
        {children}
      </div>
    </>
  )
}

function AllDone({ next, today }: { next: Reminder | undefined; today: IsoDate }) {
  const date = next && standsOn(next, today)
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
