import Wallet from 'lucide-react/icons/wallet'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { namingOf } from '../naming.ts'
import type { Payment } from './payment.ts'

/** The button that says how to pay an invoice. */
export function PayAction({ payment, onPay }: { payment: Payment; onPay: (payment: Payment) => void }) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: 'client.invoices.payName' }, namingOf(payment.invoice, intl))
  return (
    <Button variant="secondary" icon={Wallet} aria-label={name} title={name} onClick={() => onPay(payment)}>
      <FormattedMessage id="client.invoices.pay" />
    </Button>
  )
}
