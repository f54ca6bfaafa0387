import { DEFAULT_SORT } from '#contract/paging.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { OpenNow } from '#src/features/practice/open-now.tsx'
import { appointmentQueries } from '#src/api/appointments.ts'
import { currentMedicationQueries } from '#src/api/medicines.ts'
import { patientQueries } from '#src/api/patients.ts'
import { canFilterByPatient } from '#src/features/patients/patient-filter.tsx'
import { PracticeFace } from '#src/features/practice/practice-face.tsx'
import { reminderQueries } from '#src/api/reminders.ts'
import { FoldedReminders, NoReminders, ReminderList } from './reminders/-parts/reminder-list.tsx'
import { SaveAll } from './reminders/-parts/save-all.tsx'
import { YearStrip } from './reminders/-parts/year-strip.tsx'
import { prefetchOffers } from '#src/api/offers.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { PHONE } from '#src/lib/constants.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { portalState } from '#src/lib/store.ts'
import { SILENT, cachedFirst } from '#src/api/query-client.ts'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { useOwner } from '#src/api/own-client.ts'
import { OfferNotices } from '#src/features/staff/offers.tsx'
import { AtVisit, useAppointmentRequestLinks } from '#src/features/requests/use-appointment-request-links.tsx'
import { namesAtVisit } from '#src/features/reminders/reminder.ts'
import { useAppointment } from '#src/features/reminders/use-appointment.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { usePatients, withDistinctPatientNames } from '#src/features/patients/distinct-names.ts'
import { Block } from '#src/ui/layout/block.tsx'
import { AskBlock } from './reminders/-parts/home/blocks.tsx'
import { Filters, Lead, Order } from './reminders/-parts/filters.tsx'
import { shownOf } from './reminders/-parts/groups.ts'
import { type Search, isHome, readSearch } from './reminders/-parts/first-calls.ts'
import { Home } from './reminders/-parts/home/home.tsx'

export const Route = createFileRoute('/client/portal/reminders')({
  staticData: { title: 'client.nav.today' },
  validateSearch: (search: Partial<Search> & SearchSchemaInput) => readSearch(search),
  search: { middlewares: [stripSearchParams({ page: 1, sort: DEFAULT_SORT })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ search }) => {
    if (search.active !== undefined) return
    // The stored filter is written into the URL, so that a reload and a shared link show the same list.
    throw redirect({
      to: '/client/portal/reminders',
      search: { ...search, active: portalState().showActiveReminders },
      replace: true,
    })
  },
  loader: async ({ context: { queryClient, clientId, viewedByStaff }, deps, ...loader }) => {
    if (!viewedByStaff) void prefetchOffers(queryClient)
    const { active = true, patient: patientId, ...search } = deps
    const patients = queryClient.query({ ...cachedFirst(patientQueries.list(clientId)), meta: SILENT }).catch(() => [])
    // An id that is no patient of this client is removed from the URL.
    if (patientId && !(await patients).some(({ uuid }) => uuid === patientId)) {
      throw redirect({ to: '/client/portal/reminders', search: { ...search, active }, replace: true })
    }
    await Promise.all([
      queryClient.query(cachedFirst(reminderQueries.list(clientId, { ...search, active, patientId }), loader)),
      // The list is usable without the next reminder.
      isHome({ ...search, active, patientId }) &&
        queryClient.query(cachedFirst(reminderQueries.next(clientId), loader)).catch(() => {}),
      // Awaited, because appointments and medicines that appear later would shift the list below them.
      isHome({ ...search, active, patientId }) &&
        queryClient.query(cachedFirst(appointmentQueries.coming(clientId), loader)).catch(() => {}),
      isHome({ ...search, active, patientId }) &&
        queryClient.query(cachedFirst(currentMedicationQueries.of(clientId, todayNow()), loader)).catch(() => {}),
    ])
  },
  component: Reminders,
})

