import type { ListedPatient } from '#contract/schemas/patient.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import PawPrint from 'lucide-react/icons/paw-print'
import { FormattedMessage, useIntl } from 'react-intl'
import { PatientListItem } from './-parts/patient-list-item.tsx'
import { patientQueries } from '#src/api/patients.ts'
import { type Withheld, useWithdrawals } from '#src/features/patients/use-withdrawals.ts'
import { withDistinctNames } from '#src/features/patients/distinct-names.ts'
import { isFormer } from '#contract/patient.ts'
import { descriptionOf } from '#src/features/reminders/reminder.ts'
import { dayOf } from '#contract/reminder.ts'
import { DueStatus } from '#src/features/reminders/when.tsx'
import { reminderQueries } from '#src/api/reminders.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { cachedFirst, ofLoader } from '#src/api/query-client.ts'
import { Cards } from '#src/ui/data/cards.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { useMore } from '#src/ui/data/more.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from '#src/features/patients/patients.module.css'

export const Route = createFileRoute('/client/patients/')({
  staticData: { title: 'client.nav.patients' },
  loader: async ({ context: { queryClient, clientId }, ...loader }) => {
    // Not awaited, because due reminders may appear later.
    void queryClient
      .query({ ...reminderQueries.whole(clientId, { active: true }), meta: ofLoader(loader) })
      .catch(() => {})
    await queryClient.query(cachedFirst(patientQueries.list(clientId), loader))
  },
  component: Patients,
})

function Patients() {
  const { clientId, viewedByStaff } = Route.useRouteContext()
  const ownerOf = viewedByStaff ? undefined : clientId
  const intl = useIntl()
  const { data } = useSuspenseQuery(patientQueries.list(clientId))
  const patients = withDistinctNames(data, intl)
  const withdrawals = useWithdrawals(clientId, patients, { today: todayNow() })
  const living = useMore(patients.filter((patient) => !isFormer(patient)))
  const former = useMore(patients.filter(isFormer))
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.nav.patients" />}
        lead={patients.length > 0 && <FormattedMessage id="client.patients.lead" />}
      />
      {patients.length === 0 && (
        <Panel>
          <Empty icon={PawPrint} title={<FormattedMessage id="client.patients.emptyTitle" />}>
            <FormattedMessage id="client.patients.empty" />
          </Empty>
        </Panel>
      )}
      {living.shown.length > 0 && (
        <>
          <Cards label={intl.formatMessage({ id: 'client.patients.living' })}>
            {living.shown.map((patient) => (
              <LivingCard
                key={patient.uuid}
                patient={patient}
                clientId={clientId}
                ownerOf={ownerOf}
                withheld={withdrawals.byPatient.get(patient.uuid)}
              />
            ))}
          </Cards>
          {living.more}
        </>
      )}
      {former.shown.length > 0 && (
        <section className={styles.former}>
          <h2>
            <FormattedMessage id="client.patients.former" />
          </h2>
          <p className="muted">
            <FormattedMessage id="client.patients.formerText" />
          </p>
          <Cards label={intl.formatMessage({ id: 'client.patients.former' })}>
            {former.shown.map((patient) => (
              <PatientListItem key={patient.uuid} patient={patient} ownerOf={ownerOf} today={todayNow()} level="h3" />
            ))}
          </Cards>
          {former.more}
        </section>
      )}
    </Page>
  )
}

interface LivingCardProps {
  patient: ListedPatient
  clientId: string
  ownerOf: string | undefined
  withheld: Withheld | undefined
}

function LivingCard({ patient, clientId, ownerOf, withheld }: LivingCardProps) {
  const intl = useIntl()
  const today = todayNow()
  // A failure has been shown; the request is repeated when the page loads again.
  const { data } = useQuery({ ...reminderQueries.whole(clientId, { active: true }), retryOnMount: false })
  // The list is sorted by due date.
  const due = data?.content.find((reminder) => reminder.patientUuid === patient.uuid && dayOf(reminder))
  return (
    <PatientListItem
      patient={patient}
      ownerOf={ownerOf}
      today={today}
      due={due && { what: descriptionOf(due, intl), date: due.date }}
      status={due && <DueStatus reminder={due} today={today} />}
      withheld={withheld}
      level="h2"
    />
  )
}
