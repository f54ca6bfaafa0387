import Builder from 'fast-xml-builder'
import { countryCodeOf } from '#contract/countries.ts'
import { accountOf, ibanOf } from '#contract/iban.ts'
import { currencyOf, isCreditNote, isToBePaid } from '#contract/invoice.ts'
import { displayName } from '#contract/names.ts'
import type { Invoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import { type Seller, missingOf } from '#contract/seller.ts'
import { cleanLine, cleanText } from '#contract/text.ts'
import type { UblObstacle } from '#contract/ubl.ts'
import { textsIn } from '#server/texts.ts'
import type { Parties } from './parties.ts'
import { type UblAmounts, type UblLine, decimal, euros, ublAmounts } from './ubl-amounts.ts'
import { unitCodeOf } from './unit-codes.ts'

// UBL 2.1 by the syntax binding of EN 16931-3-2. The order of the elements is that of the schema.

const SPECIFICATION = 'urn:cen.eu:en16931:2017'
const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Element with its children; an undefined child is left out. */
interface Element {
  [name: string]: Content
}
type Content = string | Element | readonly (Element | string)[] | undefined

/** Codes of UNCL4461 for a payment that was made. A bank transfer needs an account. */
const PAID_BY = { PIN: '48', CASH: '10', ONLINE: '68', BANK: undefined, DIRECT_DEBIT: '59' } as const

/** Identifier schemes of ISO 6523 for the trade registers of some countries. */
const REGISTERS: Readonly<Record<string, string>> = { NL: '0106', BE: '0208' }

export type Ubl = { xml: string } | { obstacle: UblObstacle }

/** Returns an invoice as a UBL file by EN 16931, or the reason why there is none. */
export function ublOf(invoice: Invoice & { lines?: readonly LineItem[] | undefined }, parties: Parties): Ubl {
  const { seller } = parties.practice
  if (!seller || missingOf(seller).length > 0) return { obstacle: 'seller' }
  if (!invoice.number?.trim()) return { obstacle: 'number' }
  if (currencyOf(invoice) !== 'EUR') return { obstacle: 'currency' }
  const amounts = ublAmounts(invoice)
  if (typeof amounts === 'string') return { obstacle: amounts }
  const { country } = parties.client
  // A client without a country lives in that of the practice.
  const buyerCountry = country?.trim() ? countryCodeOf(country) : seller.country
  if (buyerCountry === undefined) return { obstacle: 'country' }
  const root = isCreditNote(invoice) ? 'CreditNote' : 'Invoice'
  const builder = new Builder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true })
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    [root]: {
      '@xmlns': `${NAMESPACE}${root}-2`,
      '@xmlns:cac': `${NAMESPACE}CommonAggregateComponents-2`,
      '@xmlns:cbc': `${NAMESPACE}CommonBasicComponents-2`,
      ...headOf(invoice, parties),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(seller, parties.practice) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(parties.client, buyerCountry) },
      'cac:PaymentMeans': paymentMeans(invoice, parties),
      'cac:PaymentTerms': paymentTerms(invoice, amounts, parties),
      'cac:TaxTotal': taxTotal(amounts),
      'cac:LegalMonetaryTotal': totals(amounts),
      [`cac:${root}Line`]: amounts.lines.map((line, at) => lineOf(line, at, { root, parties })),
    } satisfies Element,
  })
  return { xml }
}

const amount = (cents: number) => ({ '@currencyID': 'EUR', '#text': euros(cents) })

/** Returns text on one line; undefined for an empty text, because no element may be empty. */
const line = (text: string | null | undefined): string | undefined => cleanLine(text ?? '') || undefined

