import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute } from '@tanstack/react-router'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import PawPrint from 'lucide-react/icons/paw-print'
import { FormattedMessage } from 'react-intl'
import { currentMedicationQueries } from '#src/api/medicines.ts'
import { isFormer } from '#contract/patient.ts'
import { periodOf } from '#src/features/logbook/period.ts'
import { type PatientSearch, VIEWS, kindsOf, kindsSearch } from './$patientId/-parts/patient-props.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { patientQueries } from '#src/api/patients.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { today } from '#src/lib/dates.ts'
import { cachedFirst, waitBriefly } from '#src/api/query-client.ts'
import { readText } from '#src/lib/search.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Page } from '#src/ui/layout/page.tsx'
import { PatientDetail } from './$patientId/-parts/patient.tsx'

function readSearch(search: Readonly<Record<string, unknown>>): PatientSearch {
  // All fields are listed, because omitted fields would keep the raw values of the URL.
  return {
    show: VIEWS.find((view) => view === search['show']),
    startDate: readText(search['startDate'], 10) || undefined,
    endDate: readText(search['endDate'], 10) || undefined,
    kinds: kindsSearch(kindsOf(readText(search['kinds']))),
  }
}

export const Route = createFileRoute('/client/patients/$patientId')({
  staticData: { title: 'client.nav.patients' },
  validateSearch: (search: PatientSearch & SearchSchemaInput) => readSearch({ ...search }),
  loader: async ({ context: { queryClient, clientId }, params: { patientId }, location, ...loader }) => {
    const patients = await queryClient.query(cachedFirst(patientQueries.list(clientId), loader))
    const patient = patients.find(({ uuid }) => uuid === patientId)
    if (!patient) return
    // The screen loads other periods itself and meanwhile shows the previous one. The screen also shows failures.
    const period = periodOf(readSearch({ ...location.search }), today())
    await Promise.all([
      // Medicines and reminders are above the rest, which would move if they arrived later.
      !isFormer(patient) &&
        waitBriefly(queryClient.query(cachedFirst(currentMedicationQueries.of(clientId, today()), loader))),
      waitBriefly(queryClient.query(cachedFirst(reminderQueries.whole(clientId, { active: true, patientId }), loader))),
      queryClient.query(cachedFirst(logbookQueries.of(clientId, patientId, period), loader)).catch(() => {}),
      queryClient.query(cachedFirst(appointmentQueries.coming(clientId), loader)).catch(() => {}),
    ])
  },
  component: PatientPage,
})

function PatientPage() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { patientId } = Route.useParams()
  const search = Route.useSearch()
  const { data: patients } = useSuspenseQuery(patientQueries.list(clientId))
  const patient = patients.find(({ uuid }) => uuid === patientId)
  return (
    <Page>
      {patient ? (
        // The key discards all state of another patient.
        <PatientDetail key={`${clientId} ${patientId}`} {...{ clientId, practiceId, viewedByStaff, patient, search }} />
      ) : (
        <Notice
          title={<FormattedMessage id="client.patients.notFoundTitle" />}
          icons={[Dog, undefined, Cat]}
          missing={PawPrint}
          actions={
            <Link to="/client/patients" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.patients.toAnimals" />
            </Link>
          }
        >
          <FormattedMessage id="client.patients.notFound" />
        </Notice>
      )}
    </Page>
  )
}
