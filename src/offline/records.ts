import { type DehydratedState, type QueryClient, dehydrate, hashKey, hydrate } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { DAY_MS, yearsBefore, type IsoDate } from '#contract/dates.ts'
import { keepsHerd } from '#contract/herd.ts'
import type { ListedPatient } from '#contract/schemas/patient.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { attachmentQueries } from '#src/api/attachments.ts'
import { knows } from '#src/api/capabilities.ts'
import { currentMedicationQueries, withdrawalQueries } from '#src/api/medicines.ts'
import { formQueries } from '#src/api/forms.ts'
import { invoiceQueries } from '#src/api/invoices.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { patientQueries } from '#src/api/patients.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { SILENT } from '#src/api/query-client.ts'
import { deliveredIds } from '#src/features/patients/use-withdrawals.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { type Session, portalState } from '#src/lib/store.ts'

// The kept records are a copy of the query cache, so that the same pages show them offline.

export interface OfflineRecords {
  session: Session
  practiceId: string
  clientId: string
  keptAt: number
  keptOn: IsoDate
  cache: DehydratedState
}

/** Maximum number of animals whose own pages are loaded. */
const ANIMALS = 20
/** Maximum number of future appointments whose own pages are loaded. */
const VISITS = 10
/** Periods of an animal's log in years, beside the current year. */
const YEARS = [1, 5]
const PAGES = [
  '/client/portal/reminders',
  '/client/patients',
  '/client/invoices',
  '/client/visit-forms',
  '/client/forms',
  '/client/requests',
  '/client/estimates',
] as const
/** Age in milliseconds below which data are not fetched again. */
const FRESH_MS = 300_000

const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: FRESH_MS, meta: SILENT })

/** Loads the missing data of all pages of an owner, one call at a time. Data that cannot be loaded are left out. */
async function loadAll(router: RegisteredRouter, clientId: string): Promise<void> {
  const { queryClient } = router.options.context
  const today = todayNow()
  const all = { status: 'ALL', from: undefined, to: undefined } as const
  await inTurn([
    ...PAGES.map((to) => () => router.preloadRoute({ to })),
    () => queryClient.query(fresh(appointmentQueries.coming(clientId))),
    () => queryClient.query(fresh(currentMedicationQueries.of(clientId, today))),
    () => queryClient.query(fresh(visitFormQueries.newest(clientId))),
    ...attachmentTypes().map((type) => () => queryClient.query(fresh(attachmentQueries.newest(clientId, type)))),
    () => queryClient.query(fresh(invoiceQueries.whole(clientId, all))),
  ])
  const appointments = queryClient.getQueryData(appointmentQueries.coming(clientId).queryKey) ?? []
  if (knows(queryClient, 'visits')) {
    await inTurn(
      appointments.slice(0, VISITS).map(({ uuid: appointmentId }) => () => {
        return router.preloadRoute({ to: '/client/visits/$appointmentId', params: { appointmentId } })
      }),
    )
  }
  const patients = queryClient.getQueryData(patientQueries.list(clientId).queryKey) ?? []
  const delivered = deliveredIds(patients)
  if (delivered.length > 0) {
    await inTurn([() => queryClient.query(fresh(withdrawalQueries.running(clientId, delivered, today)))])
  }
  // Loads only the first part of the herd page; the medicines of all animals would be too many.
  if (keepsHerd(patients)) await inTurn([() => router.preloadRoute({ to: '/client/herd' })])
  await inTurn(
    listedForms(queryClient, clientId).map((task) => () => queryClient.query(fresh(formQueries.one(clientId, task)))),
  )
  for (const { uuid: patientId } of patients.slice(0, ANIMALS)) {
    await inTurn([
      () => router.preloadRoute({ to: '/client/patients/$patientId', params: { patientId } }),
      ...YEARS.map((years) => {
        const startDate = yearsBefore(today, years)
        return () => queryClient.query(fresh(logbookQueries.of(clientId, patientId, { startDate, endDate: today })))
      }),
      ...[true, false].map(
        (active) => () => queryClient.query(fresh(reminderQueries.whole(clientId, { active, patientId }))),
      ),
    ])
  }
}

