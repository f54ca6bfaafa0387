import type { InferType } from 'yup'
import { code, isoDate, money, number, object, requiredLines, text, uuid } from './fields.ts'

const vatRate = () => number().min(0, 'invalidNumber').max(100, 'invalidNumber')

/** Line of an invoice or estimate. All amounts include VAT, as in the systems of practices. */
export const lineItemSchema = object({
  date: isoDate().meta({ description: 'Day of the treatment or delivery. Absent: that of the document.' }),
  patientUuid: uuid(),
  patientName: text(),
  description: requiredLines(500),
  quantity: number().meta({ description: 'Negative on a credit note, or for what was returned.' }),
  unit: code(30),
  unitPrice: number().meta({ description: 'Price of one unit with VAT, with any number of decimals.' }),
  discount: money().meta({ description: 'Amount with VAT that `amount` is already reduced by.' }),
  vatRate: vatRate().meta({ description: 'Percentage; 0 for a zero rate.' }),
  amount: money().required('required').meta({ description: 'Amount with VAT. It takes precedence over the price.' }),
}).meta({ title: 'LineItem' })
export type LineItem = InferType<typeof lineItemSchema>
