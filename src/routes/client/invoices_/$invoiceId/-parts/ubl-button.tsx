import FileCode from 'lucide-react/icons/file-code'
import { FormattedMessage, useIntl } from 'react-intl'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { UBL_OBSTACLES } from '#contract/ubl.ts'
import { useCan } from '#src/api/capabilities.ts'
import { getInvoiceUbl } from '#src/api/invoice-ubl.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { downloadFile } from '#src/lib/files/open.ts'
import { fileName } from '#src/lib/files/save.ts'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** Downloads an invoice as a UBL file, or says why there is none. The sample client has no files. */
export function UblButton({ clientId, invoice }: { clientId: string; invoice: Invoice }) {
  const intl = useIntl()
  const canUbl = useCan('invoice-ubl')
  const { busy, run } = useAsyncAction(async (signal) => {
    const found = await getInvoiceUbl(clientId, invoice.uuid, { signal })
    const obstacle = UBL_OBSTACLES.find((known) => known === found.obstacle)
    if (found.url) {
      const title = intl.formatMessage({ id: 'client.invoices.invoice' })
      await downloadFile(() => Promise.resolve(found), `${fileName([title, invoice.number ?? invoice.date])}.xml`)
    } else showMessage('info', obstacle ? `client.invoices.noUbl.${obstacle}` : 'client.invoices.noUbl.other')
  })
  if (!canUbl || clientId === SAMPLE_CLIENT_ID) return null
  return (
    <Button variant="secondary" icon={FileCode} busy={busy} onClick={run}>
      <FormattedMessage id="client.invoices.ubl" />
    </Button>
  )
}
