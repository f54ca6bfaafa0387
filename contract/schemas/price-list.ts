import type { InferType } from 'yup'
import { MAX_PRICE_ITEMS, MAX_PRICE_TEXT, PRICE_FIELDS } from '../price-list.ts'
import {
  anyText,
  array,
  flag,
  isoDate,
  listOf,
  money,
  object,
  oneOf,
  requiredText,
  string,
  text,
  timestamp,
  total,
} from './fields.ts'
import { problemSchema } from './imports.ts'
import { practiceSchema } from './practice.ts'

export const priceItemSchema = object({
  category: requiredText(MAX_PRICE_TEXT.category).meta({ example: 'Consulten' }),
  description: requiredText(MAX_PRICE_TEXT.description).meta({ example: 'Consult, 15 minuten' }),
  note: text(MAX_PRICE_TEXT.note).meta({ description: 'Species, weight or another remark.' }),
  price: money().required('required').min(0, 'invalidAmount').meta({ description: 'Price in EUR with VAT.' }),
  from: flag().meta({ description: 'true: the lowest price, which may be higher in a given case.' }),
  unit: text(MAX_PRICE_TEXT.unit).meta({ description: 'What the price is for, such as `per tablet`.' }),
}).meta({ title: 'PriceItem' })
export type PriceItem = InferType<typeof priceItemSchema>

const items = () => array(priceItemSchema).max(MAX_PRICE_ITEMS, 'tooMany').required('required')

/** Body of PUT /practice/{practiceId}/price-list. An empty list withdraws the prices. */
export const priceListBodySchema = object({
  validFrom: isoDate().required('required').meta({ description: 'Day as of which the prices apply.' }),
  items: items().meta({ description: 'In the order of the page. Empty: the practice publishes no prices.' }),
}).meta({ title: 'PriceListBody' })
export type PriceListBody = InferType<typeof priceListBodySchema>

const version = {
  version: total().meta({ description: '0: never published.' }),
  validFrom: isoDate(),
  publishedAt: timestamp(),
  publishedBy: string().meta({ description: 'Name of the member of staff at that time.' }),
  key: string().meta({ description: 'Name of the key, if a system published it.' }),
}

export const priceListSchema = object({ ...version, items: listOf(priceItemSchema) }).meta({ title: 'PriceList' })
/** Version of a price list, for staff. */
export type PriceList = InferType<typeof priceListSchema>

export const priceListVersionSchema = object({ ...version, count: total() }).meta({ title: 'PriceListVersion' })
export type PriceListVersion = InferType<typeof priceListVersionSchema>

export const publicPriceListSchema = object({
  practice: practiceSchema
    .pick(['id', 'name', 'title', 'phone', 'website', 'bookingUrl', 'logoUrl', 'colour'])
    .meta({ title: 'PracticeOfPrices' }),
  validFrom: isoDate().meta({ description: 'Absent: the practice has published no price list.' }),
  items: listOf(priceItemSchema),
}).meta({ title: 'PublicPriceList' })
/** Published price list of a practice, for anybody. */
export type PublicPriceList = InferType<typeof publicPriceListSchema>

export const priceCsvSchema = object({
  items: listOf(priceItemSchema),
  problems: listOf(problemSchema).meta({ description: 'Rows that were left out, and why.' }),
  rows: total().meta({ description: 'Rows of the file without those that are empty.' }),
  columns: listOf(object({ column: anyText(), field: oneOf(PRICE_FIELDS).required() })).meta({
    description: 'Recognised columns; all others are left out.',
  }),
}).meta({ title: 'PriceCsv' })
/** Items that a CSV file contains. */
export type PriceCsv = InferType<typeof priceCsvSchema>
