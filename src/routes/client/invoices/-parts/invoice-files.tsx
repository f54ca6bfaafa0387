import ExternalLink from 'lucide-react/icons/external-link'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type Invoice, getInvoiceFile } from '#src/api/invoices.ts'
import { fileUrl, openFile } from '#src/lib/files/open.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import { iconButtonClass } from '#src/ui/forms/button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { namingOf } from './payment.ts'

export interface InvoiceFiles {
  open: (invoiceId: string) => void
  /** The pointer or the focus has gone elsewhere: the next press is another one. */
  left: () => void
  isBusy: (invoiceId: string) => boolean
  /** Where the tab was held back: what a link may lead to. */
  urlOf: (invoiceId: string) => string | undefined
  /** The link was used; its address does not last. */
  used: (invoiceId: string) => void
}

const WORDS = {
  title: 'client.invoices.invoice',
  heldBack: 'client.invoices.heldBack',
  gone: 'client.invoices.noFile',
} as const

/** Opens the files of invoices, each in a tab of its own. */
export function useInvoiceFiles(clientId: string): InvoiceFiles {
  const intl = useIntl()
  const asked = useRef(new Set<string>())
  // Of the press before. Pressed once more at the same place it is the second half of a double click, however slow.
  const opened = useRef<string>(null)
  const left = () => void (opened.current = null)
  // Back from the tab with the file.
  useWindowEvent('focus', left)
  const [busy, setBusy] = useState<readonly string[]>([])
  const [heldBack, setHeldBack] = useState<Readonly<Record<string, string>>>({})

  async function open(invoiceId: string) {
    if (asked.current.has(invoiceId) || opened.current === invoiceId) return
    asked.current.add(invoiceId)
    setBusy([...asked.current])
    let answer: unknown
    const held = await openFile(async () => (answer = await getInvoiceFile(clientId, invoiceId)), intl, WORDS)
    opened.current = fileUrl(answer) ? invoiceId : null
    if (held) setHeldBack((urls) => ({ ...urls, [invoiceId]: held }))
    asked.current.delete(invoiceId)
    setBusy([...asked.current])
  }

  return {
    open: (invoiceId) => void open(invoiceId),
    left,
    isBusy: (invoiceId) => busy.includes(invoiceId),
    urlOf: (invoiceId) => heldBack[invoiceId],
    used: (invoiceId) => setHeldBack(({ [invoiceId]: _, ...others }) => others),
  }
}

/** The button that opens the file; a link in its place where the browser lets no button open a tab. */
export function FileAction({ invoice, files }: { invoice: Invoice; files: InvoiceFiles }) {
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
