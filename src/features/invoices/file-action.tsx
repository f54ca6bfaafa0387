import { Download, ExternalLink } from 'lucide-react'
import { type IntlShape, useIntl } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import { asDate } from '#src/lib/dates.ts'
import { iconButtonClass } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { RowActions } from '#src/ui/table.tsx'
import type { InvoiceFiles } from './use-invoice-files.ts'

interface FileActionProps {
  invoice: Invoice
  files: InvoiceFiles
}

/** The button that opens the file; a link in its place where the browser lets no button open a tab. */
export function FileAction({ invoice, files }: FileActionProps) {
  const intl = useIntl()
  const { uuid } = invoice
  const names = naming(invoice, intl)
  const address = files.addressOf(uuid)
  const open = intl.formatMessage({ id: 'client.invoices.openName' }, names)
  const download = intl.formatMessage({ id: 'client.invoices.downloadName' }, names)
  return (
    <RowActions>
      {address ? (
        <a
          ref={takeFocus}
          className={iconButtonClass}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={open}
          title={open}
          onClick={() => files.used(uuid)}
        >
          <ExternalLink />
        </a>
      ) : (
        <button
          type="button"
          className={iconButtonClass}
          aria-busy={files.isBusy(uuid) || undefined}
          aria-label={download}
          title={download}
          onClick={() => files.open(uuid)}
        >
          {files.isBusy(uuid) ? <Spinner /> : <Download />}
        </button>
      )}
    </RowActions>
  )
}

/** The button that had it has left. */
function takeFocus(link: HTMLAnchorElement | null) {
  if (document.activeElement === document.body) link?.focus()
}

/** What tells this invoice from the others. */
function naming({ number, date }: Invoice, intl: IntlShape) {
  const day = date && intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })
  return { by: number ? 'number' : day ? 'day' : 'other', number: number ?? '', day: day ?? '' }
}
