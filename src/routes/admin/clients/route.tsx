import { useQuery } from '@tanstack/react-query'
import { Outlet, createFileRoute, useSearch } from '@tanstack/react-router'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { clientListQueries } from '#src/api/client-lists.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'

export const Route = createFileRoute('/admin/clients')({
  staticData: { title: 'admin.nav.clients' },
  // The lists do not wait for these.
  loader: ({ context: { queryClient, practiceId }, ...loader }) => {
    void queryClient.query(cachedFirst(clientListQueries.registeredCount(practiceId), loader)).catch(() => {})
    void queryClient.query(cachedFirst(clientListQueries.unregisteredCount(practiceId), loader)).catch(() => {})
  },
  component: Clients,
})

function Clients() {
  const practiceId = Route.useRouteContext({ select: (context) => context.practiceId })
  const intl = useIntl()
  const query = useSearch({ strict: false, select: ({ lastName = '' }) => lastName })
  // The other tab keeps the search text.
  const search = { page: 1, lastName: query }
  const { data: registered } = useQuery(clientListQueries.registeredCount(practiceId))
  const { data: unregistered } = useQuery(clientListQueries.unregisteredCount(practiceId))
  return (
    <Page>
      <PageHead title={<FormattedMessage id="admin.nav.clients" />} />
      <Tabs label={intl.formatMessage({ id: 'admin.nav.clients' })}>
        <TabLink
          to="/admin/clients/registered"
          search={search}
          activeOptions={{ includeSearch: false }}
          count={registered !== undefined && <FormattedNumber value={registered} />}
        >
          <FormattedMessage id="admin.clients.registered" />
        </TabLink>
        <TabLink
          to="/admin/clients/unregistered"
          search={search}
          activeOptions={{ includeSearch: false }}
          count={unregistered !== undefined && <FormattedNumber value={unregistered} />}
        >
          <FormattedMessage id="admin.clients.unregistered" />
        </TabLink>
      </Tabs>
      <Outlet />
    </Page>
  )
}
