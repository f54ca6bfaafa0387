import type { Reminder } from '#contract/schemas/reminder.ts'
import type { LucideIcon } from 'lucide-react'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Clock from 'lucide-react/icons/clock'
import Receipt from 'lucide-react/icons/receipt'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './attention.module.css'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { nameOf } from '#src/features/reminders/reminder.ts'
import { LATE } from '#src/routes/client/portal/reminders/-parts/reminder-list.tsx'
import { money, type OpenOfAll } from '#src/features/invoices/amounts.ts'
import { iconOfType, oneOfType } from '#src/features/attachments/types.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { foodsText } from '#src/features/patients/use-withdrawals.ts'
import { isHerd } from '#src/features/patients/words.ts'
import { herdQueries } from '#src/api/herd.ts'
import { useQuery } from '@tanstack/react-query'
import type { Patient } from '#contract/schemas/patient.ts'
import type { RecentDocument } from './documents.ts'
import type { WithheldPatient } from './use-attention.ts'

interface WithheldRowProps {
  clientId: string
  /** At least one. */
  withheld: readonly WithheldPatient[]
  today: IsoDate
}

/** So many are told by name. */
const NAMED = 3

/** Of which animals something may not be delivered yet, or of which that is not known. */
export function WithheldRow({ clientId, withheld, today }: WithheldRowProps) {
  const intl = useIntl()
  // Asked for by the area. The withdrawal periods of a herd stand on a page of their own.
  const { data: herd } = useQuery({ ...herdQueries.summary(clientId), enabled: false })
  const told = withheld.flatMap(({ patient, what }) => (what === 'unknown' ? [] : [{ patient, what }]))
  const [only, ...others] = told
  const unknown = withheld.length - told.length
  const title = !only ? (
    <FormattedMessage id="client.withdrawals.allUnknown" />
  ) : others.length === 0 ? (
    <FormattedMessage id="client.withdrawals.one" values={{ name: only.patient.name }} />
  ) : (
    <FormattedMessage id="client.withdrawals.many" values={{ what: countsText(told, intl) }} />
  )
  const named = told.slice(0, NAMED).map(({ patient, what }) => {
    const foods = foodsText(what, today, intl)
    const name = withHeads(patient, intl)
    return others.length === 0 ? foods : intl.formatMessage({ id: 'client.withdrawals.of' }, { name, foods })
  })
  const more = told.length - named.length
  return (
    <Row
      className={classes(styles.figure, styles.withheld)}
      icon={TriangleAlert}
      title={
        only && others.length === 0 ? (
          <Link
            to="/client/patients/$patientId"
            params={{ patientId: only.patient.uuid }}
            search={{ show: 'medicines' }}
          >
            {title}
          </Link>
        ) : (
          <Link to={herd?.isKept ? '/client/herd' : '/client/patients'}>{title}</Link>
        )
      }
      sub={[
        ...named,
        more > 0 && intl.formatMessage({ id: 'client.withdrawals.more' }, { count: more }),
        only && unknown > 0 && intl.formatMessage({ id: 'client.withdrawals.alsoUnknown' }, { count: unknown }),
        !only && intl.formatMessage({ id: 'client.withdrawals.unknownText' }),
      ]
        .filter(Boolean)
        .map((line, index) => (
          <span key={index}>{line}</span>
        ))}
    />
  )
}

/** `1 dier en 2 koppels`: a herd is no animal. */
function countsText(withheld: readonly WithheldPatient[], intl: IntlShape): string {
  const herds = withheld.filter(({ patient }) => isHerd(patient)).length
  const counts = [
    ['client.withdrawals.animals', withheld.length - herds],
    ['client.withdrawals.herds', herds],
  ] as const
  return intl.formatList(
    counts.filter(([, count]) => count > 0).map(([id, count]) => intl.formatMessage({ id }, { count })),
  )
}

