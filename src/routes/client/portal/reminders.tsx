import type { Reminder } from '#contract/schemas/reminder.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, redirect, stripSearchParams, useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { patientQueries } from '#src/api/patients.ts'
import { saysWhose } from '#src/features/patients/patient-filter.tsx'
import { speciesIcon } from '#src/features/patients/patient-tile.tsx'
import { PracticeFace } from '#src/features/practice/practice-face.tsx'
import { NextUp } from './reminders/-parts/next-up.tsx'
import { type ReminderSearch, reminderQueries } from '#src/api/reminders.ts'
import { NoReminders, ReminderList } from './reminders/-parts/reminder-list.tsx'
import { SaveAll } from './reminders/-parts/save-all.tsx'
import { YearStrip } from './reminders/-parts/year-strip.tsx'
import { askForOffers } from '#src/api/offers.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { DEFAULT_SORT } from '#src/lib/constants.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { readFlag, readPage, readSort, readText } from '#src/lib/search.ts'
import { portalState } from '#src/lib/store.ts'
import { SILENT, cachedFirst } from '#src/api/query-client.ts'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { useOwner } from '#src/features/clients/use-owner.ts'
import { OfferNotices } from '#src/features/staff/offers.tsx'
import { useAppointment } from '#src/features/reminders/use-appointment.tsx'
import { usePatients } from '#src/features/patients/use-patients.ts'
import { Attention } from './reminders/-parts/attention/attention.tsx'
import { Filters, Order } from './reminders/-parts/filters.tsx'
import { Lead } from './reminders/-parts/lead.tsx'
import { shownOf } from './reminders/-parts/shown.ts'
import { useLate } from './reminders/-parts/use-late.ts'

type Search = Omit<ReminderSearch, 'active' | 'patientId'> & {
  active?: boolean | undefined
  /** Filter by patient. */
  patient?: string | undefined
}

const readSearch = (search: Partial<Search> & SearchSchemaInput): Search => ({
  page: readPage(search),
  sort: readSort(search),
  active: readFlag(search.active),
  patient: readText(search.patient) || undefined,
})

export const Route = createFileRoute('/client/portal/reminders')({
  staticData: { title: 'client.nav.reminders' },
  validateSearch: readSearch,
  search: { middlewares: [stripSearchParams({ page: 1, sort: DEFAULT_SORT })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ search }) => {
    if (search.active !== undefined) return
    // The remembered filter; the address says which it is, so that a reload and a shared link agree.
    throw redirect({
      to: '/client/portal/reminders',
      search: { ...search, active: portalState().showActiveReminders },
      replace: true,
    })
  },
  loader: async ({ context: { queryClient, clientId, viewedByStaff }, deps, ...loader }) => {
    if (!viewedByStaff) void askForOffers(queryClient)
    const { active = true, patient: patientId, ...search } = deps
    const patients = queryClient.query({ ...cachedFirst(patientQueries.list(clientId)), meta: SILENT }).catch(() => [])
    // Not a patient of this client: all are shown.
    if (patientId && !(await patients).some(({ uuid }) => uuid === patientId)) {
      throw redirect({ to: '/client/portal/reminders', search: { ...search, active }, replace: true })
    }
    await Promise.all([
      queryClient.query(cachedFirst(reminderQueries.list(clientId, { ...search, active, patientId }), loader)),
      // The list stands without it.
      active && queryClient.query(cachedFirst(reminderQueries.next(clientId, patientId), loader)).catch(() => {}),
    ])
  },
  component: Reminders,
})

function Reminders() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { active = true, patient, ...search } = Route.useSearch()
  const router = useRouter()
  const today = todayNow()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data } = useSuspenseQuery(reminderQueries.list(clientId, { ...search, active, patientId: patient }))
  const { data: due } = useQuery({
    ...reminderQueries.next(clientId, patient),
    enabled: active,
    // The loader has asked; what failed there is not asked twice.
    retryOnMount: false,
  })
  const { data: activeCount } = useQuery(reminderQueries.activeCount(clientId))
  const patients = usePatients(clientId) ?? []
  const iconOf = ({ patientUuid }: Reminder) => speciesIcon(patients.find(({ uuid }) => uuid === patientUuid)?.species)
  const { reminders, isComplete, count, patientCount } = shownOf(data, active)
  const next = active ? (due ?? (isComplete ? reminders[0] : undefined)) : undefined
  const isFirst = active && search.page === 1
  const late = useLate(clientId, {
    reminders: isComplete ? reminders : null,
    next,
    today,
    enabled: isFirst && !patient,
  })

  const owner = useOwner({ clientId, practiceId, viewedByStaff })
  const canContact = useCan('practice-contact')
  const appointment = {
    // What staff know of the practice, its clients may not.
    practice: canContact
      ? practice
      : { ...practice, bookingUrl: undefined, email: viewedByStaff ? undefined : practice.email },
    client: owner,
    today,
  }
  const { buttonFor, dialog } = useAppointment(appointment)

  return (
    <>
      <PageHead
        title={<FormattedMessage id="client.nav.reminders" />}
        lead={
          <Lead
            active={active}
            count={count}
            patientCount={patientCount}
            patientName={patients.find(({ uuid }) => uuid === patient)?.name}
          />
        }
        actions={
          <Filters
            active={active}
            count={patient ? (active ? count : undefined) : activeCount}
            patient={patient}
            patients={patient || saysWhose(data.content) ? patients : []}
          />
        }
      />
      {!viewedByStaff && <OfferNotices />}
      {next && <NextUp reminder={next} iconOf={iconOf} {...appointment} />}
      {isFirst && !patient && <Attention clientId={clientId} today={today} late={late} />}
      {active && isComplete && reminders.length > 0 && (
        <YearStrip reminders={reminders} today={today} iconOf={iconOf} />
      )}
      {!isComplete && (
        <Order
          sort={search.sort}
          onChange={(sort) =>
            void router.navigate({ to: '/client/portal/reminders', search: { active, patient, sort } })
          }
        />
      )}
      {reminders.length > 0 ? (
        <ReminderList
          reminders={reminders}
          active={active}
          isComplete={isComplete}
          today={today}
          iconOf={iconOf}
          practice={practice}
          actionOf={buttonFor}
        />
      ) : (
        <NoReminders
          active={active}
          isPageOutOfRange={data.isFiltered && data.content.length === 0 && data.page.totalElements > 0}
          isComplete={isComplete}
        />
      )}
      {active && (reminders.length > 0 || !isComplete) && (
        <SaveAll
          clientId={clientId}
          patientId={patient}
          reminders={isComplete ? reminders : null}
          practice={practice}
          today={today}
        />
      )}
      {data.page.totalPages > 1 && (
        <Pager page={search.page} totalPages={data.page.totalPages} totalElements={count} size={data.page.size} />
      )}
      {isFirst && (
        <PracticeFace
          practice={canContact ? practice : { ...practice, email: undefined }}
          heading={<FormattedMessage id="client.practice" />}
          headingHidden
        />
      )}
      {dialog}
    </>
  )
}
