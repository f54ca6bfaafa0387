import type { InferType } from 'yup'
import { isPaymentUrl } from '../website.ts'
import { INVOICE_CURRENCIES, INVOICE_STATUSES, PAYMENT_METHODS } from '../invoice.ts'
import { MAX_LINES } from '../line-items.ts'
import { array, code, isoDate, lines, money, number, object, oneOf, text, total, url, uuid } from './fields.ts'
import { UBL_OBSTACLES } from '../ubl.ts'
import { lineItemSchema } from './line-item.ts'

/** A part-paid invoice is UNPAID; a credit note has negative amounts. */
export const invoiceSchema = object({
  uuid: uuid().required('required'),
  status: oneOf(INVOICE_STATUSES).required('required'),
  number: code(),
  date: isoDate().required('required'),
  appointmentUuid: uuid().meta({ description: 'Appointment of the visit. Absent: found by animals and day.' }),
  dueDate: isoDate(),
  totalInclVat: money().required('required'),
  totalExclVat: money(),
  vat: array(
    object({
      rate: number().min(0, 'invalidNumber').max(100, 'invalidNumber').required('required'),
      base: money().required('required'),
      amount: money().required('required'),
    }),
  ).max(20, 'tooMany'),
  paidAmount: money(),
  openAmount: money(),
  currency: oneOf(INVOICE_CURRENCIES),
  patientNames: array(text().required('required')).max(200, 'tooMany'),
  description: lines(500),
  creditFor: code().nullable(),
  paidDate: isoDate(),
  paymentMethod: oneOf(PAYMENT_METHODS),
  paymentUrl: code(2000).test('payment-url', 'insecureUrl', (value) => value == null || isPaymentUrl(value)),
  fileName: code(255).meta({ description: 'Name of the file of the practice, if any.' }),
  mimeType: code(100),
}).meta({ title: 'Invoice' })
export type Invoice = InferType<typeof invoiceSchema>

/** Entry of the list of invoices. */
export const listedInvoiceSchema = invoiceSchema
  .shape({ lineCount: total().optional().meta({ description: 'Number of lines; absent without lines.' }) })
  .meta({ title: 'ListedInvoice' })
export type ListedInvoice = InferType<typeof listedInvoiceSchema>

export const itemisedInvoiceSchema = invoiceSchema
  .shape({ lines: array(lineItemSchema).max(MAX_LINES, 'tooMany') })
  .meta({ title: 'ItemisedInvoice' })
export type ItemisedInvoice = InferType<typeof itemisedInvoiceSchema>

/** Response of GET /clients/{clientId}/invoices/{invoiceId}/ubl: a URL or an obstacle. */
export const invoiceUblSchema = object({
  url: url().optional(),
  obstacle: oneOf(UBL_OBSTACLES).meta({ description: 'Reason why the invoice has no UBL file; absent with a URL.' }),
}).meta({ title: 'InvoiceUbl' })
export type InvoiceUbl = InferType<typeof invoiceUblSchema>
