import type { LucideIcon } from 'lucide-react'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import type { Ways } from '#src/features/reminders/appointment.ts'
import { buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './contact.module.css'

const WAYS: readonly { way: keyof Ways; icon: LucideIcon; label: MessageId }[] = [
  { way: 'booking', icon: CalendarCheck, label: 'client.reminders.book' },
  { way: 'phone', icon: Phone, label: 'client.reminders.call' },
  { way: 'mail', icon: Mail, label: 'client.reminders.mail' },
  { way: 'website', icon: Globe, label: 'client.reminders.website' },
]

/** How to make an appointment: the first way there is as a button, the others as links; on a phone as icons. */
export function Contact({ ways }: { ways: Ways }) {
  const intl = useIntl()
  // Who can choose a time needs no other page.
  const given = WAYS.filter(({ way }) => ways[way] && !(way === 'website' && ways.booking))
  if (given.length === 0) return null
  return (
    <div className={styles.contact}>
      {given.map(({ way, icon: Icon, label }, index) => (
        <a
          key={way}
          className={index === 0 ? buttonClass({ variant: 'primary' }) : classes(linkButtonClass, styles.other)}
          href={ways[way]}
          title={index === 0 ? undefined : intl.formatMessage({ id: label })}
          {...((way === 'website' || way === 'booking') && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          <Icon />
          <span>
            <FormattedMessage id={label} />
          </span>
        </a>
      ))}
    </div>
  )
}
