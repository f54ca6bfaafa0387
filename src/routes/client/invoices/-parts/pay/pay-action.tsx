import QrCode from 'lucide-react/icons/qr-code'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { namingOf } from '../naming.ts'
import styles from './pay-action.module.css'
import type { Payment } from './payment.ts'

/** The button that says how to pay an invoice. */
export function PayAction({ payment, onPay }: { payment: Payment; onPay: (payment: Payment) => void }) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: 'client.invoices.payName' }, namingOf(payment.invoice, intl))
  return (
    <Button
      variant="ghost"
      className={styles.pay}
      icon={QrCode}
      aria-label={name}
      title={name}
      onClick={() => onPay(payment)}
    >
      <FormattedMessage id="client.invoices.pay" />
    </Button>
  )
}
