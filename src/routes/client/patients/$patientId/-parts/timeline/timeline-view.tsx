import { FileClock } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'
import { attachmentQueries } from '#src/api/attachments.ts'
import { ThreadFilter } from './timeline-filter.tsx'
import { ThreadList } from './timeline-list.tsx'
import { THREAD_KINDS, type ThreadKind, type ThreadRow } from './timeline.ts'
import { DueStatus } from '#src/features/reminders/due-status.tsx'
import { PastStatus } from '#src/features/reminders/when.tsx'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { useFileOf } from '#src/features/documents/use-file-of.ts'
import type { AnimalProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { Loading, NotLoaded, hasFailed } from '#src/routes/client/patients/$patientId/-parts/not-loaded.tsx'
import { useThread } from './use-timeline.ts'
import styles from '#src/features/patients/patients.module.css'

/** All papers of one animal in one row of days. */
export function ThreadView({ clientId, animal, today }: AnimalProps & { today: IsoDate }) {
  const titleId = useId()
  const fileOf = useFileOf()
  const [shown, setShown] = useState<readonly ThreadKind[]>(THREAD_KINDS)
  const { asked, hasMore, ...thread } = useThread(clientId, animal.uuid, today)
  const isLoading = asked.some((query) => query.isLoading && !hasFailed(query))
  const isFailed = asked.some(hasFailed)
  const ofKind = ({ kind }: ThreadRow) => shown.includes(kind)
  const planned = thread.planned.filter(ofKind)
  const past = thread.past.filter(ofKind)
  const isFiltered = shown.length < THREAD_KINDS.length

  function status(reminder: Reminder) {
    return reminder.active ? <DueStatus reminder={reminder} today={today} /> : <PastStatus reminder={reminder} />
  }

  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.patients.view.thread" />
        </h2>
        <ThreadFilter shown={shown} onChange={setShown} />
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
          <ThreadList
            {...{ planned, past, today, status, visitTitle }}
            fileOf={(attachment) => fileOf(attachment, attachmentQueries.whole(clientId, attachment.type, animal.uuid))}
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
    </Panel>
  )
}
