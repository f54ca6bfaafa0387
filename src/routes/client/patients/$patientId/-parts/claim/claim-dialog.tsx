import { useQuery } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { isClaimable, namesAnimal } from '#contract/claim.ts'
import { addMonths } from '#contract/dates.ts'
import { currencyOf, totalOf } from '#contract/invoice.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { type Invoice, invoiceQueries } from '#src/api/invoices.ts'
import { asDate, today } from '#src/lib/dates.ts'
import { money } from '#src/lib/money.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './claim-dialog.module.css'
import { saveClaim } from '#src/features/claims/save-claim.ts'

const MONTHS = 24

interface ClaimDialogProps {
  clientId: string
  patient: Patient
  onClose: () => void
}

/** Lists the invoices of an animal, each with a button that makes its claim bundle. */
export function ClaimDialog({ clientId, patient, onClose }: ClaimDialogProps) {
  const from = addMonths(today().slice(0, 7), -MONTHS)
  const query = useQuery(invoiceQueries.whole(clientId, { status: 'ALL', from, to: undefined }))
  const [status, setStatus] = useState<ClaimStatus>({})
  const { name } = patient
  const invoices = query.data?.content.filter(
    (invoice) => isClaimable(invoice) && (!invoice.patientNames?.length || namesAnimal(invoice, [], patient)),
  )
  return (
    <Dialog title={<FormattedMessage id="client.claim.title" values={{ name }} />} onClose={onClose}>
      <p>
        <FormattedMessage id="client.claim.text" />
      </p>
      <LoadFailure query={query}>
        <FormattedMessage id="client.claim.failed" />
      </LoadFailure>
      {invoices?.length === 0 && (
        <p>
          <FormattedMessage id="client.claim.empty" values={{ name }} />
        </p>
      )}
      {invoices && invoices.length > 0 && (
        <div className={styles.list}>
          <Items plain>
            {invoices.map((invoice) => (
              <ClaimItem key={invoice.uuid} {...{ clientId, patient, invoice }} onStatus={setStatus} />
            ))}
          </Items>
        </div>
      )}
      {status.problem !== undefined && <Message kind="error">{caughtFailure(status.problem)}</Message>}
      <p role="status">
        {query.isPending && <FormattedMessage id="client.claim.loading" />}
        {status.text && <FormattedMessage id={status.text} />}
      </p>
    </Dialog>
  )
}

interface ClaimStatus {
  text?: 'client.claim.making' | 'client.claim.saved'
  problem?: unknown
}

interface ClaimItemProps extends Omit<ClaimDialogProps, 'onClose'> {
  invoice: Invoice
  onStatus: (status: ClaimStatus) => void
}

function ClaimItem({ clientId, patient, invoice, onStatus }: ClaimItemProps) {
  const intl = useIntl()
  const { busy, run } = useAsyncAction(async (signal) => {
    onStatus({ text: 'client.claim.making' })
    try {
      await saveClaim({ clientId, patient, invoice }, { intl, signal, silent: true })
      onStatus({ text: 'client.claim.saved' })
    } catch (problem) {
      onStatus({ problem })
      throw problem
    }
  })
  const total = totalOf(invoice)
  const title = titleOf(invoice, intl)
  const facts = [
    invoice.number && dayOf(invoice, intl),
    invoice.description,
    total !== null && money(intl, total, currencyOf(invoice)),
  ]
  return (
    <Item
      stacked
      title={title}
      sub={facts.filter(Boolean).join(' · ')}
      when={
        <Button
          variant="secondary"
          icon={FileText}
          busy={busy}
          aria-label={intl.formatMessage({ id: 'client.claim.makeName' }, { invoice: title })}
          onClick={run}
        >
          <FormattedMessage id="client.claim.make" />
        </Button>
      }
    />
  )
}

const dayOf = ({ date }: Invoice, intl: IntlShape) =>
  intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })

const titleOf = (invoice: Invoice, intl: IntlShape) =>
  invoice.number
    ? intl.formatMessage({ id: 'client.claim.invoice' }, { number: invoice.number })
    : intl.formatMessage({ id: 'client.claim.invoiceOf' }, { day: dayOf(invoice, intl) })