/** `Ooien (14 dieren)` */
const withHeads = ({ name, headCount }: Patient, intl: IntlShape): string =>
  typeof headCount === 'number'
    ? `${name} (${intl.formatMessage({ id: 'client.patients.heads' }, { count: headCount })})`
    : name

interface RowProps {
  icon: LucideIcon
  tone?: 'bad' | undefined
  /** A link, which is the link of the whole row. */
  title: ReactNode
  sub?: ReactNode
  when?: ReactNode
  className?: string | undefined
}

/** What has no room ends in an ellipsis. */
function tellWhole(text: HTMLDivElement | null) {
  if (text) text.title = [...text.children].map((line) => line.textContent).join('\n')
}

export function Row({ icon, tone, title, sub, when, className }: RowProps) {
  return (
    <li className={classes(styles.row, className)}>
      <Tile size="small" icon={icon} tone={tone} />
      <div ref={(text) => tellWhole(text)}>
        <span className={styles.title}>{title}</span>
        {sub && <span className={styles.sub}>{sub}</span>}
      </div>
      {when && <span className={styles.when}>{when}</span>}
    </li>
  )
}

interface LateRowProps {
  reminders: readonly Reminder[]
  /** They stand on this page; otherwise they are the first of the other order. */
  isOnPage: boolean
}

export function LateRow({ reminders, isOnPage }: LateRowProps) {
  const intl = useIntl()
  const [first] = reminders
  const text = <FormattedMessage id="client.home.late" values={{ count: reminders.length }} />
  return (
    <Row
      className={styles.figure}
      icon={Clock}
      tone="bad"
      title={
        isOnPage ? (
          <Link to="." search={(search) => search} hash={LATE}>
            {text}
          </Link>
        ) : (
          <Link to="/client/portal/reminders" search={{ active: true, sort: 'date,asc' }}>
            {text}
          </Link>
        )
      }
      sub={
        first && (
          <FormattedMessage
            id="client.home.lateFirst"
            values={{ name: nameOf(first, intl), others: reminders.length - 1 }}
          />
        )
      }
    />
  )
}

export function ToPayRow({ toPay: { count, late, sum } }: { toPay: OpenOfAll }) {
  const intl = useIntl()
  return (
    <Row
      className={styles.figure}
      icon={Receipt}
      tone={late > 0 ? 'bad' : undefined}
      title={
        <Link to="/client/invoices" search={{ status: 'UNPAID' }}>
          {sum === null ? (
            <FormattedMessage id="client.home.toPayCount" values={{ count }} />
          ) : (
            <FormattedMessage id="client.home.toPay" values={{ sum: money(intl, sum) }} />
          )}
        </Link>
      }
      sub={
        late > 0 ? (
          <FormattedMessage id="client.home.invoicesLate" values={{ count: sum === null ? -1 : count, late }} />
        ) : (
          sum !== null && <FormattedMessage id="client.home.invoices" values={{ count }} />
        )
      }
    />
  )
}

interface DocumentRowProps {
  document: RecentDocument
  /** Of how many: they share a column where there are columns. */
  of: number
  today: IsoDate
}

export function DocumentRow({ document, of, today }: DocumentRowProps) {
  const intl = useIntl()
  const { uuid, attachmentType: type, name, patientName, date } = document
  const word = type === null ? intl.formatMessage({ id: 'client.visitForms.untitled' }) : oneOfType(type, intl)
  const title = name ?? word
  const year = date?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return (
    <Row
      className={classes(of === 1 && styles.alone, of === 2 && styles.pair)}
      icon={type === null ? ClipboardList : iconOfType(type)}
      title={
        type === null ? (
          <Link to="/client/visit-forms" search={{ visit: uuid }}>
            {title}
          </Link>
        ) : (
          <Link to="/client/attachments/$attachmentType" params={{ attachmentType: type }}>
            {title}
          </Link>
        )
      }
      sub={[name && word, patientName].filter(Boolean).flatMap((part, index) => (index > 0 ? [' · ', part] : [part]))}
      when={date && <Day date={date} day="numeric" month="short" year={year} />}
    />
  )
}
