import type { Practice } from '#contract/schemas/practice.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { saveReminders, subjectOf } from '#src/features/reminders/reminder.ts'
import { Block } from '#src/ui/layout/block.tsx'
import { FoldedItems, type PatientOf, ReminderTile } from '../block.tsx'
import { sentenceOf } from './items.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Item } from '#src/ui/data/items.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import styles from './home.module.css'

export interface ToDoProps {
  /** Late reminders and those due today, by animal; no group is empty. */
  due: readonly Reminder[][]
  today: IsoDate
  practice: Practice
  patientOf: PatientOf
  /** Renders the button that requests an appointment; null if appointments cannot be requested. */
  buttonFor: (reminders: readonly Reminder[]) => ReactNode
}

/** Late reminders and reminders due today, with one button for each animal. */
export function ToDoBlock({ due, ...rest }: ToDoProps) {
  return (
    <Block title={<FormattedMessage id="client.home.toDo" />}>
      <FoldedItems
        rows={due.map((reminders) => (
          <DueItem key={reminders[0]?.uuid} reminders={reminders} {...rest} />
        ))}
        more="client.home.toDoMore"
      />
    </Block>
  )
}

interface DueItemProps extends Pick<ToDoProps, 'today' | 'practice' | 'patientOf' | 'buttonFor'> {
  /** Reminders of one animal. */
  reminders: readonly Reminder[]
}

function DueItem({ reminders, today, practice, patientOf, buttonFor }: DueItemProps) {
  const intl = useIntl()
  const [first] = reminders
  if (!first) return null
  const name = subjectOf(reminders, intl)
  const ask = buttonFor(reminders)
  return (
    <Item
      tile={<ReminderTile reminder={first} patientOf={patientOf} today={today} />}
      title={reminders.map((reminder) => (
        <span key={reminder.uuid} className={styles.sentence}>
          <Sentence text={sentenceOf(reminder, today, intl)} name={reminder.patientName} />
        </span>
      ))}
      when={
        // The dialog of the button also saves the reminders.
        ask ? (
          <div className={styles.action}>{ask}</div>
        ) : (
          <IconButton
            icon={CalendarPlus}
            label={intl.formatMessage({ id: 'client.reminders.save' }, { name })}
            onClick={() => saveReminders(reminders, { name, practice, today, intl })}
          />
        )
      }
    />
  )
}

/** Sentence with its initial name in bold. */
function Sentence({ text, name }: { text: string; name: string | undefined }) {
  if (!name || !text.startsWith(name)) return text
  return (
    <>
      <strong>{name}</strong>
      {text.slice(name.length)}
    </>
  )
}