/** Returns the ids of the forms on the first page of the list. */
const listedForms = (queryClient: QueryClient, clientId: string): string[] =>
  queryClient.getQueryData(formQueries.list(clientId, { page: 1 }).queryKey)?.content.map(({ uuid }) => uuid) ?? []

async function inTurn(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of work) await load().catch(() => {})
}

/** Collects the records to keep; undefined for staff, also while they view a client, and without a client. */
export async function collectRecords(router: RegisteredRouter): Promise<OfflineRecords | undefined> {
  const { session, activePracticeId, clientId } = portalState()
  if (!session || session.practiceId || !activePracticeId || !clientId) return undefined
  await loadAll(router, clientId)
  const now = portalState()
  if (now.session?.userId !== session.userId || now.clientId !== clientId) return undefined
  const cache = dehydrate(router.options.context.queryClient, { shouldDehydrateMutation: () => false })
  await addPhotos(cache, clientId)
  removeFormPhotos(cache, router.options.context.queryClient, clientId)
  return { session, practiceId: activePracticeId, clientId, keptAt: Date.now(), keptOn: todayNow(), cache }
}

/** Replaces the URLs of photos, which need a connection, with small photos. */
async function addPhotos(cache: DehydratedState, clientId: string): Promise<void> {
  const { queryKey } = patientQueries.list(clientId)
  const list = cache.queries.find(({ queryHash }) => queryHash === hashKey(queryKey))
  const patients: readonly ListedPatient[] = Array.isArray(list?.state.data) ? list.state.data : []
  if (!list || !patients.some(({ photoUrl }) => photoUrl)) return
  const { smallPhoto } = await import('./small-photo.ts')
  const data = []
  for (const [index, patient] of patients.entries()) {
    const photoUrl = index < ANIMALS && patient.photoUrl ? await smallPhoto(patient.photoUrl).catch(() => '') : ''
    data.push({ ...patient, photoUrl: photoUrl || undefined })
  }
  list.state = { ...list.state, data }
}

/** Removes the photos of forms, whose URLs need a connection. The answers tell their number. */
function removeFormPhotos(cache: DehydratedState, queryClient: QueryClient, clientId: string): void {
  for (const task of listedForms(queryClient, clientId)) {
    const { queryKey } = formQueries.one(clientId, task)
    const kept = cache.queries.find(({ queryHash }) => queryHash === hashKey(queryKey))
    const data = queryClient.getQueryData(queryKey)
    if (kept && data) kept.state = { ...kept.state, data: { ...data, photos: [] } }
  }
}

/** Fills the query cache and marks all queries fresh: offline there is nothing to refetch, and a banner shows the age. */
export function restoreRecords(queryClient: QueryClient, { cache, keptOn }: OfflineRecords): void {
  const today = todayNow()
  const queries = cache.queries.map((query) => {
    const queryKey = withShiftedDates(query.queryKey, keptOn, today)
    const dataUpdatedAt = Date.now() + 365 * DAY_MS
    return { ...query, queryKey, queryHash: hashKey(queryKey), state: { ...query.state, dataUpdatedAt } }
  })
  hydrate(queryClient, { ...cache, queries }, { defaultOptions: { queries: { gcTime: Infinity } } })
}

const SHIFTED_YEARS = [0, 1, 2, 3, 4, 5]

/**
 * Moves the dates in a query key from the day of the records to today. Pages query periods that end today, and would otherwise
 * not find the kept data.
 */
export function withShiftedDates(queryKey: readonly unknown[], keptOn: IsoDate, today: IsoDate): readonly unknown[] {
  const days = new Map(SHIFTED_YEARS.map((years) => [yearsBefore(keptOn, years), yearsBefore(today, years)]))
  const move = (part: unknown): unknown => {
    if (typeof part === 'string') return days.get(part) ?? part
    if (Array.isArray(part)) return part.map(move)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, move(value)]))
  }
  return queryKey.map(move)
}
