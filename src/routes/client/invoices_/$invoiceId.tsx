import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { invoiceLineQueries } from '#src/api/invoice-lines.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page } from '#src/ui/layout/page.tsx'
import { InvoiceDetail } from './$invoiceId/-parts/invoice-detail.tsx'

export const Route = createFileRoute('/client/invoices_/$invoiceId')({
  staticData: { title: 'client.invoices.invoice' },
  beforeLoad: capableOnly('invoice-lines'),
  loader: async ({ context: { queryClient, clientId }, params: { invoiceId }, ...loader }) => {
    await queryClient.query(cachedFirst(invoiceLineQueries.one(clientId, invoiceId), loader))
  },
  component: OneInvoice,
})

function OneInvoice() {
  const { clientId, practiceId } = Route.useRouteContext()
  const { invoiceId } = Route.useParams()
  const { data: invoice } = useSuspenseQuery(invoiceLineQueries.one(clientId, invoiceId))
  const { data: practice } = useQuery(practiceQueries.one(practiceId))
  const canPay = useCan('payments')
  return (
    <Page>
      {invoice ? (
        <InvoiceDetail key={invoice.uuid} {...{ clientId, invoice }} payTo={canPay ? practice : undefined} />
      ) : (
        <Notice
          title={<FormattedMessage id="client.invoices.unknownTitle" />}
          icons={[ReceiptEuro]}
          actions={
            <Link to="/client/invoices" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.invoices.allInvoices" />
            </Link>
          }
        >
          <FormattedMessage id="client.invoices.unknown" />
        </Notice>
      )}
    </Page>
  )
}
