import CalendarCheck from 'lucide-react/icons/calendar-check'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { PracticeFigures, ReminderFigures } from '#contract/schemas/figures.ts'
import { asDate } from '#src/lib/dates.ts'
import { DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Legend, LegendItem, ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { Figure, FigurePanel } from './figure-panel.tsx'
import styles from './figures.module.css'
import { TYPES, shareText, totalOf } from './words.ts'

interface RemindersPanelProps {
  figures: PracticeFigures
  /** The choice of the period. */
  children: ReactNode
}

/** Reminders that came due, and how many were done in time. */
export function RemindersPanel({ figures: { from, until, reminders }, children }: RemindersPanelProps) {
  const intl = useIntl()
  const total = totalOf(reminders)
  const { due, doneIn30, doneIn90 } = total
  const day = (date: string) => <FormattedDate value={asDate(date)} day="numeric" month="long" year="numeric" />
  const share = shareText(intl, doneIn90, due)
  return (
    <FigurePanel
      title={
        due > 0 ? (
          <FormattedMessage id="admin.figures.reminderShare" values={{ share }} />
        ) : (
          <FormattedMessage id="admin.figures.reminders" />
        )
      }
      sub={<FormattedMessage id="admin.figures.due" values={{ from: day(from), until: day(until) }} />}
      choice={children}
      note={due > 0 && <FormattedMessage id="admin.figures.reminderNote" />}
    >
      {due === 0 ? (
        <Empty icon={CalendarCheck} title={<FormattedMessage id="admin.figures.noReminders" />}>
          <FormattedMessage id="admin.figures.noRemindersText" />
        </Empty>
      ) : (
        <>
          <Figure>
            <ShareTiles
              full={doneIn30}
              half={doneIn90 - doneIn30}
              total={due}
              label={intl.formatMessage({ id: 'admin.figures.reminderShare' }, { share })}
            />
            <Legend>
              <LegendItem
                kind="full"
                label={<FormattedMessage id="admin.figures.in30" />}
                value={<FormattedNumber value={doneIn30} />}
              />
              <LegendItem
                kind="half"
                label={<FormattedMessage id="admin.figures.in90Only" />}
                value={<FormattedNumber value={doneIn90 - doneIn30} />}
              />
              <LegendItem
                kind="none"
                label={<FormattedMessage id="admin.figures.notDone" />}
                value={<FormattedNumber value={due - doneIn90} />}
              />
            </Legend>
          </Figure>
          <Table label={<FormattedMessage id="admin.figures.reminders" />} head={<Head />}>
            {reminders.map((each, index) => (
              <Row key={index} name={<FormattedMessage id={TYPES[each.type]} />} counts={each} />
            ))}
            {reminders.length > 1 && (
              <Row name={<b>{intl.formatMessage({ id: 'admin.figures.total' })}</b>} counts={total} />
            )}
          </Table>
        </>
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
      <HeadCell>
        <FormattedMessage id="admin.figures.typeName" />
      </HeadCell>
      <HeadCell amount>
        <FormattedMessage id="admin.figures.dueCount" />
      </HeadCell>
      {COLUMNS.map((id) => (
        <HeadCell key={id} amount wide>
          <FormattedMessage id={id} />
        </HeadCell>
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
