import type { Invoice } from '#src/api/invoices.ts'
import { addMonths } from '#contract/dates.ts'
import { sumOfOpen, sumOfTotals } from '#src/features/invoices/amounts.ts'

interface Period {
  from: string | undefined
  to: string | undefined
}

/** Returns the months of the bars: the chosen period; an open start is a year before the end. */
export function barPeriod({ from, to }: Period, thisMonth: string): { from: string; to: string } {
  const last = to ?? thisMonth
  return { from: from ?? addMonths(last, -11), to: last }
}

const MAX_MONTHS = 24

/** Returns the months (`YYYY-MM`) of a period; of a period longer than `MAX_MONTHS` the years (`YYYY`). */
export function barKeys({ from, to }: { from: string; to: string }): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month)
  return months.length <= MAX_MONTHS ? months : [...new Set(months.map((month) => month.slice(0, 4)))]
}

interface BarSums {
  key: string
  /** Invoiced amount in cents. */
  total: number
  open: number
}

/** Returns the sums of the bars; null if a sum is unknown or all are 0. */
export function barSums(invoices: readonly Invoice[], keys: readonly string[]): BarSums[] | null {
  const bars: BarSums[] = []
  for (const key of keys) {
    const within = invoices.filter(({ date }) => date?.startsWith(key))
    const total = sumOfTotals(within)
    const open = sumOfOpen(within)
    if (total === null || open === null) return null
    bars.push({ key, total, open })
  }
  return bars.some(({ total }) => total > 0) ? bars : null
}
