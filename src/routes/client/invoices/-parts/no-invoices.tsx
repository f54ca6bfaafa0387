import Receipt from 'lucide-react/icons/receipt'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'

interface NoInvoicesProps {
  /** Of this status and period there are none. */
  filtered: boolean
  onClear: () => void
}

/** In the place of the table. */
export function NoInvoices({ filtered, onClear }: NoInvoicesProps) {
  if (filtered) {
    return (
      <Empty
        title={<FormattedMessage id="client.invoices.noneTitle" />}
        actions={
          <Button variant="secondary" onClick={onClear}>
            <FormattedMessage id="client.invoices.clear" />
          </Button>
        }
      >
        <FormattedMessage id="client.invoices.none" />
      </Empty>
    )
  }
  return (
    <Empty icon={Receipt} title={<FormattedMessage id="client.invoices.emptyTitle" />}>
      <FormattedMessage id="client.invoices.empty" />
    </Empty>
  )
}
