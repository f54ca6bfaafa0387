import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import FileCheck from 'lucide-react/icons/file-check'
import { FormattedMessage } from 'react-intl'
import { estimateQueries, getEstimateFile } from '#src/api/estimates.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { AnswersPanel } from '#src/features/estimates/answers-panel.tsx'
import { EmergencyPanel, EstimatePanels } from '#src/features/estimates/estimate-panels.tsx'
import { EstimateFile } from '#src/features/estimates/estimate-file.tsx'
import { LongDay } from '#src/features/estimates/estimate-texts.tsx'
import { PricesLink } from '#src/features/prices/prices-link.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { AnswerPanel } from './$estimateId/-parts/answer-panel.tsx'
import { EstimateMessages } from './$estimateId/-parts/estimate-messages.tsx'

export const Route = createFileRoute('/client/estimates/$estimateId')({
  staticData: { title: 'client.estimates.one' },
  beforeLoad: capableOnly('estimates'),
  loader: async ({ context: { queryClient, clientId }, params: { estimateId }, ...loader }) => {
    await queryClient.query(cachedFirst(estimateQueries.one(clientId, estimateId), loader))
  },
  component: OneEstimate,
})

function OneEstimate() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { estimateId } = Route.useParams()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: estimate } = useSuspenseQuery(estimateQueries.one(clientId, estimateId))
  if (!estimate) {
    return (
      <Page>
        <Notice
          title={<FormattedMessage id="client.estimates.notFoundTitle" />}
          icons={[FileCheck]}
          actions={
            <Link to="/client/estimates" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.estimates.all" />
            </Link>
          }
        >
          <FormattedMessage id="client.estimates.notFound" />
        </Notice>
      </Page>
    )
  }
  const { reason, patientName, number, date, terms } = estimate
  return (
    <Page>
      <BackLink to="/client/estimates" activeOptions={{ exact: true }}>
        <FormattedMessage id="client.estimates.all" />
      </BackLink>
      <PageHead
        title={patientName ? `${patientName}: ${reason}` : reason}
        lead={
          <FormattedMessage
            id="client.estimates.numberOf"
            values={{ number: number ?? '', hasNumber: number ? 'yes' : 'no', day: <LongDay date={date} /> }}
          />
        }
        actions={<EstimateFile estimate={estimate} getFile={() => getEstimateFile(clientId, estimateId)} />}
      />
      <EstimateMessages estimate={estimate} />
      <Split>
        <Stack>
          <EstimatePanels estimate={estimate} />
        </Stack>
        <Stack>
          <AnswerPanel key={estimateId} {...{ clientId, estimate, practice, viewedByStaff }} />
          <AnswersPanel
            estimate={estimate}
            getFile={(contentHash) => getEstimateFile(clientId, estimateId, contentHash)}
          />
          {terms && <EmergencyPanel terms={terms} />}
          <p>
            <PricesLink practiceId={practiceId} className={linkButtonClass} />
          </p>
        </Stack>
      </Split>
    </Page>
  )
}
