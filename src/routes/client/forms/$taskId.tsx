import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import { FormattedMessage } from 'react-intl'
import { formQueries } from '#src/api/forms.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { VisitLink } from '#src/features/appointments/appointments.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { FormStatus, useTranslated } from '#src/features/forms/form-status.tsx'
import { CompletedForm } from './$taskId/-parts/completed-form.tsx'
import { FillForm } from './$taskId/-parts/fill-form.tsx'

export const Route = createFileRoute('/client/forms/$taskId')({
  staticData: { title: 'client.forms.title' },
  beforeLoad: capableOnly('forms'),
  loader: async ({ context: { queryClient, clientId }, params: { taskId }, ...loader }) => {
    await queryClient.query(cachedFirst(formQueries.one(clientId, taskId), loader))
  },
  component: OneForm,
})

function OneForm() {
  const { clientId, viewedByStaff } = Route.useRouteContext()
  const { taskId } = Route.useParams()
  const textOf = useTranslated()
  const { data: task } = useSuspenseQuery(formQueries.one(clientId, taskId))
  if (!task) {
    return (
      <Page>
        <Notice
          title={<FormattedMessage id="client.forms.notFoundTitle" />}
          icons={[FilePen]}
          actions={
            <Link to="/client/forms" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.forms.all" />
            </Link>
          }
        >
          <FormattedMessage id="client.forms.notFound" />
        </Notice>
      </Page>
    )
  }
  const { content, patientName, appointment, state } = task
  const name = textOf(content.title)
  return (
    <Page>
      <BackLink to="/client/forms" activeOptions={{ exact: true }}>
        <FormattedMessage id="client.forms.all" />
      </BackLink>
      <PageHead
        title={patientName ? `${patientName}: ${name}` : name}
        lead={
          appointment && (
            <VisitLink appointment={appointment}>
              <FormattedMessage
                id="client.forms.forVisit"
                values={{
                  moment: <VisitMoment key="at" at={appointment.start} look="short" />,
                  reason: appointment.reason,
                }}
              />
            </VisitLink>
          )
        }
        actions={state !== 'asked' && <FormStatus state={state} />}
      />
      {(state === 'complete' || state === 'withdrawn') && (
        <CompletedForm clientId={clientId} task={task} viewedByStaff={viewedByStaff} />
      )}
      {state === 'asked' && !viewedByStaff && (
        // Another version has other questions.
        <FillForm key={`${task.uuid} ${task.version}`} clientId={clientId} task={task} />
      )}
      {state === 'asked' && viewedByStaff && (
        <Message kind="info">
          <FormattedMessage id="client.forms.notYours" />
        </Message>
      )}
      {(state === 'cancelled' || state === 'lapsed') && (
        <Panel padded>
          <FormattedMessage id={`client.forms.closed.${state}`} />
        </Panel>
      )}
    </Page>
  )
}
