import type { IsoDate } from './fields.ts'

export const INVOICE_STATUSES = ['PAID', 'UNPAID'] as const
export const INVOICE_CURRENCIES = ['EUR'] as const
export const VAT_RATES = [21, 9, 0] as const
export const PAYMENT_METHODS = ['PIN', 'CASH', 'BANK', 'DIRECT_DEBIT', 'ONLINE'] as const

/** A part-paid invoice is UNPAID; a credit note has negative amounts. */
export interface Invoice {
  uuid: string
  status: (typeof INVOICE_STATUSES)[number]
  number?: string | undefined
  date: IsoDate
  dueDate?: IsoDate | undefined
  totalInclVat: number
  totalExclVat?: number | undefined
  vat?: { rate: number; base: number; amount: number }[] | undefined
  paidAmount?: number | undefined
  openAmount?: number | undefined
  currency?: (typeof INVOICE_CURRENCIES)[number] | undefined
  patientNames?: string[] | undefined
  description?: string | undefined
  creditFor?: string | null | undefined
  paidDate?: IsoDate | undefined
  paymentMethod?: (typeof PAYMENT_METHODS)[number] | undefined
  /** Where this invoice can be paid; https. */
  paymentUrl?: string | undefined
  /** Of the practice's own file, if there is one. */
  fileName?: string | undefined
  mimeType?: string | undefined
}
