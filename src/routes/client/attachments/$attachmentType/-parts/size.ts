import type { IntlShape } from 'react-intl'

const MEGABYTE = 1_000_000

/** The size of a file as people say it: whole kilobytes, from a million bytes on megabytes with one decimal. */
export function sizeText(bytes: number, intl: Pick<IntlShape, 'formatNumber'>): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return kilobytes < 1000
    ? intl.formatNumber(kilobytes, { style: 'unit', unit: 'kilobyte' })
    : intl.formatNumber(bytes / MEGABYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
}
