import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { type BalanceState, balanceOf, isLate } from '#contract/invoice.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { Status } from '#src/ui/data/status.tsx'
import { statusText } from './status-text.ts'

const PAID = { tone: 'ok', icon: Check } as const
const UNPAID = { tone: 'warn', icon: Clock } as const
const LATE = { tone: 'bad', icon: TriangleAlert } as const
const LOOKS: Partial<Record<BalanceState, Omit<ComponentProps<typeof Status>, 'children'>>> = {
  paid: PAID,
  nothingOpen: PAID,
  open: UNPAID,
  partPaid: UNPAID,
}

export function InvoiceStatus({ invoice, today }: { invoice: Invoice; today: IsoDate }) {
  const intl = useIntl()
  const look = isLate(invoice, today) ? LATE : LOOKS[balanceOf(invoice).state]
  return <Status {...look}>{statusText(invoice, intl, today)}</Status>
}
