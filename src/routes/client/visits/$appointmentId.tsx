import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { addressOfVisit } from '#contract/place.ts'
import { type VisitPhase, phaseOfVisit } from '#contract/visit.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { listedFormsQuery } from '#src/api/listed-forms.ts'
import { patientQueries } from '#src/api/patients.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { SILENT, cachedFirst, waitBriefly } from '#src/api/query-client.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { requestQueries } from '#src/api/requests.ts'
import { visitQueries } from '#src/api/visits.ts'
import { factsOf, nameOfAppointment } from '#src/features/appointments/calendar.ts'
import { usePatients } from '#src/features/patients/distinct-names.ts'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { now as serverNow } from '#src/lib/dates.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { Cancelled, Outcome } from './$appointmentId/-parts/outcome.tsx'
import { AlsoPossible, Practical, ToDo } from './$appointmentId/-parts/preparation.tsx'
import { Questions } from './$appointmentId/-parts/questions.tsx'
import type { VisitProps } from './$appointmentId/-parts/visit-props.ts'
import styles from './$appointmentId/-parts/visit.module.css'

export const Route = createFileRoute('/client/visits/$appointmentId')({
  staticData: { title: 'client.appointments.next' },
  beforeLoad: capableOnly('visits'),
  loader: async ({ context: { queryClient, clientId }, params: { appointmentId }, ...loader }) => {
    const background = <Options extends object>(options: Options) => ({ ...cachedFirst(options), meta: SILENT })
    await Promise.all([
      queryClient.query(cachedFirst(visitQueries.detail(clientId, appointmentId), loader)),
      // The page names the animals, and lists forms and requests above the rest, which would move if they arrived later.
      waitBriefly(queryClient.query(background(patientQueries.list(clientId)))),
      waitBriefly(queryClient.query(background(listedFormsQuery(clientId)))),
      waitBriefly(queryClient.query(background(requestQueries.list(clientId, { page: 1 })))),
      waitBriefly(queryClient.query(background(appointmentQueries.coming(clientId)))),
      waitBriefly(queryClient.query(background(reminderQueries.whole(clientId, { active: true })))),
    ])
  },
  component: VisitPage,
})

function VisitPage() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { appointmentId } = Route.useParams()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: visit } = useSuspenseQuery(visitQueries.detail(clientId, appointmentId))
  const patients = usePatients(clientId) ?? []
  const [now] = useState(serverNow)
  if (!visit) {
    return (
      <Page>
        <Notice
          title={<FormattedMessage id="client.visits.notFoundTitle" />}
          icons={[CalendarCheck]}
          actions={
            <Link to="/client/portal/reminders" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.visits.toFirstPage" />
            </Link>
          }
        >
          <FormattedMessage id="client.visits.notFound" />
        </Notice>
      </Page>
    )
  }
  const phase = phaseOfVisit(visit, now)
  const of: VisitProps = { clientId, practiceId, viewedByStaff, practice, visit, patients, now }
  return (
    <Page>
      <Head {...of} phase={phase} />
      {phase === 'cancelled' && <Cancelled {...of} />}
      {phase === 'over' && <Outcome {...of} />}
      {(phase === 'upcoming' || phase === 'today') && (
        <>
          <ToDo {...of} />
          <Practical {...of} />
        </>
      )}
      {/* The key discards the state of the form of another visit. */}
      <Questions key={appointmentId} {...of} />
      {(phase === 'upcoming' || phase === 'today') && <AlsoPossible {...of} />}
    </Page>
  )
}

/** Title of a visit, with its time, place and staff. */
function Head({ visit, patients, practice, phase }: VisitProps & { phase: VisitPhase }) {
  const intl = useIntl()
  const name = nameOfAppointment(visit, patients, intl)
  const isComing = phase === 'upcoming' || phase === 'today'
  const address = isComing ? addressOfVisit(visit.place, practice) : undefined
  return (
    <>
      <title>{`${name} · ${intl.formatMessage({ id: 'core.appName' })}`}</title>
      {phase === 'over' ? (
        <BackLink to="/client/visit-forms" activeOptions={{ exact: true }}>
          <FormattedMessage id="client.visitForms.back" />
        </BackLink>
      ) : (
        <BackLink to="/client/portal/reminders" activeOptions={{ exact: true }}>
          <FormattedMessage id="client.visits.toFirstPage" />
        </BackLink>
      )}
      <PageHead title={name} />
      <Panel padded className={styles.when}>
        <Tile icon={CalendarCheck} />
        <div>
          <p className={styles.start}>
            <VisitMoment at={visit.start} look="long" />
          </p>
          <p className={styles.facts}>{[factsOf(visit, intl), practice.name].filter(Boolean).join(' · ')}</p>
          {address && address !== visit.place && <p className={styles.facts}>{address}</p>}
        </div>
        {phase !== 'upcoming' && (
          <Status tone={PHASE_TONES[phase]}>
            <FormattedMessage id={PHASE_TEXTS[phase]} />
          </Status>
        )}
      </Panel>
    </>
  )
}

const PHASE_TEXTS = {
  today: 'client.visits.today',
  over: 'client.appointments.status.DONE',
  cancelled: 'client.appointments.status.CANCELLED',
} as const
const PHASE_TONES = { today: 'warn', over: undefined, cancelled: 'bad' } as const
