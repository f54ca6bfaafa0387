import { Check, Clock, TriangleAlert } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { Status } from '#src/ui/data/status.tsx'
import { statusText } from './status-text.ts'
import { isLate } from '#src/features/invoices/sums.ts'

const LOOKS = {
  late: { tone: 'bad', icon: TriangleAlert },
  PAID: { tone: 'ok', icon: Check },
  UNPAID: { tone: 'warn', icon: Clock },
} as const

export function InvoiceStatus({ invoice, today }: { invoice: Invoice; today: IsoDate }) {
  const intl = useIntl()
  const key: string = isLate(invoice, today) ? 'late' : invoice.status
  const look = key in LOOKS ? LOOKS[key as keyof typeof LOOKS] : {}
  return <Status {...look}>{statusText(invoice, intl, today)}</Status>
}
