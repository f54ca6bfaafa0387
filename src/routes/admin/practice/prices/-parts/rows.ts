import { type CsvColumns, csvRows } from '#src/lib/files/save.ts'
import { centsCell } from '#contract/csv.ts'
import { centsOf } from '#contract/invoice.ts'
import type { PriceField } from '#contract/price-list.ts'
import type { PriceItem } from '#contract/schemas/price-list.ts'

/** Item of the list as typed. */
export interface Row {
  /** Key of the row, which stays when rows move. */
  id: string
  category: string
  description: string
  note: string
  unit: string
  price: string
  from: boolean
}

let made = 0
const nextId = () => `row-${(made += 1)}`

export const emptyRow = (category = ''): Row => ({
  id: nextId(),
  category,
  description: '',
  note: '',
  unit: '',
  price: '',
  from: false,
})

export const rowOf = ({ category, description, note = '', unit = '', price, from = false }: PriceItem): Row => ({
  id: nextId(),
  category,
  description,
  note: note ?? '',
  unit: unit ?? '',
  price: price.toFixed(2).replace('.', ','),
  from: from ?? false,
})

export const isEmptyRow = ({ description, note, unit, price }: Row): boolean =>
  [description, note, unit, price].every((text) => text.trim() === '')

const clean = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

/** Returns the item of a row; `wrong` names its first invalid field. The fields limit the length of their texts. */
export function itemOf(row: Row): { item: PriceItem } | { wrong: PriceField } {
  const [category, description] = [clean(row.category), clean(row.description)]
  const [note, unit] = [clean(row.note), clean(row.unit)]
  const [all, whole = '', cents = ''] = PRICE.exec(row.price.trim().replace(/^€\s*/, '')) ?? []
  if (category === '') return { wrong: 'category' }
  if (description === '') return { wrong: 'description' }
  if (all === undefined) return { wrong: 'price' }
  return {
    item: {
      category,
      description,
      ...(note && { note }),
      price: Number(`${whole}.${cents || '0'}`),
      ...(row.from && { from: true }),
      ...(unit && { unit }),
    },
  }
}

const PRICE = /^(\d{1,9})(?:[.,](\d{1,2}))?$/

const COLUMNS: CsvColumns<PriceItem> = [
  ['admin.prices.category', ({ category }) => category],
  ['admin.prices.description', ({ description }) => description],
  ['admin.prices.note', ({ note }) => note],
  ['admin.prices.price', ({ price }) => centsCell(centsOf(price))],
  ['admin.prices.from', ({ from }) => (from ? 'x' : '')],
  ['admin.prices.unit', ({ unit }) => unit],
]

export const csvOf = (items: readonly PriceItem[], intl: Parameters<typeof csvRows>[2]) => csvRows(COLUMNS, items, intl)
