/** A SEPA credit transfer. */
export interface Transfer {
  name: string
  iban: string
  /** In cents. */
  amount: number
  reference: string
}

const NAME = 70
const REFERENCE = 140

const oneLine = (text: string, length: number) =>
  // By code point, so that no character is cut in two.
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, length).join('').trim()

/** The text of a payment's QR code, by the European Payments Council's guideline EPC069-12, version 002, in UTF-8. */
export function epcText({ name, iban, amount, reference }: Transfer): string {
  const lines = {
    service: 'BCD',
    version: '002',
    utf8: '1',
    creditTransfer: 'SCT',
    // Of no bank in the European Economic Area.
    bic: '',
    name: oneLine(name, NAME),
    iban,
    amount: `EUR${(amount / 100).toFixed(2)}`,
    purpose: '',
    structuredReference: '',
    reference: oneLine(reference, REFERENCE),
  }
  return Object.values(lines).join('\n')
}
