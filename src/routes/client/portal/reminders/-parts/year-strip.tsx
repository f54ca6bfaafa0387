import type { Reminder } from '#contract/schemas/reminder.ts'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { asDate } from '#src/lib/dates.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import { yearStrip } from './groups.ts'
import { type PatientOf, ReminderTile } from './block.tsx'
import styles from './year-strip.module.css'

const MAX_TILES = 3

interface YearStripProps {
  /** All active reminders, because the strip covers a whole year. */
  reminders: readonly Reminder[]
  today: IsoDate
  patientOf: PatientOf
}

/** Overview of twelve months with a tile for each reminder. */
export function YearStrip({ reminders, today, patientOf }: YearStripProps) {
  const intl = useIntl()
  const months = yearStrip(reminders, today)
  const name = (month: string | undefined) => intl.formatDate(asDate(`${month}-01`), { month: 'long', year: 'numeric' })
  return (
    <Panel
      as="ol"
      className={styles.year}
      aria-label={intl.formatMessage(
        { id: 'client.reminders.year' },
        { from: name(months[0]?.month), to: name(months.at(-1)?.month) },
      )}
    >
      {months.map(({ month, reminders: due }, index) => {
        const turn = index > 0 && month.endsWith('-01')
        const shown = due.length > MAX_TILES ? due.slice(0, MAX_TILES - 1) : due
        return (
          <li key={month} className={turn ? styles.turn : undefined}>
            {turn && <b aria-hidden="true">{month.slice(0, 4)}</b>}
            <span className={styles.marks} aria-hidden="true">
              {due.length > shown.length && (
                <span>
                  <FormattedMessage id="client.reminders.more" values={{ count: due.length - shown.length }} />
                </span>
              )}
              {shown.map((reminder) => (
                <ReminderTile
                  key={reminder.uuid}
                  reminder={reminder}
                  patientOf={patientOf}
                  today={today}
                  withoutPhoto
                />
              ))}
            </span>
            <span aria-hidden="true">
              <FormattedDate value={asDate(`${month}-01`)} month="short" />
            </span>
            <span className="hidden-text">
              <FormattedMessage id="client.reminders.month" values={{ month: name(month), count: due.length }} />
            </span>
          </li>
        )
      })}
    </Panel>
  )
}
