import { useQueries, useQuery } from '@tanstack/react-query'
import type { PatientPage } from '#src/api/patients.ts'
import { attachmentQueries } from '#src/api/attachments.ts'
import { fiveYears } from '#src/features/logbook/period.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { type AttachmentOfType, timelineOf } from './timeline.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import type { IsoDate } from '#contract/dates.ts'

/** The timeline of one patient; a query that fails leaves the others. */
export function useTimeline(clientId: string, patientId: string, today: IsoDate) {
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
    asked: [planned, done, visits, logbook, ...attachments],
    /** How many records name no animal. */
    unnamed: own.reduce((count, page) => count + (page?.unnamed ?? 0), 0),
    /** More than one answer holds. */
    hasMore: own.some((page) => page && page.page.totalElements > page.content.length),
    ...timelineOf(
      {
        reminders: [...(planned.data?.content ?? []), ...(done.data?.content ?? [])],
        visits: visits.data?.content ?? [],
        attachments: types.flatMap((type, index) =>
          // Null: the API has none of that type.
          (attachments[index]?.data?.content ?? []).map((attachment): AttachmentOfType => ({ ...attachment, type })),
        ),
        entries: logbook.data ?? [],
      },
      patientId,
      today,
    ),
  }
}
