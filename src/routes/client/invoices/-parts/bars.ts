import type { Invoice } from '#src/api/invoices.ts'
import { addMonths } from '#contract/dates.ts'
import { sumOfOpen, sumOfTotals } from '#src/features/invoices/amounts.ts'

interface Period {
  from: string | undefined
  to: string | undefined
}

/** The months of the bars: those that were chosen, and a year where an end is open. */
export function barPeriod({ from, to }: Period, thisMonth: string): { from: string; to: string } {
  const last = to ?? thisMonth
  return { from: from ?? addMonths(last, -11), to: last }
}

const MOST_MONTHS = 24

/** `YYYY-MM` each; of a longer time the years, `YYYY`, for so many months cannot be told apart. */
export function barKeys({ from, to }: { from: string; to: string }): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month)
  return months.length <= MOST_MONTHS ? months : [...new Set(months.map((month) => month.slice(0, 4)))]
}

interface BarSums {
  key: string
  /** In cents. */
  total: number
  open: number
}

/** Null where there is nothing to show: no sums are known, or all are nothing. */
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
