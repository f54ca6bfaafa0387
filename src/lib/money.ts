import type { IntlShape } from 'react-intl'

/** Formats an amount in cents. */
export function money({ formatNumber }: IntlShape, cents: number, currency = 'EUR'): string {
  // `Intl` throws for a currency code that is not three letters.
  if (/^[A-Z]{3}$/.test(currency)) return formatNumber(cents / 100, { style: 'currency', currency })
  return `${formatNumber(cents / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`
}
