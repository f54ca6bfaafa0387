import { Receipt } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'

interface NoInvoicesProps {
  /** There are some, on the pages before this one. */
  beyond: boolean
  /** Of this status and period there are none. */
  filtered: boolean
  onFirstPage: () => void
  onClear: () => void
}

/** In the place of the table. */
export function NoInvoices({ beyond, filtered, onFirstPage, onClear }: NoInvoicesProps) {
  if (beyond) {
    return (
      <Empty
        title={<FormattedMessage id="client.invoices.beyondTitle" />}
        actions={
          <Button variant="secondary" onClick={onFirstPage}>
            <FormattedMessage id="client.invoices.firstPage" />
          </Button>
        }
      >
        <FormattedMessage id="client.invoices.beyond" />
      </Empty>
    )
  }
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
