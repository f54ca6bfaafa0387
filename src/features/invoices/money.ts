import type { IntlShape } from 'react-intl'

/** An amount in cents as people write it. */
export function money({ formatNumber }: IntlShape, cents: number, currency = 'EUR'): string {
  // What is no currency would be refused.
  if (/^[A-Z]{3}$/.test(currency)) return formatNumber(cents / 100, { style: 'currency', currency })
  return `${formatNumber(cents / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`
}
