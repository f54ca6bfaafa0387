import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute, redirect } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { practiceEstimateQueries } from '#src/api/estimates.ts'
import { patientQueries } from '#src/api/patients.ts'
import { type Loader, SILENT, ofLoader } from '#src/api/query-client.ts'
import { clientSheetQuery } from '#src/api/single-clients.ts'
import { ClientChoice } from '#src/features/clients/client-choice.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ClientLink, RecordClient } from '#src/features/sheet/client-link.tsx'
import { readUuid } from '#src/lib/search.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { EstimateForm } from './edit/-parts/estimate-form.tsx'

interface Search {
  /** Estimate to change; absent for a new one. */
  estimate?: string | undefined
  /** Client of a new estimate. Not `client`, which is the open client sheet in the URL. */
  of?: string | undefined
}

export const Route = createFileRoute('/admin/estimates/edit')({
  staticData: { title: 'client.estimates.one' },
  validateSearch: (search: Search & SearchSchemaInput): Search => ({
    estimate: readUuid(search.estimate),
    of: readUuid(search.of),
  }),
  loaderDeps: ({ search: { estimate, of } }) => ({ estimate, of }),
  beforeLoad: capableOnly('estimates'),
  loader: async ({ context: { queryClient, practiceId }, deps, ...loader }) => {
    const clientId = deps.estimate ? await clientOf(queryClient, practiceId, deps.estimate, loader) : deps.of
    if (!clientId) return
    await Promise.all([
      queryClient.query(clientSheetQuery(queryClient, practiceId, clientId)),
      // The form is usable without the animals, and its preview without the sentences.
      queryClient.query({ ...patientQueries.list(clientId), meta: SILENT }).catch(() => {}),
      queryClient.query({ ...practiceEstimateQueries.settings(practiceId), meta: SILENT }).catch(() => {}),
    ])
  },
  component: EditEstimate,
})

/** Returns the client of an estimate; leaves the page of one that only the system of the practice changes. */
async function clientOf(queryClient: QueryClient, practiceId: string, estimateId: string, loader: Loader) {
  const query = practiceEstimateQueries.one(practiceId, estimateId)
  const estimate = await queryClient.query({ ...query, meta: ofLoader(loader) })
  if (estimate && !estimate.fromSystem) return estimate.clientUuid
  throw redirect({ to: '/admin/estimates/$estimateId', params: { estimateId }, replace: true })
}

function EditEstimate() {
  const { practiceId } = Route.useRouteContext()
  const { estimate, of } = Route.useSearch()
  return (
    <Page>
      {estimate ? (
        <ChangedEstimate key={estimate} practiceId={practiceId} estimateId={estimate} />
      ) : (
        <>
          <BackLink to="/admin/estimates" activeOptions={{ exact: true }}>
            <FormattedMessage id="client.estimates.all" />
          </BackLink>
          {of ? (
            <NewEstimate key={of} practiceId={practiceId} clientId={of} />
          ) : (
            <WithoutClient practiceId={practiceId} />
          )}
        </>
      )}
    </Page>
  )
}

function WithoutClient({ practiceId }: { practiceId: string }) {
  return (
    <>
      <PageHead
        title={<FormattedMessage id="admin.estimates.new" />}
        lead={<FormattedMessage id="admin.estimates.chooseClient" />}
      />
      <ClientChoice
        practiceId={practiceId}
        renderLink={(client, name) => (
          <Link to="/admin/estimates/edit" search={{ of: client.uuid }}>
            {name}
          </Link>
        )}
      />
    </>
  )
}

/** Returns the sentences of the practice that the preview shows, if the loader has got them. */
const useTerms = (practiceId: string) =>
  useQueryClient().getQueryData(practiceEstimateQueries.settings(practiceId).queryKey)?.shown

function NewEstimate({ practiceId, clientId }: { practiceId: string; clientId: string }) {
  const intl = useIntl()
  const { data: client } = useSuspenseQuery(clientSheetQuery(useQueryClient(), practiceId, clientId))
  const terms = useTerms(practiceId)
  return (
    <>
      <PageHead
        title={<FormattedMessage id="admin.estimates.new" />}
        lead={client && <ClientLink client={client}>{clientName(client, intl)}</ClientLink>}
      />
      {client?.registered === false && (
        <Message kind="warning">
          <FormattedMessage id="admin.estimates.notRegistered" />
        </Message>
      )}
      {client ? (
        <EstimateForm practiceId={practiceId} clientId={clientId} terms={terms} />
      ) : (
        <Message kind="error">
          <FormattedMessage id="admin.sheet.gone" />
        </Message>
      )}
    </>
  )
}

function ChangedEstimate({ practiceId, estimateId }: { practiceId: string; estimateId: string }) {
  const { data: estimate } = useSuspenseQuery(practiceEstimateQueries.one(practiceId, estimateId))
  const terms = useTerms(practiceId)
  if (!estimate) return null
  return (
    <>
      <BackLink to="/admin/estimates/$estimateId" params={{ estimateId }}>
        <FormattedMessage id="client.estimates.one" />
      </BackLink>
      <PageHead
        title={<FormattedMessage id="admin.estimates.changeTitle" />}
        lead={<RecordClient record={estimate} />}
      />
      {estimate.answer && (
        <Message kind="warning">
          <FormattedMessage id="admin.estimates.changeVoids" values={{ outcome: estimate.answer.outcome }} />
        </Message>
      )}
      <EstimateForm practiceId={practiceId} clientId={estimate.clientUuid} former={estimate} terms={terms} />
    </>
  )
}
