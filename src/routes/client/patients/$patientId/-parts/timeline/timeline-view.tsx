import FileClock from 'lucide-react/icons/file-clock'
import styles from '#src/features/patients/patients.module.css'
import timelineStyles from './timeline.module.css'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attachmentQueries } from '#src/api/attachments.ts'
import { TimelineList } from './timeline-list.tsx'
import { TIMELINE_KINDS, type TimelineKind } from '../patient-props.ts'
import { type AttachmentOfType, type TimelineRow, timelineOf } from './timeline.ts'
import { DueStatus, PastStatus } from '#src/features/reminders/when.tsx'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { useFileOf } from '#src/features/documents/use-file-of.ts'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { Loading, NotLoaded, hasFailed } from '#src/features/patients/not-loaded.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { PatientPage } from '#src/api/patients.ts'
import { fiveYears } from '#src/features/logbook/period.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'

interface TimelineViewProps extends PatientProps {
  today: IsoDate
  shown: readonly TimelineKind[]
  onShown: (shown: readonly TimelineKind[]) => void
}

/** Timeline of all records of a patient. */
export function TimelineView({ clientId, patient, today, shown, onShown }: TimelineViewProps) {
  const titleId = useId()
  const fileOf = useFileOf()
  const { queries, hasMore, unnamed, ...timeline } = useTimeline(clientId, patient.uuid, today)
  const isLoading = queries.some((query) => query.isLoading && !hasFailed(query))
  const isFailed = queries.some(hasFailed)
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
          <NotLoaded queries={queries} />
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
          <Empty
            icon={FileClock}
            title={<FormattedMessage id="client.logbook.thread.emptyTitle" />}
            actions={
              isFiltered && (
                <Button variant="secondary" onClick={() => onShown(TIMELINE_KINDS)}>
                  <FormattedMessage id="client.logbook.thread.showAll" />
                </Button>
              )
            }
          >
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

/** Loads the timeline of a patient; records of failed queries are missing. */
function useTimeline(clientId: string, patientId: string, today: IsoDate) {
  const planned = useQuery(reminderQueries.whole(clientId, { active: true, patientId }))
  const done = useQuery(reminderQueries.whole(clientId, { active: false, patientId }))
  const visits = useQuery(visitFormQueries.whole(clientId, patientId))
  const logbook = useQuery(logbookQueries.of(clientId, patientId, fiveYears(today)))
  const types = attachmentTypes()
  const attachments = useQueries({
    queries: types.map((type) => attachmentQueries.whole(clientId, type, patientId)),
  })
  const own: (PatientPage<unknown> | null | undefined)[] = [
    planned.data,
    done.data,
    visits.data,
    ...attachments.map(({ data }) => data),
  ]
  return {
    queries: [planned, done, visits, logbook, ...attachments],
    /** Number of records without an animal. */
    unnamed: own.reduce((count, page) => count + (page?.unnamed ?? 0), 0),
    /** Whether a list has more records than one response contains. */
    hasMore: own.some((page) => page && page.page.totalElements > page.content.length),
    ...timelineOf(
      {
        reminders: [...(planned.data?.content ?? []), ...(done.data?.content ?? [])],
        visits: visits.data?.content ?? [],
        attachments: types.flatMap((type, index) =>
          // Null: the API does not have this type.
          (attachments[index]?.data?.content ?? []).map((attachment): AttachmentOfType => ({ ...attachment, type })),
        ),
        entries: logbook.data ?? [],
      },
      patientId,
      today,
    ),
  }
}
