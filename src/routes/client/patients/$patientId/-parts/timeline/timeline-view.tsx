import type { Reminder } from '#contract/schemas/reminder.ts'
import FileClock from 'lucide-react/icons/file-clock'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attachmentQueries } from '#src/api/attachments.ts'
import { TimelineList } from './timeline-list.tsx'
import { TIMELINE_KINDS, type TimelineKind } from './kinds.ts'
import type { TimelineRow } from './timeline.ts'
import { DueStatus, PastStatus } from '#src/features/reminders/when.tsx'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { useFileOf } from '#src/features/documents/use-file-of.ts'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { hasFailed, Loading, NotLoaded } from '#src/features/patients/not-loaded.tsx'
import { useTimeline } from './use-timeline.ts'
import styles from '#src/features/patients/patients.module.css'
import type { MessageId } from '#src/lib/intl.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import timelineStyles from './timeline.module.css'

interface TimelineViewProps extends PatientProps {
  today: IsoDate
  shown: readonly TimelineKind[]
  onShown: (shown: readonly TimelineKind[]) => void
}

/** All records of one patient in one timeline. */
export function TimelineView({ clientId, patient, today, shown, onShown }: TimelineViewProps) {
  const titleId = useId()
  const fileOf = useFileOf()
  const { asked, hasMore, unnamed, ...timeline } = useTimeline(clientId, patient.uuid, today)
  const isLoading = asked.some((query) => query.isLoading && !hasFailed(query))
  const isFailed = asked.some(hasFailed)
  const ofKind = ({ kind }: TimelineRow) => shown.includes(kind)
  const planned = timeline.planned.filter(ofKind)
  const past = timeline.past.filter(ofKind)
  const isFiltered = shown.length < TIMELINE_KINDS.length

  function status(reminder: Reminder) {
    return reminder.active ? <DueStatus reminder={reminder} today={today} /> : <PastStatus reminder={reminder} />
  }

  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.patients.view.thread" />
        </h2>
        <TimelineFilter shown={shown} onChange={onShown} />
      </PanelHead>
      {isFailed && !isLoading && (
        <div className={styles.body}>
          <NotLoaded asked={asked} />
        </div>
      )}
      {isLoading ? (
        <div className={styles.body}>
          <Loading />
        </div>
      ) : planned.length + past.length > 0 ? (
        <div className={styles.body}>
          <TimelineList
            {...{ planned, past, today, status, visitTitle }}
            fileOf={(attachment) =>
              fileOf(attachment, attachmentQueries.whole(clientId, attachment.type, patient.uuid))
            }
          />
          <p className={styles.note}>
            <FormattedMessage id="client.logbook.thread.fiveYears" />{' '}
            {hasMore && <FormattedMessage id="client.logbook.thread.more" />}
          </p>
        </div>
      ) : (
        !isFailed && (
          <Empty icon={FileClock} title={<FormattedMessage id="client.logbook.thread.emptyTitle" />}>
            <FormattedMessage id={isFiltered ? 'client.logbook.thread.emptyFiltered' : 'client.logbook.thread.empty'} />
          </Empty>
        )
      )}
      {unnamed > 0 && (
        <p className={styles.nothing}>
          <FormattedMessage id="client.logbook.thread.unnamed" values={{ count: unnamed }} />
        </p>
      )}
    </Panel>
  )
}

const NAMES: Record<TimelineKind, MessageId> = {
  reminders: 'client.nav.reminders',
  visits: 'client.nav.visitForms',
  attachments: 'client.nav.attachments',
  logbook: 'client.patients.view.logbook',
}

interface TimelineFilterProps {
  shown: readonly TimelineKind[]
  onChange: (shown: TimelineKind[]) => void
}

function TimelineFilter({ shown, onChange }: TimelineFilterProps) {
  const intl = useIntl()
  return (
    <div
      className={timelineStyles.filter}
      role="group"
      aria-label={intl.formatMessage({ id: 'client.logbook.thread.filter' })}
    >
      {TIMELINE_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          checked={shown.includes(kind)}
          onChange={(checked) =>
            onChange(TIMELINE_KINDS.filter((other) => (other === kind ? checked : shown.includes(other))))
          }
        >
          <FormattedMessage id={NAMES[kind]} />
        </Checkbox>
      ))}
    </div>
  )
}
