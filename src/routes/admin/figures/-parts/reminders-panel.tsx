import CalendarCheck from 'lucide-react/icons/calendar-check'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { PracticeFigures, ReminderFigures } from '#contract/schemas/figures.ts'
import { asDate } from '#src/lib/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { FigurePanel } from './figure-panel.tsx'
import styles from './figures.module.css'
import { shareText, totalOf } from './figure-texts.ts'

interface RemindersPanelProps {
  figures: PracticeFigures
  children: ReactNode
}

/** Reminders that were due in the period, and how many were done in time. */
export function RemindersPanel({ figures: { from, until, reminders }, children }: RemindersPanelProps) {
  const intl = useIntl()
  const total = totalOf(reminders)
  const { due, doneIn30, doneIn90 } = total
  const day = (date: string) => <FormattedDate value={asDate(date)} day="numeric" month="long" year="numeric" />
  const item = (kind: 'full' | 'half' | 'none', id: MessageId, value: number) => ({
    kind,
    label: <FormattedMessage id={id} />,
    value: <FormattedNumber value={value} />,
  })
  return (
    <FigurePanel
      title={due > 0 ? 'admin.figures.reminderShare' : 'admin.figures.reminders'}
      sub={<FormattedMessage id="admin.figures.due" values={{ from: day(from), until: day(until) }} />}
      choice={children}
      share={due > 0 ? { part: doneIn90, full: doneIn30, half: doneIn90 - doneIn30, total: due } : undefined}
      legend={[
        item('full', 'admin.figures.in30', doneIn30),
        item('half', 'admin.figures.in90Only', doneIn90 - doneIn30),
        item('none', 'admin.figures.notDone', due - doneIn90),
      ]}
      note={due > 0 && <FormattedMessage id="admin.figures.reminderNote" />}
    >
      {due === 0 ? (
        <Empty icon={CalendarCheck} title={<FormattedMessage id="admin.figures.noReminders" />}>
          <FormattedMessage id="admin.figures.noRemindersText" />
        </Empty>
      ) : (
        <Table label={<FormattedMessage id="admin.figures.reminders" />} head={<Head />}>
          {reminders.map((each, index) => (
            <Row key={index} name={<FormattedMessage id={`admin.figures.type.${each.type}`} />} counts={each} />
          ))}
          {reminders.length > 1 && (
            <Row name={<b>{intl.formatMessage({ id: 'admin.figures.total' })}</b>} counts={total} />
          )}
        </Table>
      )}
    </FigurePanel>
  )
}

const COLUMNS = [
  'admin.figures.in30',
  'admin.figures.in90',
  'admin.figures.doneAtAll',
  'admin.figures.pending',
] as const

function Head() {
  return (
    <>
      <HeadCell label="admin.figures.typeName" />
      <HeadCell amount label="admin.figures.dueCount" />
      {COLUMNS.map((id) => (
        <HeadCell key={id} amount wide label={id} />
      ))}
    </>
  )
}

function Row({ name, counts }: { name: ReactNode; counts: Omit<ReminderFigures, 'type'> }) {
  const intl = useIntl()
  const { due, doneIn30, doneIn90, done, pending } = counts
  const number = (value: number) => intl.formatNumber(value)
  const withShare = (value: number) => `${number(value)} (${shareText(intl, value, due)})`
  return (
    <tr>
      <LeadCell>{name}</LeadCell>
      <DetailCell className={styles.due}>
        <span className={styles.wide}>{number(due)}</span>
        <NarrowOnly>
          <FormattedMessage
            id="admin.figures.ofDue"
            values={{ due, in30: withShare(doneIn30), in90: withShare(doneIn90) }}
          />
        </NarrowOnly>
      </DetailCell>
      {[withShare(doneIn30), withShare(doneIn90), number(done), number(pending)].map((text, index) => (
        <WideCell key={COLUMNS[index]} className={styles.number}>
          {text}
        </WideCell>
      ))}
    </tr>
  )
}
