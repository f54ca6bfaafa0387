import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { FormattedMessage, useIntl } from 'react-intl'
import { tellIfSlow } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { InvoiceFilter } from '#src/api/invoices.ts'
import { saveInvoices } from './save-invoices.ts'

interface SaveButtonProps {
  clientId: string
  filter: InvoiceFilter
}

export function SaveButton({ clientId, filter }: SaveButtonProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const { busy, run } = useAsyncAction((signal) =>
    tellIfSlow(() => saveInvoices({ queryClient, clientId, filter, signal, intl })),
  )
  return (
    <Button
      variant="ghost"
      icon={Download}
      busy={busy}
      aria-label={intl.formatMessage({ id: 'client.invoices.csvName' })}
      onClick={run}
    >
      <FormattedMessage id="client.invoices.csv" />
    </Button>
  )
}
