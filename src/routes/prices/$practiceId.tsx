import { useQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import SearchX from 'lucide-react/icons/search-x'
import { FormattedMessage } from 'react-intl'
import { publicPricesQuery } from '#src/api/public-prices.ts'
import { readText } from '#src/lib/search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Page } from '#src/ui/layout/page.tsx'
import { Main } from '#src/ui/layout/shell.tsx'
import { PublicPrices } from './$practiceId/-parts/public-prices.tsx'

export const Route = createFileRoute('/prices/$practiceId')({
  staticData: { title: 'core.prices.title' },
  validateSearch: ({ q }: { q?: string } & SearchSchemaInput) => ({ q: readText(q) }),
  search: { middlewares: [stripSearchParams({ q: '' })] },
  loader: async ({ context: { queryClient }, params: { practiceId } }) => {
    await queryClient.query(publicPricesQuery(practiceId))
  },
  component: PricesPage,
})

/** Prices of a practice, for anybody. */
function PricesPage() {
  const { practiceId } = Route.useParams()
  const { q } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: list } = useQuery(publicPricesQuery(practiceId))
  // The loader has awaited the query. `useSuspenseQuery` would come with the code of signed-in pages.
  if (list === undefined) return null
  return (
    <Main>
      <Page>
        {list ? (
          <PublicPrices
            list={list}
            search={q}
            onSearch={(text) => void navigate({ search: { q: text }, replace: true })}
          />
        ) : (
          <Notice title={<FormattedMessage id="core.prices.unknownTitle" />} icons={[ReceiptEuro]} missing={SearchX}>
            <FormattedMessage id="core.prices.unknown" />
          </Notice>
        )}
      </Page>
    </Main>
  )
}
