import ExternalLink from 'lucide-react/icons/external-link'
import { useIntl } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import { iconButtonClass } from '#src/ui/forms/button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { namingOf } from './naming.ts'
import type { InvoiceFiles } from './use-invoice-files.ts'

interface FileActionProps {
  invoice: Invoice
  files: InvoiceFiles
}

/** The button that opens the file; a link in its place where the browser lets no button open a tab. */
export function FileAction({ invoice, files }: FileActionProps) {
  const intl = useIntl()
  const { uuid } = invoice
  const name = intl.formatMessage({ id: 'client.invoices.openName' }, namingOf(invoice, intl))
  const looks = { className: iconButtonClass, 'aria-label': name, title: name }
  const url = files.urlOf(uuid)
  return url ? (
    <a {...looks} ref={takeFocus} href={url} target="_blank" rel="noopener noreferrer" onClick={() => files.used(uuid)}>
      <ExternalLink />
    </a>
  ) : (
    <button
      {...looks}
      type="button"
      aria-busy={files.isBusy(uuid) || undefined}
      onClick={() => files.open(uuid)}
      onBlur={files.left}
      // A finger leaves with every press.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && files.left()}
    >
      {files.isBusy(uuid) ? <Spinner /> : <ExternalLink />}
    </button>
  )
}

/** The button that had it has left. */
function takeFocus(link: HTMLAnchorElement | null) {
  if (document.activeElement === document.body) link?.focus()
}
