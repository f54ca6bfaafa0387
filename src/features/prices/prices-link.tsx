import { Link } from '@tanstack/react-router'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'

interface PricesLinkProps {
  practiceId: string
  className?: string | undefined
}

/** Link to the public prices of a practice; absent on an API without price lists. */
export function PricesLink({ practiceId, className }: PricesLinkProps) {
  if (!useCan('price-list')) return null
  return (
    <Link to="/prices/$practiceId" params={{ practiceId }} className={className}>
      <ReceiptEuro />
      <FormattedMessage id="core.prices.link" />
    </Link>
  )
}
