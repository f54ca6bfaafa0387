import type { Practice } from '#contract/schemas/practice.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { Link } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { saveReminders, subjectOf } from '#src/features/reminders/reminder.ts'
import { Block, FoldedItems, type IconOf, ReminderTile } from '../block.tsx'
import { sentenceOf } from './items.ts'
import { foodsText } from '#src/features/patients/use-withdrawals.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import styles from './home.module.css'
import type { WithheldPatient } from './use-home.ts'

export interface ToDoProps {
  /** Late reminders and those due today, by animal; no group is empty. */
  due: readonly Reminder[][]
  /** Patients with a withdrawal period, sorted by end date, latest first. */
  withheld: readonly WithheldPatient[]
  today: IsoDate
  practice: Practice
  iconOf: IconOf
  /** Renders the button that requests an appointment; null if appointments cannot be requested. */
  buttonFor: (reminders: readonly Reminder[]) => ReactNode
  /** Renders the link that adds reminders to a booked visit; nothing without such a visit. */
  offerFor: (reminders: readonly Reminder[]) => ReactNode
}

/** Late reminders, reminders due today, and current withdrawal periods. */
export function ToDoBlock({ due, withheld, today, ...rest }: ToDoProps) {
  const rows = [
    ...due.map((reminders) => <DueItem key={reminders[0]?.uuid} reminders={reminders} today={today} {...rest} />),
    ...withheldItems(withheld, today),
  ]
  return (
    <Block title={<FormattedMessage id="client.home.toDo" />}>
      <FoldedItems rows={rows} more="client.home.toDoMore" />
    </Block>
  )
}

interface DueItemProps extends Pick<ToDoProps, 'today' | 'practice' | 'iconOf' | 'buttonFor' | 'offerFor'> {
  /** Reminders of one animal. */
  reminders: readonly Reminder[]
}

function DueItem({ reminders, today, practice, iconOf, buttonFor, offerFor }: DueItemProps) {
  const intl = useIntl()
  const [first] = reminders
  if (!first) return null
  const name = subjectOf(reminders, intl)
  return (
    <Item
      tile={<ReminderTile reminder={first} iconOf={iconOf} today={today} />}
      title={reminders.map((reminder) => (
        <span key={reminder.uuid} className={styles.sentence}>
          <Sentence text={sentenceOf(reminder, today, intl)} name={reminder.patientName} />
        </span>
      ))}
      sub={offerFor(reminders)}
      when={
        <div className={styles.actions}>
          {buttonFor(reminders)}
          <IconButton
            icon={CalendarPlus}
            label={intl.formatMessage({ id: 'client.reminders.save' }, { name })}
            onClick={() => saveReminders(reminders, { name, practice, today, intl })}
          />
        </div>
      }
    />
  )
}

/** Returns a row for each animal, and one row for all animals whose withdrawal periods are unknown. */
function withheldItems(withheld: readonly WithheldPatient[], today: IsoDate): ReactNode[] {
  const known = withheld.flatMap(({ patient, what }) => (what === 'unknown' ? [] : [{ patient, what }]))
  const unknown = withheld.length - known.length
  return [
    ...known.map(({ patient, what }) => (
      <WithheldItem key={patient.uuid} patient={patient} what={what} today={today} />
    )),
    ...(unknown > 0 ? [<UnknownItem key="unknown" count={unknown} isAll={known.length === 0} />] : []),
  ]
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

interface WithheldItemProps {
  patient: WithheldPatient['patient']
  what: Exclude<WithheldPatient['what'], 'unknown'>
  today: IsoDate
}

function WithheldItem({ patient, what, today }: WithheldItemProps) {
  const intl = useIntl()
  const { uuid, headCount } = patient
  const foods = foodsText(what, today, intl)
  const heads =
    typeof headCount === 'number' && intl.formatMessage({ id: 'client.patients.heads' }, { count: headCount })
  const name = heads ? `${patient.name} (${heads})` : patient.name
  return (
    <Item
      tile={<Tile tone="warn" icon={TriangleAlert} />}
      title={
        <Link to="/client/patients/$patientId" params={{ patientId: uuid }} search={{ show: 'medicines' }}>
          <span className={styles.sentence}>
            <Sentence text={intl.formatMessage({ id: 'client.withdrawals.of' }, { name, foods })} name={name} />
          </span>
        </Link>
      }
    />
  )
}

function UnknownItem({ count, isAll }: { count: number; isAll: boolean }) {
  return (
    <Item
      tile={<Tile tone="warn" icon={TriangleAlert} />}
      title={
        <Link to="/client/patients">
          {isAll ? (
            <FormattedMessage id="client.withdrawals.allUnknown" />
          ) : (
            <FormattedMessage id="client.withdrawals.alsoUnknown" values={{ count }} />
          )}
        </Link>
      }
      sub={<FormattedMessage id="client.withdrawals.unknownText" />}
    />
  )
}
