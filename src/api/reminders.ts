import type { Reminder } from '#contract/schemas/reminder.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, type Sort, DEFAULT_SORT, PAGE_SIZE } from '#contract/paging.ts'
import { REMINDER_STATUSES, REMINDER_TYPES } from '#contract/reminder.ts'
import { ACTIVE_COUNT, NEXT_DUE, type RemindersRequest, remindersCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { type PatientPage, pageOfPatient, currentReminders, type PatientSearch } from './patients.ts'
import { fetchAllPages, firstOf, oldestFirst, WHOLE } from './all-pages.ts'
import { countOf, cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { read } from './response-readers.ts'
import * as paths from '#contract/paths.ts'

export const reminder = read.record<Reminder>({
  uuid: read.requiredText,
  date: read.requiredDay,
  active: read.requiredFlag,
  type: read.word(REMINDER_TYPES),
  description: read.requiredText,
  status: read.word(REMINDER_STATUSES),
  patientUuid: read.text,
  patientName: read.text,
  sentAt: read.moment,
  completedDate: read.day,
  productName: read.text,
  note: read.text,
  bookedFor: read.moment,
})

export const readReminders = read.page(reminder)

export interface ReminderSearch extends PatientSearch {
  active: boolean
  sort: Sort
}

/** Returns reminders as received, also of former animals. */
export const getReminders = async (clientId: string, request: RemindersRequest, options: GetOptions = {}) =>
  readReminders(await api.get(remindersCall(clientId, request), options))

/** Returns reminders for screens: active ones only of animals that are alive, at the practice and of this client. */
async function getShownReminders(
  queryClient: QueryClient,
  clientId: string,
  request: RemindersRequest,
  options: GetOptions,
) {
  const response = await getReminders(clientId, request, options)
  return request.active ? currentReminders({ queryClient, clientId }, response) : response
}

interface AllActive {
  queryClient: QueryClient
  clientId: string
  /** Undefined: all animals. */
  patientId: string | undefined
  signal: AbortSignal
}

/** Returns all active reminders, the earliest first. */
export async function getAllActiveReminders({ queryClient, clientId, patientId, signal }: AllActive) {
  const all = await fetchAllPages<Reminder>(queryClient, (request) =>
    pageOfPatient(queryClient, patientId, (id) =>
      getShownReminders(queryClient, clientId, { ...request, active: true, patientId: id }, { signal }),
    ),
  )
  return oldestFirst(all)
}

export const reminderQueries = {
  list: (clientId: string, { page, active, sort, patientId }: ReminderSearch) =>
    queryOptions({
      queryKey: clientKey(clientId, 'reminders', { page, active, sort, patientId }),
      queryFn: (context) =>
        pageOfPatient(context.client, patientId, (id) =>
          getShownReminders(
            context.client,
            clientId,
            { page: page - 1, size: PAGE_SIZE, sort, active, patientId: id },
            callOf(context),
          ),
        ),
      select: (response: PatientPage<Reminder>) => cutTo(response, page),
    }),
  /** Reads at most one full page; `page` has the total. The caller shows a failure. */
  whole: (clientId: string, { active, patientId }: Pick<ReminderSearch, 'active' | 'patientId'>) =>
    queryOptions({
      queryKey: clientKey(clientId, 'reminders', 'whole', { active, patientId }),
      queryFn: ({ client, signal }) =>
        pageOfPatient(client, patientId, (id) =>
          firstOf(
            client,
            (request) =>
              getShownReminders(client, clientId, { ...request, active, patientId: id }, { signal, silent: true }),
            { ...WHOLE, sort: active ? 'date,asc' : DEFAULT_SORT },
          ),
        ),
    }),
  /** Total according to the API, which may include former animals. */
  activeCount: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'reminders', 'active-count'),
      queryFn: (context) => getReminders(clientId, ACTIVE_COUNT, callOf(context)),
      select: countOf,
      // The loader of the area requests it with every page; a failure there is not retried on mount.
      retryOnMount: false,
    }),
  /** The reminder that is due first. No signal, because the loader awaits it and leaving a page would cancel it. */
  next: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'reminders', 'next'),
      queryFn: async ({ client }) => {
        const first = (wanted: { size: number; sort: Sort }) =>
          firstOf(
            client,
            (request) => getShownReminders(client, clientId, { ...request, active: true }, { silent: true }),
            wanted,
          )
        const next = await first(NEXT_DUE)
        // The first reminder was of a former animal.
        const isLeftOut = next.content.length === 0 && next.page.totalElements > 0
        return isLeftOut ? first({ ...NEXT_DUE, size: MAX_PAGE_SIZE }) : next
      },
      select: ({ content }) => content[0],
    }),
}

// URL of an owner's calendar of reminders: beyond the specification.

export const readCalendar = read.one(read.record<{ url?: string | undefined }>({ url: read.text }))

const addressOf = (response: unknown): string | null => readCalendar(response).url ?? null

export const calendarQueries = {
  /** URL of the calendar; null if there is no calendar. */
  address: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'calendar'),
      queryFn: async ({ signal }) => addressOf(await api.get(paths.calendar(clientId), { signal })),
    }),
}

/** Creates a URL, which replaces the previous URL. */
export async function makeCalendarAddress(queryClient: QueryClient, clientId: string): Promise<void> {
  const address = addressOf(await api.post(paths.calendar(clientId)))
  queryClient.setQueryData(calendarQueries.address(clientId).queryKey, address)
}

export async function endCalendarAddress(queryClient: QueryClient, clientId: string): Promise<void> {
  await api.delete(paths.calendar(clientId))
  queryClient.setQueryData(calendarQueries.address(clientId).queryKey, null)
}
