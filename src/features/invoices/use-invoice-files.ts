import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { paths } from '#contract/paths.ts'
import { CallError, CalledOff, api } from '#src/lib/http.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { fileAddress, openFileTab } from '#src/lib/open-file.ts'

export interface InvoiceFiles {
  open: (invoiceId: string) => void
  isBusy: (invoiceId: string) => boolean
  /** Where the tab was held back: what a link may lead to. */
  addressOf: (invoiceId: string) => string | undefined
  /** The link was used; its address does not last. */
  used: (invoiceId: string) => void
}

/** Opens the files of invoices, each in a tab of its own. */
export function useInvoiceFiles(clientId: string): InvoiceFiles {
  const intl = useIntl()
  const language = useLanguage()
  const asked = useRef(new Set<string>())
  const [busy, setBusy] = useState<readonly string[]>([])
  const [heldBack, setHeldBack] = useState<Readonly<Record<string, string>>>({})

  async function open(invoiceId: string) {
    if (asked.current.has(invoiceId)) return
    asked.current.add(invoiceId)
    setBusy([...asked.current])
    const tab = openFileTab({
      language,
      title: intl.formatMessage({ id: 'client.invoices.invoice' }),
      wait: intl.formatMessage({ id: 'core.text.fileWait' }),
    })
    try {
      const address = fileAddress(await api.get(paths.invoiceFile(clientId, invoiceId)))
      if (address && tab) tab.show(address)
      else if (address) offer(invoiceId, address)
      else refuse()
      if (!address) tab?.close()
    } catch (error) {
      tab?.close()
      // A call that failed was shown.
      if (!(error instanceof CallError || error instanceof CalledOff)) refuse()
    } finally {
      asked.current.delete(invoiceId)
      setBusy([...asked.current])
    }
  }
  function offer(invoiceId: string, address: string) {
    setHeldBack((addresses) => ({ ...addresses, [invoiceId]: address }))
    showMessage('info', 'client.invoices.heldBack')
  }
  const refuse = () => showMessage('error', 'client.invoices.noFile')

  return {
    open: (invoiceId) => void open(invoiceId),
    isBusy: (invoiceId) => busy.includes(invoiceId),
    addressOf: (invoiceId) => heldBack[invoiceId],
    used: (invoiceId) => setHeldBack(({ [invoiceId]: _, ...others }) => others),
  }
}
