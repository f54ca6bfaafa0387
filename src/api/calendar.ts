import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { api } from './http.ts'
import { clientKey } from './scope.ts'
import { read } from './tolerate.ts'

// The address of an owner's calendar of reminders: beyond the specification.

export const readCalendar = read.one(read.record<{ url?: string | undefined }>({ url: read.text }))

const addressOf = (answer: unknown): string | null => readCalendar(answer).url ?? null

export const calendarQueries = {
  /** Null: there is none. */
  address: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'calendar'),
      queryFn: async ({ signal }) => addressOf(await api.get(paths.calendar(clientId), { signal })),
    }),
}

/** Makes an address, in the place of the former. */
export async function makeCalendarAddress(queryClient: QueryClient, clientId: string): Promise<void> {
  const address = addressOf(await api.post(paths.calendar(clientId)))
  queryClient.setQueryData(calendarQueries.address(clientId).queryKey, address)
}

export async function endCalendarAddress(queryClient: QueryClient, clientId: string): Promise<void> {
  await api.delete(paths.calendar(clientId))
  queryClient.setQueryData(calendarQueries.address(clientId).queryKey, null)
}
