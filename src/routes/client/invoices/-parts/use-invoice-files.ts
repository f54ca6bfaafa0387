import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { getInvoiceFile } from '#src/api/invoices.ts'
import { fileUrl, openFile } from '#src/lib/files/open.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

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
