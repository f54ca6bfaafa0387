export const INVOICE_STATUSES = ['PAID', 'UNPAID'] as const
export const INVOICE_CURRENCIES = ['EUR'] as const
export const PAYMENT_METHODS = ['PIN', 'CASH', 'BANK', 'DIRECT_DEBIT', 'ONLINE'] as const
