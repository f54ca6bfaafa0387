import { now as serverNow } from '#src/lib/dates.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { type FigurePeriod, figureQueries } from '#src/api/figures.ts'
import { SILENT, ofLoader } from '#src/api/query-client.ts'
import { readMonth } from '#src/lib/search.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { NoClientsYet } from '#src/features/clients/no-clients.tsx'
import { CsvButton } from '#src/features/csv-button.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './figures/-parts/figures.module.css'
import { AnimalsPanel, ClientsPanel } from './figures/-parts/count-panels.tsx'
import { type FigureSearch, comparedPeriods, daysOf, monthsOf, searchOf, Period } from './figures/-parts/period.tsx'
import { RemindersPanel } from './figures/-parts/reminders-panel.tsx'
import { RequestsPanel } from './figures/-parts/requests-panel.tsx'
import { saveFigures } from './figures/-parts/save-figures.ts'
import { totalClients } from './figures/-parts/figure-texts.ts'
import { ThisMonth } from './figures/-parts/this-month.tsx'

export const Route = createFileRoute('/admin/figures')({
  staticData: { title: 'admin.nav.figures' },
  validateSearch: (search: FigureSearch & SearchSchemaInput): FigureSearch => {
    const now = serverNow()
    return { from: readMonth(search.from, now), to: readMonth(search.to, now) }
  },
  loaderDeps: ({ search }) => search,
  beforeLoad: capableAdminOnly('figures'),
  loader: async ({ context, deps, ...loader }) => {
    const period = daysOf(monthsOf(deps))
    const query = (days: FigurePeriod) => figureQueries.of(context.practiceId, days)
    await context.queryClient.query({ ...query(period), meta: ofLoader(loader) })
    // The page is usable without the comparison.
    const { now, before } = comparedPeriods()
    await Promise.allSettled([now, before].map((days) => context.queryClient.query({ ...query(days), meta: SILENT })))
  },
  component: FiguresPage,
})

function FiguresPage() {
  const intl = useIntl()
  const hasRequests = useCan('requests')
  const { practiceId } = Route.useRouteContext()
  const months = monthsOf(Route.useSearch())
  const navigate = Route.useNavigate()
  const { data: figures } = useSuspenseQuery(figureQueries.of(practiceId, daysOf(months)))
  const compared = comparedPeriods()
  const { data: now } = useQuery({ ...figureQueries.of(practiceId, compared.now), enabled: false })
  const { data: before } = useQuery({ ...figureQueries.of(practiceId, compared.before), enabled: false })
  const clients = totalClients(figures.clients)
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.nav.figures" />}
        actions={
          clients > 0 && (
            <div className={styles.actions}>
              <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
                <FormattedMessage id="client.card.print" />
              </Button>
              <CsvButton
                variant="secondary"
                label="admin.auditSearch.csv"
                name="admin.figures.csvName"
                save={async () => saveFigures(figures, intl)}
              />
            </div>
          )
        }
      />
      {clients === 0 ? (
        <Panel>
          <NoClientsYet />
        </Panel>
      ) : (
        <>
          {now && before && <ThisMonth now={now} before={before} hasRequests={hasRequests} />}
          <RemindersPanel figures={figures}>
            <Period
              months={months}
              onChange={(chosen) => void navigate({ search: searchOf(chosen), resetScroll: false })}
            />
          </RemindersPanel>
          {hasRequests && <RequestsPanel requests={figures.requests} />}
          <AnimalsPanel animals={figures.animals} />
          <ClientsPanel clients={figures.clients} />
        </>
      )}
    </Page>
  )
}
