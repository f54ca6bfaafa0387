import { Link } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { ATTACHMENT_WORDS } from '#src/features/attachments/types.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { classes } from '#src/ui/classes.ts'
import { Day } from '#src/ui/data/day.tsx'
import styles from './attention.module.css'
import type { RecentDocument } from './documents.ts'
import { Row } from './row.tsx'

const VISIT_WORDS = { icon: ClipboardList, one: 'client.visitForms.untitled' } as const

interface DocumentRowProps {
  document: RecentDocument
  /** Of how many: they share a column where there are columns. */
  of: number
  today: IsoDate
}

export function DocumentRow({ document: { uuid, kind, name, patientName, date }, of, today }: DocumentRowProps) {
  const { icon, one } = kind === 'visit-form' ? VISIT_WORDS : ATTACHMENT_WORDS[kind]
  const title = name ?? <FormattedMessage id={one} />
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
      sub={[name && <FormattedMessage key="kind" id={one} />, patientName]
        .filter(Boolean)
        .flatMap((part, index) => (index > 0 ? [' · ', part] : [part]))}
      when={date && <Day date={date} day="numeric" month="short" year={year} />}
    />
  )
}
