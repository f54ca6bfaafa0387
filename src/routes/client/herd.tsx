import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Fence } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { can, useCan } from '#src/api/capabilities.ts'
import { patientQueries } from '#src/api/patients.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { withdrawalQueries } from '#src/api/withdrawals.ts'
import { keepsHerd } from '#src/features/patients/herd.ts'
import { deliveredIds } from '#src/features/patients/use-withdrawals.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'
import { HerdAnimals } from './herd/-parts/herd-animals.tsx'
import { HerdMedicines } from './herd/-parts/herd-medicines.tsx'
import { type HerdSearch, USUAL, VIEWS, readSearch } from './herd/-parts/herd-search.ts'
import { HerdReleases } from './herd/-parts/herd-releases.tsx'

export const Route = createFileRoute('/client/herd')({
  staticData: { title: 'client.nav.herd' },
  validateSearch: (search: Partial<HerdSearch> & SearchSchemaInput) => readSearch({ ...search }),
  search: { middlewares: [stripSearchParams(USUAL)] },
  loader: async ({ context: { queryClient, clientId }, ...loader }) => {
    const patients = await queryClient.query(cachedFirst(patientQueries.list(clientId), loader))
    if (!(await can(queryClient, 'herd'))) return
    const delivered = deliveredIds(patients)
    if (delivered.length === 0) return
    // Its failure is told in its place.
    const running = queryClient.query(withdrawalQueries.running(clientId, delivered, todayNow()))
    await running.catch(() => {})
  },
  component: Herd,
})

const TITLES = {
  releases: 'client.herd.releases',
  animals: 'client.herd.animals',
  medicines: 'client.logbook.medicine.title',
} as const

function Herd() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const intl = useIntl()
  const { data: patients } = useSuspenseQuery(patientQueries.list(clientId))
  const canShow = useCan('herd')
  const onSearch = (changed: Partial<HerdSearch>) =>
    void navigate({ search: { ...search, page: 1, ...changed }, replace: 'search' in changed, resetScroll: false })
  const props = { clientId, practiceId, viewedByStaff, patients, search, onSearch }
  return (
    <Page>
      <PageHead title={<FormattedMessage id="client.nav.herd" />} lead={<FormattedMessage id="client.herd.lead" />} />
      {!canShow || (!keepsHerd(patients) && patients.length === 0) ? (
        <NoHerd isPossible={canShow} />
      ) : (
        <>
          <Tabs label={intl.formatMessage({ id: 'client.herd.views' })}>
            {[undefined, ...VIEWS].map((show) => (
              <TabLink
                key={show ?? 'releases'}
                to="/client/herd"
                search={{ show }}
                activeOptions={{ exact: true, includeSearch: false }}
                aria-current={search.show === show ? 'page' : undefined}
                resetScroll={false}
              >
                <FormattedMessage id={TITLES[show ?? 'releases']} />
              </TabLink>
            ))}
          </Tabs>
          {search.show === 'animals' && <HerdAnimals {...props} />}
          {search.show === 'medicines' && <HerdMedicines {...props} />}
          {search.show === undefined && <HerdReleases clientId={clientId} patients={patients} />}
        </>
      )}
    </Page>
  )
}

/** There are no animals, or the API cannot tell of all of them at once. */
function NoHerd({ isPossible }: { isPossible: boolean }) {
  return (
    <Panel>
      <Empty
        icon={Fence}
        title={<FormattedMessage id={isPossible ? 'client.patients.emptyTitle' : 'client.herd.missingTitle'} />}
        actions={
          <Link to="/client/patients" className={buttonClass()}>
            <FormattedMessage id="client.patients.toAnimals" />
          </Link>
        }
      >
        <FormattedMessage id={isPossible ? 'client.patients.empty' : 'client.herd.missing'} />
      </Empty>
    </Panel>
  )
}
