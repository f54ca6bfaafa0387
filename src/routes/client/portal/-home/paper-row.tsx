import { Link } from '@tanstack/react-router'
import { ClipboardList, FileSignature, FlaskConical, ListTodo, type LucideIcon, Paperclip } from 'lucide-react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { type IsoDate, asDate } from '#src/lib/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './attention.module.css'
import type { Paper } from './papers.ts'
import { Row } from './row.tsx'

const KINDS: Readonly<Record<Paper['kind'], { icon: LucideIcon; name: MessageId }>> = {
  'visit-form': { icon: ClipboardList, name: 'client.home.visitForm' },
  'lab-results': { icon: FlaskConical, name: 'client.home.labResult' },
  'treatment-plans': { icon: ListTodo, name: 'client.home.treatmentPlan' },
  agreements: { icon: FileSignature, name: 'client.home.agreement' },
  attachments: { icon: Paperclip, name: 'client.home.attachment' },
}

interface PaperRowProps {
  paper: Paper
  /** Of how many: they share a column where there are columns. */
  of: number
  today: IsoDate
}

export function PaperRow({ paper: { uuid, kind, name, animal, date }, of, today }: PaperRowProps) {
  const { icon, name: kindName } = KINDS[kind]
  const title = name ?? <FormattedMessage id={kindName} />
  const year = date?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return (
    <Row
      className={classes(of === 1 && styles.alone, of === 2 && styles.pair)}
      icon={icon}
      title={
        kind === 'visit-form' ? (
          <Link to="/client/visit-forms" search={{ visit: uuid }}>
            {title}
          </Link>
        ) : (
          <Link to="/client/attachments/$attachmentType" params={{ attachmentType: kind }}>
            {title}
          </Link>
        )
      }
      sub={[name && <FormattedMessage key="kind" id={kindName} />, animal]
        .filter(Boolean)
        .flatMap((part, index) => (index > 0 ? [' · ', part] : [part]))}
      when={
        date && (
          <time dateTime={date}>
            <FormattedDate value={asDate(date)} day="numeric" month="short" year={year} />
          </time>
        )
      }
    />
  )
}
