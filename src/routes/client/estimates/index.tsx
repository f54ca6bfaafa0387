import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import FileCheck from 'lucide-react/icons/file-check'
import { FormattedMessage } from 'react-intl'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { estimateQueries } from '#src/api/estimates.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { EstimateStatus, LongDay, ValidUntil } from '#src/features/estimates/estimate-texts.tsx'
import { Amount } from '#src/features/line-items.tsx'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { readPageSearch } from '#src/lib/search.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import styles from './-parts/estimates.module.css'

export const Route = createFileRoute('/client/estimates/')({
  staticData: { title: 'client.nav.estimates' },
  validateSearch: readPageSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: capableOnly('estimates'),
  loader: async ({ context: { queryClient, clientId }, deps, ...loader }) => {
    await queryClient.query(cachedFirst(estimateQueries.list(clientId, deps), loader))
  },
  component: Estimates,
})

function Estimates() {
  const { clientId } = Route.useRouteContext()
  const { page } = Route.useSearch()
  const { data } = useSuspenseQuery(estimateQueries.list(clientId, { page }))
  const estimates = data?.content ?? []
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.nav.estimates" />}
        lead={estimates.length > 0 && <FormattedMessage id="client.estimates.lead" />}
        wideLead
      />
      <PagedList
        data={data}
        page={page}
        icon={FileCheck}
        empty={
          <Empty icon={FileCheck} title={<FormattedMessage id="client.estimates.emptyTitle" />}>
            <FormattedMessage id="client.estimates.empty" />
          </Empty>
        }
      >
        <Items>
          {estimates.map((estimate) => (
            <EstimateItem key={estimate.uuid} estimate={estimate} />
          ))}
        </Items>
      </PagedList>
    </Page>
  )
}

function EstimateItem({ estimate }: { estimate: Estimate }) {
  const { uuid, state, reason, patientName, date, lines, currency } = estimate
  return (
    <Item
      stacked
      tile={<Tile icon={FileCheck} tone={state === 'open' ? 'warn' : undefined} />}
      title={
        <Link to="/client/estimates/$estimateId" params={{ estimateId: uuid }}>
          {patientName ? `${patientName}: ${reason}` : reason}
        </Link>
      }
      sub={
        state === 'open' ? (
          <FormattedMessage
            id="client.estimates.validUntil"
            values={{ day: <ValidUntil key="day" estimate={estimate} /> }}
          />
        ) : (
          <LongDay date={date} />
        )
      }
      when={
        <span className={styles.outcome}>
          <EstimateStatus state={state} />
          <Amount lines={lines} currency={currency} />
        </span>
      }
    />
  )
}
