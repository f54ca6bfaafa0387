import Calendar from 'lucide-react/icons/calendar'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import { PAGE_SIZE, isWhole } from '#contract/paging.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { barPeriod } from './invoices/-parts/bars.ts'
import { InvoiceBars, OpenAmount, Overview, SumLine, openText } from './invoices/-parts/overview.tsx'
import { SaveButton } from './invoices/-parts/save-invoices.tsx'
import { InvoiceTable } from './invoices/-parts/invoice-table.tsx'
import { byDueDate } from '#contract/invoice.ts'
import { openOfAll } from '#src/features/invoices/amounts.ts'
import { PeriodPickers } from './invoices/-parts/period-pickers.tsx'
import { type InvoiceSearch, type PaymentFilter, invoiceQueries } from '#src/api/invoices.ts'
import { readInvoiceSearch } from './invoices/-parts/search.ts'
import { monthOf } from '#contract/dates.ts'
import { PHONE } from '#src/lib/constants.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { useCan } from '#src/api/capabilities.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel, PanelFoot, PanelHead } from '#src/ui/layout/panel.tsx'
import { FilterRow } from '#src/ui/forms/filter-row.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { PageOutOfRange } from '#src/features/shell/paged-list.tsx'
import { countOf } from '#src/api/pages.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'

export const Route = createFileRoute('/client/invoices')({
  staticData: { title: 'client.nav.invoices' },
  validateSearch: (search: Partial<InvoiceSearch> & SearchSchemaInput): InvoiceSearch =>
    readInvoiceSearch({ ...search }),
  search: { middlewares: [stripSearchParams({ page: 1, status: 'ALL' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, clientId }, deps, ...loader }) => {
    const bars = { status: 'ALL', ...barPeriod(deps, monthOf(todayNow())) } as const
    const { page: _, ...filter } = deps
    async function loadList() {
      const list = await queryClient.query(cachedFirst(invoiceQueries.list(clientId, deps), loader))
      // Unpaid invoices are sorted by due date, which needs all of them.
      if (deps.status === 'UNPAID' && !isWhole(list))
        await queryClient.query(cachedFirst(invoiceQueries.whole(clientId, filter), loader)).catch(() => {})
    }
    await Promise.all([
      loadList(),
      // The page is usable without these.
      queryClient.query(cachedFirst(invoiceQueries.unpaid(clientId), loader)).catch(() => {}),
      queryClient.query(cachedFirst(invoiceQueries.whole(clientId, bars), loader)).catch(() => {}),
    ])
  },
  component: Invoices,
})

function Invoices() {
  const { clientId, practiceId } = Route.useRouteContext()
  const search = Route.useSearch()
  const { page, ...filter } = search
  const { status, from, to } = filter
  const router = useRouter()
  const intl = useIntl()
  const today = todayNow()
  const period = barPeriod(filter, monthOf(today))
  const { data } = useSuspenseQuery(invoiceQueries.list(clientId, search))
  // The loader has made these requests; failed ones are not repeated.
  const { data: unpaid } = useQuery({ ...invoiceQueries.unpaid(clientId), retryOnMount: false })
  const { data: barred } = useQuery({
    ...invoiceQueries.whole(clientId, { status: 'ALL', ...period }),
    retryOnMount: false,
  })
  const { data: whole = data } = useQuery({ ...invoiceQueries.whole(clientId, filter), enabled: !isWhole(data) })
  const rows =
    status === 'UNPAID' && isWhole(whole)
      ? byDueDate(whole.content).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      : data.content

  const { data: practice } = useQuery(practiceQueries.one(practiceId))
  const canPay = useCan('payments')

  const open = unpaid && openOfAll(unpaid, today)
  const filtered = status !== 'ALL' || from !== undefined || to !== undefined
  const count = data.page.totalElements
  const total = countOf(data)
  const isPhone = useMedia(PHONE)
  const [isPeriodOpen, setPeriodOpen] = useState(from !== undefined || to !== undefined)
  const show = (changed: Partial<InvoiceSearch>) =>
    void router.navigate({ to: '/client/invoices', search: { ...filter, ...changed } })

  const isListed = filtered || count > 0
  const pickers = <PeriodPickers period={filter} thisMonth={monthOf(today)} onChange={show} />
  const sums = count > 0 && (
    <div className="row">
      {total !== undefined && (
        <SumLine count={total} invoices={isWhole(whole) ? whole.content : undefined} unpaid={status === 'UNPAID'} />
      )}
      <SaveButton clientId={clientId} filter={filter} />
    </div>
  )
  const bars = barred && isWhole(barred) && <InvoiceBars invoices={barred.content} period={period} />
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.nav.invoices" />}
        lead={isPhone && open && isListed && openText(open, intl)}
        actions={
          <div className="row">
            <FilterRow>
              <StatusFilter status={status} onChange={(chosen) => show({ status: chosen })} />
              {isPhone && isListed && (
                <IconButton
                  icon={Calendar}
                  label={intl.formatMessage({ id: 'client.invoices.period' })}
                  aria-expanded={isPeriodOpen}
                  onClick={() => setPeriodOpen(!isPeriodOpen)}
                />
              )}
            </FilterRow>
          </div>
        }
      />
      {isPhone && isPeriodOpen && isListed && pickers}
      {!isPhone && open && isListed && (
        <Overview>
          <OpenAmount open={open} />
          {bars}
        </Overview>
      )}
      <Panel>
        {isListed && !isPhone && (
          <PanelHead>
            {pickers}
            {sums}
          </PanelHead>
        )}
        {rows.length > 0 ? (
          <InvoiceTable clientId={clientId} invoices={rows} today={today} payTo={canPay ? practice : undefined} />
        ) : count > 0 ? (
          <PageOutOfRange icon={ReceiptEuro} />
        ) : (
          <NoInvoices filtered={filtered} onClear={() => show({ status: 'ALL', from: undefined, to: undefined })} />
        )}
        {isPhone && sums && <PanelFoot>{sums}</PanelFoot>}
        <Pager page={page} totalPages={data.page.totalPages} totalElements={total} size={data.page.size} />
      </Panel>
      {isPhone && open && isListed && bars && <Overview>{bars}</Overview>}
    </Page>
  )
}

interface StatusFilterProps {
  status: PaymentFilter
  onChange: (status: PaymentFilter) => void
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  const intl = useIntl()
  return (
    <Segmented<PaymentFilter>
      legend={intl.formatMessage({ id: 'client.invoices.filter' })}
      name="status"
      value={status}
      onChange={onChange}
      options={[
        { value: 'ALL', label: <FormattedMessage id="client.invoices.all" /> },
        { value: 'UNPAID', label: <FormattedMessage id="client.invoices.unpaid" /> },
        { value: 'PAID', label: <FormattedMessage id="client.invoices.paid" /> },
      ]}
    />
  )
}

interface NoInvoicesProps {
  filtered: boolean
  onClear: () => void
}

function NoInvoices({ filtered, onClear }: NoInvoicesProps) {
  if (filtered) {
    return (
      <Empty
        title={<FormattedMessage id="client.invoices.noneTitle" />}
        actions={
          <Button variant="secondary" onClick={onClear}>
            <FormattedMessage id="client.invoices.clear" />
          </Button>
        }
      >
        <FormattedMessage id="client.invoices.none" />
      </Empty>
    )
  }
  return (
    <Empty icon={ReceiptEuro} title={<FormattedMessage id="client.invoices.emptyTitle" />}>
      <FormattedMessage id="client.invoices.empty" />
    </Empty>
  )
}
