import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { priceQueries } from '#src/api/prices.ts'
import { capableOnly } from '#src/session/guards.ts'
import { PriceEditor } from './prices/-parts/price-editor.tsx'
import { PriceHistory } from './prices/-parts/price-history.tsx'
import { PriceLink } from './prices/-parts/price-link.tsx'

export const Route = createFileRoute('/admin/practice/prices')({
  staticData: { title: 'core.prices.title' },
  beforeLoad: capableOnly('price-list'),
  loader: async ({ context: { queryClient, practiceId } }) => {
    await queryClient.query(priceQueries.current(practiceId))
  },
  component: PricesTab,
})

function PricesTab() {
  const { practiceId } = Route.useRouteContext()
  const { data: list } = useSuspenseQuery(priceQueries.current(practiceId))
  return (
    <>
      <PriceLink practiceId={practiceId} list={list} />
      <PriceEditor practiceId={practiceId} list={list} />
      <PriceHistory practiceId={practiceId} />
    </>
  )
}
