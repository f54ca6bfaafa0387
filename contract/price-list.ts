import { foldText } from './fold-name.ts'
import type { PriceItem } from './schemas/price-list.ts'
import { groupBy } from './values.ts'

// One rule for the price list of a practice, for its public page, the staff's form, the CSV file and the server.

export const MAX_PRICE_ITEMS = 2000
/** Years that a former version is kept after a newer one replaced it. */
export const PRICE_LIST_YEARS = 2
/** Largest body with a price list or its CSV file; 2,000 items of a usual length need a tenth of it. */
export const MAX_PRICE_LIST_BYTES = 2 * 1024 * 1024
export const MAX_PRICE_TEXT = { category: 100, description: 300, note: 300, unit: 50 } as const

/** Fields of an item in the order of the columns of a CSV file. */
export const PRICE_FIELDS = ['category', 'description', 'note', 'price', 'from', 'unit'] as const
export type PriceField = (typeof PRICE_FIELDS)[number]
/** Fields without which a CSV file cannot be read. */
export const REQUIRED_PRICE_FIELDS = ['description', 'price'] as const satisfies PriceField[]

/** Path of the public page with the price list of a practice. */
export const pricesPath = (practiceId: string): string => `/prices/${encodeURIComponent(practiceId)}`

/** Returns the practice of a public price page; undefined for another path. */
export function practiceOfPricesPath(pathname: string): string | undefined {
  const [, id] = /^\/+prices\/+([^/]+)\/*$/i.exec(pathname) ?? []
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return undefined
  }
}

/** Groups items by category, in the order of first occurrence. */
export const itemsByCategory = <Item extends Pick<PriceItem, 'category'>>(
  items: readonly Item[],
): { category: string; items: Item[] }[] =>
  [...groupBy(items, ({ category }) => category)].map(([category, own]) => ({ category, items: own }))

/** Returns the items that contain every word of a search; case and diacritics do not matter. */
export function searchItems<Item extends Pick<PriceItem, 'category' | 'description' | 'note'>>(
  items: readonly Item[],
  search: string,
): readonly Item[] {
  const words = foldText(search).split(' ').filter(Boolean)
  if (words.length === 0) return items
  return items.filter(({ category, description, note }) => {
    const text = foldText(`${category} ${description} ${note ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}
