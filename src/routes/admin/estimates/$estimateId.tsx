import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, useLocation } from '@tanstack/react-router'
import FileCheck from 'lucide-react/icons/file-check'
import Pencil from 'lucide-react/icons/pencil'
import { FormattedMessage } from 'react-intl'
import type { PracticeEstimate } from '#contract/schemas/estimate.ts'
import { getPracticeEstimateFile, practiceEstimateQueries } from '#src/api/estimates.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { AnswersPanel } from '#src/features/estimates/answers-panel.tsx'
import { EstimateFile } from '#src/features/estimates/estimate-file.tsx'
import { EstimatePanels } from '#src/features/estimates/estimate-panels.tsx'
import { RecordClient } from '#src/features/sheet/client-link.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { EstimateFacts } from './$estimateId/-parts/estimate-facts.tsx'
import { WithdrawButton } from './$estimateId/-parts/withdraw-button.tsx'

export const Route = createFileRoute('/admin/estimates/$estimateId')({
  staticData: { title: 'client.estimates.one' },
  beforeLoad: capableOnly('estimates'),
  loader: async ({ context: { queryClient, practiceId }, params: { estimateId }, ...loader }) => {
    await queryClient.query({ ...practiceEstimateQueries.one(practiceId, estimateId), meta: ofLoader(loader) })
  },
  component: EstimatePage,
})

function EstimatePage() {
  const { practiceId } = Route.useRouteContext()
  const { estimateId } = Route.useParams()
  const search = useLocation({ select: ({ state }) => state.estimates })
  const { data: estimate } = useSuspenseQuery(practiceEstimateQueries.one(practiceId, estimateId))
  return (
    <Page>
      <BackLink to="/admin/estimates" search={search ?? {}} activeOptions={{ exact: true }}>
        <FormattedMessage id="client.estimates.all" />
      </BackLink>
      {estimate ? (
        <OneEstimate practiceId={practiceId} estimate={estimate} />
      ) : (
        <Panel>
          <Empty icon={FileCheck} title={<FormattedMessage id="client.estimates.notFoundTitle" />}>
            <FormattedMessage id="admin.estimates.gone" />
          </Empty>
        </Panel>
      )}
    </Page>
  )
}

function OneEstimate({ practiceId, estimate }: { practiceId: string; estimate: PracticeEstimate }) {
  const { uuid, reason, patientName, fromSystem, state } = estimate
  return (
    <>
      <PageHead
        title={reason}
        lead={
          <>
            <RecordClient record={estimate} />
            {patientName && ` · ${patientName}`}
          </>
        }
        actions={
          <div className="row">
            <EstimateFile estimate={estimate} getFile={() => getPracticeEstimateFile(practiceId, uuid)} />
            {!fromSystem && (
              <>
                {state !== 'withdrawn' && <WithdrawButton practiceId={practiceId} estimate={estimate} />}
                <Link to="/admin/estimates/edit" search={{ estimate: uuid }} className={buttonClass()}>
                  <Pencil />
                  <FormattedMessage id="admin.estimates.change" />
                </Link>
              </>
            )}
          </div>
        }
      />
      <Split>
        <Stack>
          <EstimatePanels estimate={estimate} />
        </Stack>
        <Stack>
          <EstimateFacts estimate={estimate} />
          <AnswersPanel
            answer={estimate.answer}
            estimate={estimate}
            getFile={(contentHash) => getPracticeEstimateFile(practiceId, uuid, contentHash)}
          />
        </Stack>
      </Split>
    </>
  )
}
