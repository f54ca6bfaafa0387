import { Link } from '@tanstack/react-router'
import { Receipt } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { money } from '#src/features/invoices/money.ts'
import type { OpenOfAll } from '#src/features/invoices/open-of-all.ts'
import styles from './attention.module.css'
import { Row } from './row.tsx'

export function ToPayRow({ toPay: { count, late, sum } }: { toPay: OpenOfAll }) {
  const intl = useIntl()
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
            <FormattedMessage id="client.home.toPay" values={{ sum: money(intl, sum) }} />
          )}
        </Link>
      }
      sub={
        late > 0 ? (
          <FormattedMessage id="client.home.invoicesLate" values={{ count: sum === null ? -1 : count, late }} />
        ) : (
          sum !== null && <FormattedMessage id="client.home.invoices" values={{ count }} />
        )
      }
    />
  )
}
