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
  /** Called when the pointer or focus leaves the button, so that the next press is not a double click. */
  onLeave: () => void
  isBusy: (invoiceId: string) => boolean
  /** Returns the URL for a link, if the browser blocked opening a tab. */
  urlOf: (invoiceId: string) => string | undefined
  /** Called when the link was used; its URL expires soon. */
  used: (invoiceId: string) => void
}

const WORDS = {
  title: 'client.invoices.invoice',
  popupBlocked: 'client.invoices.heldBack',
  missingFile: 'client.invoices.noFile',
} as const

/** Opens files of invoices, each in a new tab. */
export function useInvoiceFiles(clientId: string): InvoiceFiles {
  const intl = useIntl()
  const loading = useRef(new Set<string>())
  // Invoice of the last press. A second press at the same place counts as a double click, however slow.
  const opened = useRef<string>(null)
  const onLeave = () => void (opened.current = null)
  // The user returns from the tab with the file.
  useWindowEvent('focus', onLeave)
  const [busy, setBusy] = useState<readonly string[]>([])
  const [blockedUrls, setBlockedUrls] = useState<Readonly<Record<string, string>>>({})

  async function open(invoiceId: string) {
    if (loading.current.has(invoiceId) || opened.current === invoiceId) return
    loading.current.add(invoiceId)
    setBusy([...loading.current])
    let response: unknown
    const blockedUrl = await openFile(async () => (response = await getInvoiceFile(clientId, invoiceId)), intl, WORDS)
    opened.current = fileUrl(response) ? invoiceId : null
    if (blockedUrl) setBlockedUrls((urls) => ({ ...urls, [invoiceId]: blockedUrl }))
    loading.current.delete(invoiceId)
    setBusy([...loading.current])
  }

  return {
    open: (invoiceId) => void open(invoiceId),
    onLeave,
    isBusy: (invoiceId) => busy.includes(invoiceId),
    urlOf: (invoiceId) => blockedUrls[invoiceId],
    used: (invoiceId) => setBlockedUrls(({ [invoiceId]: _, ...others }) => others),
  }
}

/** Button that opens the file; replaced by a link if the browser blocks opening a tab from the button. */
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
      onBlur={files.onLeave}
      // Mouse only: on touch screens the pointer leaves after every press.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && files.onLeave()}
    >
      {files.isBusy(uuid) ? <Spinner /> : <ExternalLink />}
    </button>
  )
}

/** Focuses the link that replaces the focused button. */
function takeFocus(link: HTMLAnchorElement | null) {
  if (document.activeElement === document.body) link?.focus()
}
