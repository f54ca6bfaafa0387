import type { LucideIcon } from 'lucide-react'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { CloseButton, Dialog } from '#src/ui/feedback/dialog.tsx'
import { type AppointmentOf, dayInWords, nameOf, saveReminders, subjectOf, appointmentChannels } from './reminder.ts'
import { dayOf, isLate } from '#contract/reminder.ts'
import styles from './appointment-dialog.module.css'

type AskFor = (reminders: readonly Reminder[]) => ReactNode

export interface AppointmentDialogProps extends AppointmentOf {
  /** Links to request forms, if the practice accepts requests: for an appointment, and for a booked visit. */
  ask?: AskFor | undefined
  askAtVisit?: AskFor | undefined
  /** Whether the practice is open. */
  openNow?: ReactNode
  onClose: () => void
}

/** Dialog with one way to make an appointment, and the practice's telephone number. */
export function AppointmentDialog({ onClose, ask, askAtVisit, openNow, ...of }: AppointmentDialogProps) {
  const intl = useIntl()
  const { reminders, practice, today } = of
  const saved = reminders.filter((reminder) => dayOf(reminder))
  const { booking, phone, mail, website } = appointmentChannels(of, ask !== undefined, intl)
  return (
    <Dialog
      title={<FormattedMessage id="client.reminders.askTitle" />}
      foot={
        <>
          {' '}
          {saved.length > 0 && (
            <Button
              variant="ghost"
              icon={CalendarPlus}
              onClick={() => saveReminders(saved, { name: subjectOf(saved, intl), practice, today, intl })}
            >
              <FormattedMessage id="client.reminders.saveThis" />
            </Button>
          )}
          <CloseButton onClose={onClose} />
        </>
      }
      onClose={onClose}
    >
      {reminders.map((reminder) => (
        <p key={reminder.uuid}>
          {nameOf(reminder, intl)}
          <span className={styles.day}>
            <WhenDue reminder={reminder} today={today} />
          </span>
        </p>
      ))}
      {ask && (
        <div className={classes('row', styles.asks)}>
          {askAtVisit?.(reminders)}
          {ask(reminders)}
        </div>
      )}
      <ul className={styles.ways}>
        {booking && (
          <Way href={booking} icon={CalendarCheck} says={new URL(booking).hostname} elsewhere>
            <FormattedMessage id="client.reminders.book" />
          </Way>
        )}
        {phone && (
          <Way
            href={phone}
            icon={Phone}
            says={
              <>
                {practice.phone}
                {openNow && (
                  <>
                    <br />
                    {openNow}
                  </>
                )}
              </>
            }
          >
            <FormattedMessage id="client.reminders.call" />
          </Way>
        )}
        {mail && (
          <Way href={mail} icon={Mail} says={practice.email}>
            <FormattedMessage id="client.reminders.mail" />
          </Way>
        )}
        {website && (
          <Way href={website} icon={Globe} says={new URL(website).hostname} elsewhere>
            <FormattedMessage id="client.reminders.website" />
          </Way>
        )}
      </ul>
    </Dialog>
  )
}

/** Due date, or how late the reminder is. */
function WhenDue({ reminder, today }: { reminder: Reminder; today: IsoDate }) {
  const intl = useIntl()
  const date = dayOf(reminder)
  if (date === undefined) return null
  if (!isLate(reminder, today)) return dayInWords(date, today, intl)
  return <FormattedMessage id="client.reminders.daysLate" values={{ days: daysBetween(date, today) }} />
}

interface WayProps {
  href: string
  icon: LucideIcon
  /** Telephone number or e-mail address as text, for use on another device, and when to call. */
  says: ReactNode
  elsewhere?: boolean
  children: ReactNode
}

function Way({ href, icon: Icon, says, elsewhere, children }: WayProps) {
  return (
    <li>
      <a className={buttonClass()} href={href} {...(elsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
        <Icon />
        <span>{children}</span>
      </a>
      <span className="small muted">{says}</span>
    </li>
  )
}
