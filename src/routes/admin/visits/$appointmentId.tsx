import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, useLocation } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Eye from 'lucide-react/icons/eye'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { stateOfAppointment } from '#contract/appointment.ts'
import type { PracticeAppointmentDetail } from '#contract/schemas/practice-appointment.ts'
import { useCan } from '#src/api/capabilities.ts'
import { practiceVisitQueries } from '#src/api/practice-visits.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { useViewAs } from '#src/features/access/view-as.ts'
import { nameOfAppointment } from '#src/features/appointments/calendar.ts'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { TaskStatus } from '#src/features/forms/practice-form-status.tsx'
import { RecordClient } from '#src/features/sheet/client-link.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { now as serverNow } from '#src/lib/dates.ts'
import { textOf } from '#src/lib/intl.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { DetailCell, LeadCell, StateCell, Table } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import styles from './$appointmentId/-parts/visit-page.module.css'

export const Route = createFileRoute('/admin/visits/$appointmentId')({
  staticData: { title: 'admin.visits.visit' },
  beforeLoad: capableOnly('visits'),
  loader: async ({ context: { queryClient, practiceId }, params: { appointmentId }, ...loader }) => {
    await queryClient.query({ ...practiceVisitQueries.one(practiceId, appointmentId), meta: ofLoader(loader) })
  },
  component: VisitPage,
})

function VisitPage() {
  const { practiceId } = Route.useRouteContext()
  const { appointmentId } = Route.useParams()
  const search = useLocation({ select: ({ state }) => state.visits })
  const { data: visit } = useSuspenseQuery(practiceVisitQueries.one(practiceId, appointmentId))
  return (
    <Page>
      <BackLink to="/admin/visits" search={search ?? {}} activeOptions={{ exact: true }}>
        <FormattedMessage id="admin.visits.title" />
      </BackLink>
      {visit ? (
        <OneVisit visit={visit} />
      ) : (
        <Panel>
          <Empty icon={CalendarDays} title={<FormattedMessage id="admin.visits.goneTitle" />}>
            <FormattedMessage id="admin.visits.gone" />
          </Empty>
        </Panel>
      )}
    </Page>
  )
}

interface VisitProps {
  visit: PracticeAppointmentDetail
}

function OneVisit({ visit }: VisitProps) {
  const intl = useIntl()
  const viewAs = useViewAs()
  const { client, animals } = visit
  return (
    <>
      <PageHead
        title={nameOfAppointment(visit, isHerd(visit) ? [] : animals, intl)}
        lead={<RecordClient record={{ clientUuid: client.uuid, clientName: client.name }} />}
        actions={
          <Button variant="secondary" icon={Eye} onClick={() => viewAs(client.uuid)}>
            <FormattedMessage id="admin.clients.impersonate" />
          </Button>
        }
      />
      <Split lead="right">
        <VisitFacts visit={visit} />
        <Stack>
          <Questions visit={visit} />
          <Forms visit={visit} />
        </Stack>
      </Split>
    </>
  )
}

/** Whether an appointment has too many animals for its title. */
const isHerd = ({ animals }: PracticeAppointmentDetail) => animals.length > 4

/** Time, place and state of the appointment, and what the client has to do before it. */
function VisitFacts({ visit }: VisitProps) {
  const intl = useIntl()
  const [now] = useState(serverNow)
  const { start, durationMinutes, reason, place, veterinarian, preparation } = visit
  const state = stateOfAppointment(visit, now)
  return (
    <Facts panel>
      <Fact name={<FormattedMessage id="admin.visits.when" />}>
        <VisitMoment at={start} look="long" />
        {durationMinutes > 0 && (
          <>
            {' · '}
            <FormattedMessage id="client.appointments.minutes" values={{ count: durationMinutes }} />
          </>
        )}
      </Fact>
      <Fact name={<FormattedMessage id="admin.requests.state" />}>
        <Status tone={state === 'CANCELLED' ? 'bad' : undefined}>
          {textOf(`client.appointments.status.${state}`, state, intl)}
        </Status>
      </Fact>
      <Fact name={<FormattedMessage id="admin.visits.reason" />}>{reason}</Fact>
      {isHerd(visit) && (
        <Fact name={<FormattedMessage id="admin.sheet.animals" values={{ count: visit.animals.length }} />}>
          {intl.formatList(visit.animals.map(({ name }) => name))}
        </Fact>
      )}
      {place && <Fact name={<FormattedMessage id="admin.requests.place" />}>{place}</Fact>}
      {veterinarian && <Fact name={<FormattedMessage id="admin.requests.veterinarian" />}>{veterinarian}</Fact>}
      {preparation && (
        <Fact name={<FormattedMessage id="admin.requests.preparation" />}>
          <span className={styles.text}>{preparation}</span>
        </Fact>
      )}
    </Facts>
  )
}

/** Forms of the appointment with their state, and a link to ask for another one before it. */
function Forms({ visit }: VisitProps) {
  const titled = useTranslated()
  const hasForms = useCan('forms')
  const [now] = useState(serverNow)
  const { uuid, client, patientUuids, forms } = visit
  if (!hasForms) return null
  const canAsk = stateOfAppointment(visit, now) === 'BOOKED'
  return (
    <Panel as="section" aria-labelledby="visit-forms">
      <PanelHead>
        <h2 id="visit-forms">
          <FormattedMessage id="admin.forms.title" />
        </h2>
        {canAsk && (
          <Link
            to="/admin/forms/ask"
            search={{
              of: client.uuid,
              appointment: uuid,
              ...(patientUuids.length === 1 && { patient: patientUuids[0] }),
            }}
            className={buttonClass()}
          >
            <Plus />
            <FormattedMessage id="admin.forms.ask" />
          </Link>
        )}
      </PanelHead>
      {forms.length > 0 ? (
        <Table label={<FormattedMessage id="admin.forms.title" />}>
          {forms.map(({ uuid: taskId, title, patientName, state, askedAt, completedAt, closedAt }) => (
            <tr key={taskId}>
              <LeadCell>
                <Link to="/admin/forms/$taskId" params={{ taskId }}>
                  {titled(title)}
                </Link>
              </LeadCell>
              <DetailCell>
                {patientName && `${patientName} · `}
                <Moment at={closedAt ?? completedAt ?? askedAt} day="numeric" month="short" />
              </DetailCell>
              <StateCell>
                <TaskStatus state={state} />
              </StateCell>
            </tr>
          ))}
        </Table>
      ) : (
        <p className={styles.none}>
          <FormattedMessage id={canAsk ? 'admin.visits.noForms' : 'admin.visits.noFormsAsked'} />
        </p>
      )}
    </Panel>
  )
}

/** Questions of the owner for the veterinarian. */
function Questions({ visit: { questions } }: VisitProps) {
  return (
    <Panel as="section" padded className={styles.questions} aria-labelledby="visit-questions">
      <h2 id="visit-questions">
        <FormattedMessage id="admin.visits.questions" />
      </h2>
      {questions ? (
        <>
          <p className={styles.text}>{questions.text}</p>
          <p className="muted small">
            <FormattedMessage
              id="admin.visits.questionsChanged"
              values={{ at: <Moment at={questions.changedAt} dateStyle="long" timeStyle="short" /> }}
            />
          </p>
        </>
      ) : (
        <p className="muted">
          <FormattedMessage id="admin.visits.noQuestions" />
        </p>
      )}
    </Panel>
  )
}
