import { isWebsite } from './website.ts'

/** An https address with a host, without a user and a password; empty is valid. */
export const isPaymentUrl = (value: string): boolean =>
  value === '' || (isWebsite(value) && /^https:/i.test(value.trim()))

/** Where an invoice can be paid; undefined where there is no such place. */
export const paymentUrlOf = ({ paymentUrl }: { paymentUrl?: string | undefined }): string | undefined =>
  paymentUrl && isPaymentUrl(paymentUrl) ? paymentUrl : undefined
