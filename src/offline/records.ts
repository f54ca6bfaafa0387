import { type DehydratedState, type QueryClient, dehydrate, hashKey, hydrate } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { DAY_MS, yearsBefore, type IsoDate } from '#contract/dates.ts'
import { keepsHerd } from '#contract/herd.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { attachmentQueries } from '#src/api/attachments.ts'
import { beingGivenQueries, withdrawalQueries } from '#src/api/medicines.ts'
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

// The records that are kept are those that the pages have asked for: the query cache, as it is. So they are read by the pages
// themselves, and there is no second portal for who has no connection.

export interface Records {
  session: Session
  practiceId: string
  clientId: string
  keptAt: number
  keptOn: IsoDate
  cache: DehydratedState
}

/** More animals than this are not read one by one. */
const ANIMALS = 20
/** The periods of an animal's pages that are not of this year. */
const YEARS = [1, 5]
const PAGES = [
  '/client/portal/reminders',
  '/client/patients',
  '/client/invoices',
  '/client/visit-forms',
  '/client/requests',
] as const
/** Asked for so lately, it is not asked for again. */
const FRESH_MS = 300_000

const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: FRESH_MS, meta: SILENT })

/** Asks for what the pages of an owner show that has not been asked for yet, one after the other; what fails is not kept. */
async function loadAll(router: RegisteredRouter, clientId: string): Promise<void> {
  const { queryClient } = router.options.context
  const today = todayNow()
  const all = { status: 'ALL', from: undefined, to: undefined } as const
  await inTurn([
    ...PAGES.map((to) => () => router.preloadRoute({ to })),
    () => queryClient.query(fresh(appointmentQueries.coming(clientId))),
    () => queryClient.query(fresh(beingGivenQueries.of(clientId, today))),
    () => queryClient.query(fresh(visitFormQueries.newest(clientId))),
    ...attachmentTypes().map((type) => () => queryClient.query(fresh(attachmentQueries.newest(clientId, type)))),
    () => queryClient.query(fresh(invoiceQueries.whole(clientId, all))),
  ])
  const patients = queryClient.getQueryData(patientQueries.list(clientId).queryKey) ?? []
  const delivered = deliveredIds(patients)
  if (delivered.length > 0) {
    await inTurn([() => queryClient.query(fresh(withdrawalQueries.running(clientId, delivered, today)))])
  }
  // Whose page begins with what is released when; the medicines of all are too many to be kept.
  if (keepsHerd(patients)) await inTurn([() => router.preloadRoute({ to: '/client/herd' })])
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

async function inTurn(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const ask of work) await ask().catch(() => {})
}

/** What is kept; undefined where nobody is there whose it could be: staff, also while they view as a client, keep nothing. */
export async function collect(router: RegisteredRouter): Promise<Records | undefined> {
  const { session, activePracticeId, clientId } = portalState()
  if (!session || session.practiceId || !activePracticeId || !clientId) return undefined
  await loadAll(router, clientId)
  const now = portalState()
  if (now.session?.userId !== session.userId || now.clientId !== clientId) return undefined
  const cache = dehydrate(router.options.context.queryClient, { shouldDehydrateMutation: () => false })
  return { session, practiceId: activePracticeId, clientId, keptAt: Date.now(), keptOn: todayNow(), cache }
}

/** Nothing of it is old: it is told how old all of it is, and there is nobody to ask. */
export function fill(queryClient: QueryClient, { cache, keptOn }: Records): void {
  const today = todayNow()
  const queries = cache.queries.map((query) => {
    const queryKey = onDay(query.queryKey, keptOn, today)
    const dataUpdatedAt = Date.now() + 365 * DAY_MS
    return { ...query, queryKey, queryHash: hashKey(queryKey), state: { ...query.state, dataUpdatedAt } }
  })
  hydrate(queryClient, { ...cache, queries }, { defaultOptions: { queries: { gcTime: Infinity } } })
}

const SHIFTED_YEARS = [0, 1, 2, 3, 4, 5]

/**
 * The key of a query as it is on another day: pages ask for what is until today, or of five years until today, and find what was
 * kept for the day on which it was.
 */
export function onDay(queryKey: readonly unknown[], keptOn: IsoDate, today: IsoDate): readonly unknown[] {
  const days = new Map(SHIFTED_YEARS.map((years) => [yearsBefore(keptOn, years), yearsBefore(today, years)]))
  const move = (part: unknown): unknown => {
    if (typeof part === 'string') return days.get(part) ?? part
    if (Array.isArray(part)) return part.map(move)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, move(value)]))
  }
  return queryKey.map(move)
}
