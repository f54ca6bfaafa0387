import ExternalLink from 'lucide-react/icons/external-link'
import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isCreditNote, isToBePaid } from '#contract/invoice.ts'
import { linesByAnimal, signedLines, sumOfLines } from '#contract/line-items.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { ItemisedInvoice } from '#src/api/invoice-lines.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { useInvoiceFiles } from '#src/features/invoices/invoice-files.tsx'
import { InvoiceStatus } from '#src/features/invoices/invoice-status.tsx'
import { type Payment, paymentOf } from '#src/features/invoices/payment.ts'
import { ClaimAction } from './claim-action.tsx'
import styles from './invoice-detail.module.css'
import { InvoiceSums, LineTable, useMoneyOf } from './invoice-lines.tsx'
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
        <div className={styles.sums}>
          <InvoiceSums invoice={invoice} />
        </div>
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

/** Lines of each animal, folded if there are several animals. */
function Lines({ invoice }: { invoice: ItemisedInvoice }) {
  const intl = useIntl()
  const moneyOf = useMoneyOf(invoice)
  const groups = linesByAnimal(signedLines(invoice))
  if (groups.length === 0) {
    return (
      <p className={styles.none}>
        <FormattedMessage id="client.invoices.withoutLines" />
      </p>
    )
  }
  return groups.map(({ name, lines }, index) => {
    const title = name ?? intl.formatMessage({ id: 'client.invoices.line.noAnimal' })
    const table = <LineTable label={title} {...{ invoice, lines }} />
    return groups.length === 1 && name === undefined ? (
      <div key={index}>{table}</div>
    ) : (
      <Fold
        key={index}
        isOpen={groups.length === 1}
        title={
          <span className={styles.animal}>
            <span>{title}</span>
            <span className={styles.amount}>{moneyOf(sumOfLines(lines))}</span>
          </span>
        }
      >
        <div className={styles.folded}>{table}</div>
      </Fold>
    )
  })
}
