import { Link } from '@tanstack/react-router'
import { Receipt } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './attention.module.css'
import { Row } from './row.tsx'
import type { ToPay } from './use-attention.ts'

export function ToPayRow({ toPay: { count, late, sum } }: { toPay: ToPay }) {
  const intl = useIntl()
  const invoices = <FormattedMessage id="client.home.invoices" values={{ count }} />
  return (
    <Row
      className={styles.figure}
      icon={Receipt}
      tone={late > 0 ? 'bad' : undefined}
      title={
        <Link to="/client/invoices" search={{ status: 'UNPAID' }}>
          {sum === null ? (
            <FormattedMessage id="client.home.toPayCount" values={{ count }} />
          ) : (
            <FormattedMessage
              id="client.home.toPay"
              values={{ sum: intl.formatNumber(sum, { style: 'currency', currency: 'EUR' }) }}
            />
          )}
        </Link>
      }
      sub={
        late > 0 ? (
          <FormattedMessage id="client.home.invoicesLate" values={{ count: sum === null ? -1 : count, late }} />
        ) : (
          sum !== null && invoices
        )
      }
    />
  )
}
