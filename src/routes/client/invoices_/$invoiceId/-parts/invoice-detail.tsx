import ExternalLink from 'lucide-react/icons/external-link'
import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { currencyOf, isCreditNote, isToBePaid, openOf, totalOf } from '#contract/invoice.ts'
import { invoiceVat, signedLines } from '#contract/line-items.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { ItemisedInvoice } from '#src/api/invoice-lines.ts'
import { LineItems, LineSum } from '#src/features/line-items.tsx'
import { today as todayNow } from '#src/lib/dates.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { money } from '#src/lib/money.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { useInvoiceFiles } from '#src/features/invoices/invoice-files.tsx'
import { InvoiceStatus } from '#src/features/invoices/invoice-status.tsx'
import { type Payment, paymentOf } from '#src/features/invoices/payment.ts'
import { ClaimAction } from './claim-action.tsx'
import styles from './invoice-detail.module.css'
import { SaveLines } from './save-lines.tsx'
import { UblButton } from './ubl-button.tsx'

const PayDialog = createLazyModule(async () => (await import('#src/features/invoices/pay-dialog.tsx')).PayDialog)

interface InvoiceDetailProps {
  clientId: string
  invoice: ItemisedInvoice
  /** Practice to pay; undefined if the API has no payment data. */
  payTo: Practice | undefined
}

export function InvoiceDetail({ clientId, invoice, payTo }: InvoiceDetailProps) {
  const { number = '', date, dueDate, description, creditFor } = invoice
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return (
    <>
      <BackLink to="/client/invoices" activeOptions={{ exact: true }}>
        <FormattedMessage id="client.invoices.allInvoices" />
      </BackLink>
      <PageHead
        title={<FormattedMessage id="client.invoices.oneTitle" values={{ isCredit: isCreditNote(invoice), number }} />}
        lead={description}
        actions={<Actions {...{ clientId, invoice, payTo }} />}
      />
      <Facts panel>
        {date && (
          <Fact name={<FormattedMessage id="client.invoices.date" />}>
            <Day date={date} {...day} />
          </Fact>
        )}
        {dueDate && isToBePaid(invoice) && (
          <Fact name={<FormattedMessage id="client.invoices.dueDate" />}>
            <Day date={dueDate} {...day} />
          </Fact>
        )}
        {creditFor && <Fact name={<FormattedMessage id="client.invoices.creditFor" />}>{creditFor}</Fact>}
        <Fact name={<FormattedMessage id="client.invoices.status" />}>
          <InvoiceStatus invoice={invoice} today={todayNow()} />
        </Fact>
      </Facts>
      <Panel>
        <Lines invoice={invoice} />
      </Panel>
    </>
  )
}

function Actions({ clientId, invoice, payTo }: InvoiceDetailProps) {
  const files = useInvoiceFiles(clientId)
  const [paying, setPaying] = useState<Payment | null>(null)
  const payment = payTo && paymentOf(invoice, payTo)
  const url = files.urlOf(invoice.uuid)
  const label = <FormattedMessage id="client.invoices.openPdf" />
  return (
    <div className="row no-print">
      {payment && (
        <Button
          variant="primary"
          icon={Wallet}
          onClick={() => void PayDialog.openAfterImport(() => setPaying(payment))}
        >
          <FormattedMessage id="client.invoices.pay" />
        </Button>
      )}
      {url ? (
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => files.used(invoice.uuid)}
        >
          <ExternalLink />
          <span>{label}</span>
        </a>
      ) : (
        <Button
          variant="secondary"
          icon={ExternalLink}
          busy={files.isBusy(invoice.uuid)}
          onClick={() => files.open(invoice.uuid)}
          onBlur={files.onLeave}
        >
          {label}
        </Button>
      )}
      <ClaimAction clientId={clientId} invoice={invoice} />
      {invoice.lines.length > 0 && <SaveLines invoice={invoice} />}
      <UblButton clientId={clientId} invoice={invoice} />
      {paying && <PayDialog payment={paying} onClose={() => setPaying(null)} />}
    </div>
  )
}

/** Lines and sums of an invoice, with the amount that is still open. */
function Lines({ invoice }: { invoice: ItemisedInvoice }) {
  const intl = useIntl()
  const currency = currencyOf(invoice)
  const lines = signedLines(invoice)
  const open = openOf(invoice)
  return (
    <>
      {lines.length === 0 && (
        <p className={styles.none}>
          <FormattedMessage id="client.invoices.withoutLines" />
        </p>
      )}
      <LineItems
        lines={lines}
        date={invoice.date}
        total={totalOf(invoice)}
        vat={invoiceVat(invoice)}
        currency={currency}
      >
        {open !== null && open !== 0 && (
          <LineSum
            strong
            name={<FormattedMessage id={open < 0 ? 'client.invoices.refund' : 'client.invoices.toPay'} />}
          >
            {money(intl, Math.abs(open), currency)}
          </LineSum>
        )}
      </LineItems>
    </>
  )
}
