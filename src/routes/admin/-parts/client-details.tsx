import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isFormer } from '#contract/patient.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { PracticeFormTask } from '#contract/schemas/form.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { useCan } from '#src/api/capabilities.ts'
import { invoiceQueries } from '#src/api/invoices.ts'
import { patientQueries } from '#src/api/patients.ts'
import { practiceFormQueries } from '#src/api/practice-forms.ts'
import { SILENT } from '#src/api/query-client.ts'
import { practiceRequestQueries } from '#src/api/requests.ts'
import { ClientAccessLog } from '#src/features/clients/client-access-log.tsx'
import { type OpenOfAll, openOfAll } from '#src/features/invoices/amounts.ts'
import { money } from '#src/lib/money.ts'
import { PatientTile } from '#src/features/patients/patient-tile.tsx'
import { kindText } from '#src/features/patients/patient-texts.ts'
import { VisitLink } from '#src/features/sheet/client-link.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { today } from '#src/lib/dates.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import styles from './client-details.module.css'

interface ClientDetailsProps {
  practiceId: string
  clientId: string
}

const isLoading = ({ isLoading: loads }: UseQueryResult) => loads

/** Answers to common questions on the telephone. All appear together, so that none moves another. */
export function ClientDetails({ practiceId, clientId }: ClientDetailsProps) {
  const isAdmin = useIsClinicAdmin()
  const hasRequests = useCan('requests')
  const hasEstimates = useCan('estimates')
  const hasForms = useCan('forms')
  const patients = useQuery({ ...patientQueries.list(clientId), meta: SILENT })
  const appointments = useQuery(appointmentQueries.coming(clientId))
  const unpaid = useQuery(invoiceQueries.unpaid(clientId))
  const waiting = useQuery({ ...practiceRequestQueries.waitingOf(practiceId, clientId), enabled: hasRequests })
  const forms = useQuery({ ...practiceFormQueries.tasksOf(practiceId, clientId), enabled: hasForms })
  if ([patients, appointments, unpaid, waiting, forms].some(isLoading)) return null
  const open = unpaid.data && openOfAll(unpaid.data, today())
  return (
    <>
      {patients.data && <Animals patients={patients.data} appointments={appointments.data ?? []} />}
      <Facts>
        {open && (
          <Fact name={<FormattedMessage id="admin.sheet.open" />}>
            <OpenAmount open={open} />
          </Fact>
        )}
        {waiting.data !== undefined && (
          <Fact name={<FormattedMessage id="admin.requests.title" />}>
            {waiting.data > 0 ? (
              <Link to="/admin/requests" search={{ of: clientId }}>
                <FormattedMessage id="admin.requests.waitingOf" values={{ count: waiting.data }} />
              </Link>
            ) : (
              <FormattedMessage id="admin.sheet.noRequests" />
            )}
          </Fact>
        )}
        {hasEstimates && (
          <Fact name={<FormattedMessage id="client.nav.estimates" />}>
            <span className="row">
              <Link to="/admin/estimates/edit" search={{ of: clientId }}>
                <FormattedMessage id="admin.estimates.new" />
              </Link>
              <Link to="/admin/estimates" search={{ of: clientId }}>
                <FormattedMessage id="client.estimates.all" />
              </Link>
            </span>
          </Fact>
        )}
        {hasForms && (
          <Fact name={<FormattedMessage id="admin.forms.title" />}>
            <span className="row">
              <Link to="/admin/forms/ask" search={{ of: clientId }}>
                <FormattedMessage id="admin.forms.ask" />
              </Link>
              {forms.data !== undefined && forms.data.page.totalElements > 0 && (
                <Link to="/admin/forms" search={{ of: clientId }}>
                  <FormattedMessage id="admin.forms.ofClient" values={countsOf(forms.data.content)} />
                </Link>
              )}
            </span>
          </Fact>
        )}
      </Facts>
      {isAdmin && <ClientAccessLog clientId={clientId} />}
    </>
  )
}

/** Counts the newest forms of a client by what became of them. */
const countsOf = (tasks: readonly PracticeFormTask[]) => ({
  waiting: tasks.filter(({ state }) => state === 'asked').length,
  complete: tasks.filter(({ state }) => state === 'complete').length,
})

function OpenAmount({ open: { count, late, sum } }: { open: OpenOfAll }) {
  const intl = useIntl()
  if (count === 0) return <FormattedMessage id="admin.sheet.nothingOpen" />
  return (
    <FormattedMessage
      id="admin.sheet.openAmount"
      values={{ count, late, amount: sum === null ? 'none' : money(intl, sum) }}
    />
  )
}

/** Number of animals in the sheet; a herd may have many. */
const SHOWN = 6

/** The client's animals with species and next appointment; those with an appointment first. */
function Animals({ patients, appointments }: { patients: readonly Patient[]; appointments: readonly Appointment[] }) {
  const intl = useIntl()
  const id = useId()
  const nextOf = ({ uuid }: Patient) => appointments.find(({ patientUuids }) => patientUuids.includes(uuid))
  const current = patients
    .filter((patient) => !isFormer(patient))
    .map((patient) => ({ patient, next: nextOf(patient) }))
    .sort(
      ({ next: one }, { next: other }) =>
        Number(!one) - Number(!other) || (one?.start ?? '').localeCompare(other?.start ?? ''),
    )
  const rest = current.length - SHOWN
  if (current.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        <FormattedMessage id="admin.sheet.animals" values={{ count: current.length }} />
      </h3>
      <ul className={styles.animals}>
        {current.slice(0, SHOWN).map(({ patient, next }) => (
          <li key={patient.uuid}>
            <PatientTile size="large" patient={patient} />
            <strong>{patient.name}</strong>
            <span className="muted">{kindText(patient, intl)}</span>
            {next && (
              <span>
                <VisitLink appointmentId={next.uuid}>
                  <FormattedMessage
                    id="admin.sheet.appointment"
                    values={{ moment: <VisitMoment at={next.start} look="short" /> }}
                  />
                </VisitLink>
              </span>
            )}
          </li>
        ))}
        {rest > 0 && (
          <li className="muted">
            <FormattedMessage id="admin.sheet.moreAnimals" values={{ count: rest }} />
          </li>
        )}
      </ul>
    </section>
  )
}
