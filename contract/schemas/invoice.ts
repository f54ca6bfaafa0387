import type { InferType } from 'yup'
import { isPaymentUrl } from '../payment-url.ts'
import { INVOICE_CURRENCIES, INVOICE_STATUSES, PAYMENT_METHODS, VAT_RATES } from '../invoice.ts'
import { array, isoDate, lines, money, number, object, oneOf, text, uuid } from './fields.ts'

/** A part-paid invoice is UNPAID; a credit note has negative amounts. */
export const invoiceSchema = object({
  uuid: uuid().required('required'),
  status: oneOf(INVOICE_STATUSES).required('required'),
  number: text(50),
  date: isoDate().required('required'),
  dueDate: isoDate(),
  totalInclVat: money().required('required'),
  totalExclVat: money(),
  vat: array(
    object({
      rate: number().oneOf(VAT_RATES, 'unknownValue').required('required'),
      base: money().required('required'),
      amount: money().required('required'),
    }),
  ).max(20, 'tooMany'),
  paidAmount: money(),
  openAmount: money(),
  currency: oneOf(INVOICE_CURRENCIES),
  patientNames: array(text().required('required')).max(200, 'tooMany'),
  description: lines(500),
  creditFor: text(50).nullable(),
  paidDate: isoDate(),
  paymentMethod: oneOf(PAYMENT_METHODS),
  /** Where this invoice can be paid; https. */
  paymentUrl: text(2000).test('payment-url', 'insecureUrl', (value) => value == null || isPaymentUrl(value)),
  /** Of the practice's own file, if there is one. */
  fileName: text(255),
  mimeType: text(100),
})
export type Invoice = InferType<typeof invoiceSchema>
