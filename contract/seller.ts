/** Data of a practice as the seller on its invoices. */
export interface Seller {
  legalName?: string | undefined
  street?: string | undefined
  houseNumber?: string | undefined
  postalCode?: string | undefined
  city?: string | undefined
  /** ISO 3166-1, such as `NL`. */
  country?: string | undefined
  vatNumber?: string | undefined
  /** Number in the trade register; in the Netherlands that of the Chamber of Commerce. */
  companyNumber?: string | undefined
}

export const SELLER_FIELDS = [
  'legalName',
  'street',
  'houseNumber',
  'postalCode',
  'city',
  'country',
  'vatNumber',
  'companyNumber',
] as const satisfies readonly (keyof Seller)[]
export type SellerField = (typeof SELLER_FIELDS)[number]

/** Fields that an electronic invoice needs. */
const REQUIRED_FIELDS = ['legalName', 'street', 'postalCode', 'city', 'country', 'vatNumber'] as const

/** Returns the fields that an electronic invoice needs and the seller lacks. */
export const missingOf = (seller: Seller | null | undefined): SellerField[] =>
  REQUIRED_FIELDS.filter((field) => !seller?.[field]?.trim())

/** Returns a VAT number without separators, in capitals. */
export const compactVatNumber = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Returns a seller with trimmed fields in a fixed order, so that equal sellers have equal JSON; undefined for none. */
export function sortedSeller(seller: Seller): Seller | undefined {
  const filled = SELLER_FIELDS.flatMap((field) => {
    const text = seller[field]?.trim()
    return text ? [[field, field === 'vatNumber' ? compactVatNumber(text) : text] as const] : []
  })
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}
