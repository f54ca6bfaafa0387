import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { appointmentQueries } from '#src/api/appointments.ts'
import { patientQueries } from '#src/api/patients.ts'
import { practiceFormQueries } from '#src/api/practice-forms.ts'
import { SILENT, ofLoader } from '#src/api/query-client.ts'
import { clientSheetQuery } from '#src/api/single-clients.ts'
import { ClientChoice } from '#src/features/clients/client-choice.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ClientLink } from '#src/features/sheet/client-link.tsx'
import { readUuid } from '#src/lib/search.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { AskForm } from './ask/-parts/ask-form.tsx'

interface Search {
  /** Client who is asked. Not `client`, which is the open client sheet in the URL. */
  of?: string | undefined
  patient?: string | undefined
  appointment?: string | undefined
}

export const Route = createFileRoute('/admin/forms/ask')({
  staticData: { title: 'admin.forms.ask' },
  validateSearch: ({ of, patient, appointment }: Search & SearchSchemaInput): Search => ({
    of: readUuid(of),
    patient: readUuid(patient),
    appointment: readUuid(appointment),
  }),
  loaderDeps: ({ search: { of } }) => ({ of }),
  beforeLoad: capableOnly('forms'),
  loader: async ({ context: { queryClient, practiceId }, deps: { of }, ...loader }) => {
    if (!of) return
    await Promise.all([
      queryClient.query({ ...practiceFormQueries.all(practiceId), meta: ofLoader(loader) }),
      queryClient.query(clientSheetQuery(queryClient, practiceId, of)),
      // A form can be asked for without an animal or an appointment.
      queryClient.query({ ...patientQueries.list(of), meta: SILENT }).catch(() => {}),
      queryClient.query({ ...appointmentQueries.coming(of), meta: SILENT }).catch(() => {}),
    ])
  },
  component: Ask,
})

function Ask() {
  const { practiceId } = Route.useRouteContext()
  const { of } = Route.useSearch()
  return (
    <Page>
      <BackLink to="/admin/forms" activeOptions={{ exact: true }}>
        <FormattedMessage id="admin.forms.title" />
      </BackLink>
      {of ? <AskClient key={of} clientId={of} /> : <WithoutClient practiceId={practiceId} />}
    </Page>
  )
}

function WithoutClient({ practiceId }: { practiceId: string }) {
  return (
    <>
      <PageHead
        title={<FormattedMessage id="admin.forms.ask" />}
        lead={<FormattedMessage id="admin.forms.chooseClient" />}
      />
      <ClientChoice
        practiceId={practiceId}
        renderLink={(client, name) => (
          <Link to="/admin/forms/ask" search={{ of: client.uuid }}>
            {name}
          </Link>
        )}
      />
    </>
  )
}

function AskClient({ clientId }: { clientId: string }) {
  const { practiceId } = Route.useRouteContext()
  const { patient, appointment } = Route.useSearch()
  const intl = useIntl()
  const { data: client } = useSuspenseQuery(clientSheetQuery(useQueryClient(), practiceId, clientId))
  const { data: forms } = useSuspenseQuery(practiceFormQueries.all(practiceId))
  const published = forms.filter(({ version, active }) => version > 0 && active)
  return (
    <>
      <PageHead
        title={<FormattedMessage id="admin.forms.ask" />}
        lead={client && <ClientLink client={client}>{clientName(client, intl)}</ClientLink>}
      />
      {!client ? (
        <Message kind="error">
          <FormattedMessage id="admin.sheet.gone" />
        </Message>
      ) : !client.registered ? (
        <Message kind="warning">
          <FormattedMessage id="admin.forms.notRegistered" />
        </Message>
      ) : published.length === 0 ? (
        <Message kind="info">
          <FormattedMessage id="admin.forms.nonePublished" />{' '}
          <Link to="/admin/forms/definitions">
            <FormattedMessage id="admin.forms.ours" />
          </Link>
        </Message>
      ) : (
        <AskForm
          practiceId={practiceId}
          clientId={clientId}
          forms={published}
          patient={patient}
          appointment={appointment}
        />
      )}
    </>
  )
}
