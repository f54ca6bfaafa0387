import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { capableOnly } from '#src/session/guards.ts'
import { RELEASES_AT_FIRST } from '#src/api/first-calls.ts'
import { herdQueries } from '#src/api/herd.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'
import {
  type HerdProps,
  type HerdAddress,
  type HerdSearch,
  VIEWS,
  herdAddress,
  readSearch,
} from './herd/-parts/herd-search.ts'
import { HerdAnimals } from './herd/-parts/herd-animals.tsx'
import { HerdMedicines } from './herd/-parts/herd-medicines.tsx'
import { HerdReleases } from './herd/-parts/herd-releases.tsx'

export const Route = createFileRoute('/client/herd')({
  staticData: { title: 'client.nav.herd' },
  // Validated where used, because code in this file is part of every first load.
  validateSearch: (search: HerdAddress & SearchSchemaInput): HerdAddress => search,
  beforeLoad: capableOnly('herd'),
  loader: async ({ context: { queryClient, clientId }, location, ...loader }) => {
    const summary = queryClient.query(cachedFirst(herdQueries.summary(clientId), loader))
    // Other views load their own data. The views show failures.
    if (readSearch({ ...location.search }).show === undefined) {
      await queryClient.query(herdQueries.releases(clientId, todayNow(), RELEASES_AT_FIRST)).catch(() => {})
    }
    await summary
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
  const search = readSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const onSearch = (changed: Partial<HerdSearch>) =>
    void navigate({
      search: herdAddress({ ...search, page: 1, ...changed }),
      replace: 'search' in changed,
      resetScroll: false,
    })
  return (
    <Page>
      <PageHead title={<FormattedMessage id="client.nav.herd" />} lead={<FormattedMessage id="client.herd.lead" />} />
      <Views {...{ clientId, practiceId, viewedByStaff, search, onSearch }} />
    </Page>
  )
}

function Views(props: Omit<HerdProps, 'ubns'>) {
  const { clientId, search } = props
  const address = Route.useSearch()
  const intl = useIntl()
  const { data: herd } = useSuspenseQuery(herdQueries.summary(clientId))
  const { ubns } = herd
  return (
    <>
      <Tabs label={intl.formatMessage({ id: 'client.herd.views' })}>
        {[undefined, ...VIEWS].map((show) => (
          <TabLink
            key={show ?? 'releases'}
            to="/client/herd"
            search={search.show === show ? address : { show }}
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
          >
            <FormattedMessage id={TITLES[show ?? 'releases']} />
          </TabLink>
        ))}
      </Tabs>
      {search.show === 'animals' && <HerdAnimals {...props} ubns={ubns} />}
      {search.show === 'medicines' && <HerdMedicines {...props} ubns={ubns} />}
      {search.show === undefined && <HerdReleases clientId={clientId} />}
      {!herd.isKept && (
        <p className="muted">
          <FormattedMessage
            id="client.herd.few"
            values={{
              animals: (
                <Link to="/client/patients">
                  <FormattedMessage id="client.nav.patients" />
                </Link>
              ),
            }}
          />
        </p>
      )}
    </>
  )
}
