import type { InferType } from 'yup'
import { array, isoDate, money, number, object, oneOf, text, uuid } from './fields.ts'

/** A part-paid invoice is UNPAID; a credit note has negative amounts. */
export const invoiceSchema = object({
  uuid: uuid().required('required'),
  status: oneOf(['PAID', 'UNPAID']).required('required'),
  number: text(50),
  date: isoDate().required('required'),
  dueDate: isoDate(),
  totalInclVat: money().required('required'),
  totalExclVat: money(),
  vat: array(
    object({
      rate: number().oneOf([21, 9, 0], 'unknownValue').required('required'),
      base: money().required('required'),
      amount: money().required('required'),
    }),
  ),
  paidAmount: money(),
  openAmount: money(),
  currency: oneOf(['EUR']),
  patientNames: array(text().required('required')),
  description: text(500),
  creditFor: text(50).nullable(),
  paidDate: isoDate(),
  paymentMethod: oneOf(['PIN', 'CASH', 'BANK', 'DIRECT_DEBIT', 'ONLINE']),
  /** Of the practice's own file, where there is one. */
  fileName: text(255),
  mimeType: text(100),
})
export type Invoice = InferType<typeof invoiceSchema>