function headOf(invoice: Invoice, { language, isSample = false }: Parties): Element {
  const isCredit = isCreditNote(invoice)
  const credited = line(invoice.creditFor)
  const note = [isSample && textsIn(language).text('client.sample'), cleanText(invoice.description ?? '')]
  return {
    'cbc:CustomizationID': SPECIFICATION,
    'cbc:ID': line(invoice.number),
    'cbc:IssueDate': invoice.date,
    'cbc:DueDate': isCredit ? undefined : invoice.dueDate || undefined,
    [isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode']: isCredit ? '381' : '380',
    'cbc:Note': note.filter(Boolean).join('. ') || undefined,
    'cbc:DocumentCurrencyCode': 'EUR',
    'cac:BillingReference': credited ? { 'cac:InvoiceDocumentReference': { 'cbc:ID': credited } } : undefined,
  }
}

const address = (
  place: Pick<Seller, 'street' | 'houseNumber' | 'postalCode' | 'city'>,
  country: string | undefined,
): Element => ({
  'cbc:StreetName': line(`${place.street ?? ''} ${place.houseNumber ?? ''}`),
  'cbc:CityName': line(place.city),
  'cbc:PostalZone': line(place.postalCode),
  'cac:Country': { 'cbc:IdentificationCode': country },
})

function sellerParty(seller: Seller, { name, phone, email }: Parties['practice']): Element {
  const scheme = REGISTERS[seller.country ?? '']
  const number = line(seller.companyNumber)
  return {
    'cac:PartyName': { 'cbc:Name': line(name) },
    'cac:PostalAddress': address(seller, seller.country),
    'cac:PartyTaxScheme': { 'cbc:CompanyID': line(seller.vatNumber), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': line(seller.legalName),
      'cbc:CompanyID': number && { ...(scheme && { '@schemeID': scheme }), '#text': number },
    },
    'cac:Contact': contact({ 'cbc:Telephone': line(phone), 'cbc:ElectronicMail': line(email) }),
  }
}

function buyerParty(client: Parties['client'], country: string): Element {
  const person = line(displayName({ ...client, companyName: '' }))
  const company = line(client.companyName)
  const number = line(client.clientNumber)
  return {
    'cac:PartyIdentification': number ? { 'cbc:ID': number } : undefined,
    'cac:PostalAddress': address(client, country),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': company ?? person },
    'cac:Contact': contact({ 'cbc:Name': company ? person : undefined }),
  }
}

const contact = (fields: Element): Element | undefined => (Object.values(fields).some(Boolean) ? fields : undefined)

/** Returns how the invoice is to be paid, or was paid. A refund names no account, because that of the client is unknown. */
function paymentMeans(invoice: Invoice, { practice }: Parties): Element | undefined {
  const isOpen = isToBePaid(invoice)
  const { paymentMethod: method } = invoice
  const isCredit = isCreditNote(invoice)
  const account = isCredit ? undefined : (ibanOf(practice) ?? accountOf(practice))
  const isTransfer = isOpen ? method !== 'DIRECT_DEBIT' : method === 'BANK'
  const transfer = account && (ibanOf(practice) ? '58' : '30')
  const code = isTransfer ? transfer : method && PAID_BY[method]
  if (!code) return undefined
  return {
    'cbc:PaymentMeansCode': code,
    'cbc:PaymentID': line(invoice.number),
    'cac:PayeeFinancialAccount': isTransfer
      ? { 'cbc:ID': account, 'cbc:Name': line(practice.accountHolder) ?? line(practice.name) }
      : undefined,
  }
}

/** Returns a sentence for an amount that is open without a due date. UBL has no due date for a credit note. */
function paymentTerms(invoice: Invoice, { payable }: UblAmounts, { language }: Parties): Element | undefined {
  const isCredit = isCreditNote(invoice)
  if (payable <= 0 || (invoice.dueDate && !isCredit)) return undefined
  const { text } = textsIn(language)
  return { 'cbc:Note': text(isCredit ? 'documents.ubl.refund' : 'documents.ubl.onReceipt') }
}

/** Category Z for a zero rate, and S for all others. */
const category = (rate: number): Element => ({
  'cbc:ID': rate === 0 ? 'Z' : 'S',
  'cbc:Percent': decimal(rate, 4),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

const taxTotal = ({ vatTotal, vat }: UblAmounts): Element => ({
  'cbc:TaxAmount': amount(vatTotal),
  'cac:TaxSubtotal': vat.map((group) => ({
    'cbc:TaxableAmount': amount(group.base),
    'cbc:TaxAmount': amount(group.vat),
    'cac:TaxCategory': category(group.rate),
  })),
})

const totals = ({ net, vatTotal, paid, rounding, payable }: UblAmounts): Element => ({
  'cbc:LineExtensionAmount': amount(net),
  'cbc:TaxExclusiveAmount': amount(net),
  'cbc:TaxInclusiveAmount': amount(net + vatTotal),
  'cbc:PrepaidAmount': paid === 0 ? undefined : amount(paid),
  'cbc:PayableRoundingAmount': rounding === 0 ? undefined : amount(rounding),
  'cbc:PayableAmount': amount(payable),
})

function lineOf(
  { item, rate, net, discount, quantity, price }: UblLine,
  at: number,
  { root, parties }: { root: string; parties: Parties },
): Element {
  const { text } = textsIn(parties.language)
  const unit = unitCodeOf(item.unit)
  const properties: [name: string, value: string | undefined][] = [
    [text('client.visitForms.animal'), line(item.patientName)],
    // The code says only that the unit is one piece of something.
    [text('documents.ubl.unit'), unit === undefined ? line(item.unit) : undefined],
  ]
  return {
    'cbc:ID': String(at + 1),
    [root === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity']: {
      '@unitCode': unit ?? 'C62',
      '#text': quantity,
    },
    'cbc:LineExtensionAmount': amount(net),
    'cac:InvoicePeriod': item.date ? { 'cbc:StartDate': item.date, 'cbc:EndDate': item.date } : undefined,
    'cac:AllowanceCharge':
      discount === 0
        ? undefined
        : {
            'cbc:ChargeIndicator': String(discount < 0),
            'cbc:AllowanceChargeReason': text(discount < 0 ? 'documents.ubl.surcharge' : 'documents.ubl.discount'),
            'cbc:Amount': amount(Math.abs(discount)),
          },
    'cac:Item': {
      'cbc:Name': line(item.description),
      'cac:ClassifiedTaxCategory': category(rate),
      'cac:AdditionalItemProperty': properties.flatMap(([name, value]) =>
        value === undefined ? [] : { 'cbc:Name': name, 'cbc:Value': value },
      ),
    },
    'cac:Price': { 'cbc:PriceAmount': { '@currencyID': 'EUR', '#text': price } },
  }
}
