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
