import { useQueryClient } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'
import { attachmentQueries } from '#src/features/attachments/queries.ts'
import { ThreadFilter } from '#src/features/logbook/thread-filter.tsx'
import { ThreadList } from '#src/features/logbook/thread-list.tsx'
import { type AttachmentOfType, THREAD_KINDS, type ThreadKind, type ThreadRow } from '#src/features/logbook/thread.ts'
import { DueStatus } from '#src/features/reminders/due-status.tsx'
import { PastStatus } from '#src/features/reminders/when.tsx'
import type { IsoDate } from '#src/lib/dates.ts'
import { useFileLinks } from '#src/lib/file-link.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Panel, PanelHead } from '#src/ui/panel.tsx'
import type { AnimalProps } from './-animal-props.ts'
import { Failed, Loading } from './-failed.tsx'
import { useThread } from './-use-thread.ts'
import styles from './patients.module.css'

/** All papers of one animal in one row of days. */
export function ThreadView({ clientId, animal, today }: AnimalProps & { today: IsoDate }) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const fileLink = useFileLinks()
  const [shown, setShown] = useState<readonly ThreadKind[]>(THREAD_KINDS)
  const { isLoading, isFailed, isRetrying, retry, hasMore, ...thread } = useThread(clientId, animal.uuid, today)
  const ofKind = ({ kind }: ThreadRow) => shown.includes(kind)
  const planned = thread.planned.filter(ofKind)
  const past = thread.past.filter(ofKind)
  const isFiltered = shown.length < THREAD_KINDS.length

  function fileOf(attachment: AttachmentOfType) {
    const list = attachmentQueries.whole(clientId, attachment.type, animal.uuid)
    return fileLink(attachment, {
      at: queryClient.getQueryState(list.queryKey)?.dataUpdatedAt ?? 0,
      again: async () => {
        const page = await queryClient.query({ ...list, staleTime: 0 })
        return page?.content.find(({ uuid }) => uuid === attachment.uuid)?.url
      },
    })
  }
  function status(reminder: Reminder) {
    if (!reminder.active) return <PastStatus reminder={reminder} />
    return reminder.date && <DueStatus reminder={reminder} today={today} />
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
          <Failed busy={isRetrying} onRetry={retry} />
        </div>
      )}
      {isLoading ? (
        <div className={styles.body}>
          <Loading />
        </div>
      ) : planned.length + past.length > 0 ? (
        <div className={styles.body}>
          <ThreadList {...{ planned, past, today, status, fileOf }} />
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