function Reminders() {
  const context = Route.useRouteContext()
  const { clientId, practiceId, viewedByStaff } = context
  const { active = true, patient, ...search } = Route.useSearch()
  const today = todayNow()
  const filter = { ...search, active, patientId: patient }
  const withHome = isHome(filter)
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data } = useSuspenseQuery(reminderQueries.list(clientId, filter))
  // The loader has made this request; a failed one is not repeated.
  const { data: due } = useQuery({ ...reminderQueries.next(clientId), enabled: withHome, retryOnMount: false })
  const { data: activeCount } = useQuery(reminderQueries.activeCount(clientId))
  const patients = usePatients(clientId) ?? []
  const patientOf = ({ patientUuid }: Reminder) => patients.find(({ uuid }) => uuid === patientUuid)
  const named = { ...data, content: withDistinctPatientNames(data.content, patients) }
  const { reminders, isComplete, count } = shownOf(named, active, today)
  const whole = isComplete ? reminders : null
  const [next] = withDistinctPatientNames(due ? [due] : withHome && whole ? whole.slice(0, 1) : [], patients)
  const { buttonFor, atVisit, dialog, canContact } = useAppointmentOf(context, practice, today)
  const listed = {
    active,
    isComplete,
    today,
    patientOf,
    practice,
    actionOf: (one: Reminder) => buttonFor([one], 'short', reminders),
  }
  const nothing = reminders.length === 0 && (
    <NoReminders
      active={active}
      isPageOutOfRange={data.isFiltered && data.content.length === 0 && data.page.totalElements > 0}
      isComplete={isComplete}
    />
  )
  const saveAll = active && (reminders.length > 0 || !isComplete) && (
    <SaveAll clientId={clientId} patientId={patient} reminders={whole} practice={practice} today={today} />
  )
  const list = (
    <>
      {!isComplete && <Order sort={search.sort} active={active} patient={patient} />}
      {reminders.length > 0 && <ReminderList {...listed} reminders={reminders} />}
      {saveAll}
      {data.page.totalPages > 1 && (
        <Pager page={search.page} totalPages={data.page.totalPages} totalElements={count} size={data.page.size} />
      )}
    </>
  )
  const filters = (
    <Filters
      active={active}
      count={active ? (count ?? activeCount) : patient ? undefined : activeCount}
      patient={patient}
      patients={patient || canFilterByPatient(data.content) ? patients : []}
    />
  )
  const face = <Face practice={canContact ? practice : { ...practice, email: undefined }} />
  const home = { clientId, reminders: whole, next, today, practice, patientOf, atVisit }
  return (
    <>
      <PageHead
        title={<FormattedMessage id={withHome ? 'client.nav.today' : 'client.nav.reminders'} />}
        lead={
          <Lead
            active={active}
            reminders={whole}
            count={count}
            today={today}
            patientName={patients.find(({ uuid }) => uuid === patient)?.name}
          />
        }
        actions={!withHome && filters}
      />
      {!viewedByStaff && <OfferNotices />}
      {withHome ? (
        <Home {...home} buttonFor={(of) => buttonFor(of, 'whole')}>
          <Block title={<FormattedMessage id="client.nav.reminders" />}>
            {filters}
            {isComplete && reminders.length > 0 && (
              <>
                <YearStrip reminders={reminders} today={today} patientOf={patientOf} />
                <FoldedReminders {...listed} reminders={reminders} />
                {saveAll}
              </>
            )}
          </Block>
          {!isComplete && (
            <>
              {nothing}
              {list}
            </>
          )}
          <AskBlock />
          {face}
        </Home>
      ) : (
        <>
          {nothing}
          {list}
          {active && search.page === 1 && face}
        </>
      )}
      {dialog}
    </>
  )
}

function Face({ practice }: { practice: Practice }) {
  const isPhone = useMedia(PHONE)
  const heading = <FormattedMessage id="client.practice" />
  return <PracticeFace practice={practice} heading={heading} headingHidden isFolded={isPhone} />
}

interface Area {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
}

/** Returns the buttons that request an appointment, and their dialog. */
function useAppointmentOf(area: Area, practice: Practice, today: IsoDate) {
  const client = useOwner(area)
  const canContact = useCan('practice-contact')
  const asks = useAppointmentRequestLinks(useAppointments(area.clientId))
  // Hides contact data that clients of the practice may not see.
  const hidden = { ...practice, bookingUrl: undefined, email: area.viewedByStaff ? undefined : practice.email }
  const appointment = useAppointment({
    ...asks,
    openNow: <OpenNow hours={practice.openingHours} />,
    practice: canContact ? practice : hidden,
    client,
    today,
  })
  const intl = useIntl()
  const atVisit = (reminders: readonly Reminder[], visit: Appointment) => (
    <AtVisit reminders={reminders} appointment={visit} what={namesAtVisit(reminders, visit, intl)} />
  )
  return { ...appointment, atVisit, canContact }
}
