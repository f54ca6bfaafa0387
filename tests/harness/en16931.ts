import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isCountryCode } from '#contract/countries.ts'

// Business rules of EN 16931-1 that concern the elements of our UBL files, in our own words.

export type XmlNode = string | { [name: string]: XmlNode[] | string }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** Returns the root element of an XML text. Throws if the text is not well-formed. */
export function parseXml(xml: string): XmlNode {
  const isValid = XMLValidator.validate(xml)
  if (isValid !== true) throw new Error(isValid.err.msg)
  const { '?xml': _, ...document } = parser.parse(xml) as Record<string, XmlNode[]>
  return Object.values(document)[0]![0]!
}

/** Returns all elements at a path. */
export const all = (node: XmlNode, path: string): XmlNode[] =>
  path
    .split('/')
    .reduce<XmlNode[]>(
      (nodes, name) => nodes.flatMap((each) => (typeof each === 'object' ? ((each[name] as XmlNode[]) ?? []) : [])),
      [node],
    )
/** Returns the text of the first element at a path; empty if there is none. */
export const text = (node: XmlNode, path: string): string => textOf(all(node, path)[0] ?? '')
export const textOf = (node: XmlNode): string => (typeof node === 'string' ? node : ownText(node['#text']))
const ownText = (value: XmlNode[] | string | undefined) => (typeof value === 'string' ? value : '')
export const attribute = (node: XmlNode, path: string, name: string): string => {
  const [found = ''] = all(node, path)
  return typeof found === 'object' ? ownText(found[`@${name}`]) : ''
}
/** Returns the amount at a path in cents; 0 if there is none. */
export const cents = (node: XmlNode, path: string): number => Math.round(Number(text(node, path) || 0) * 100)
const sum = (nodes: readonly XmlNode[], path: string) => nodes.reduce((total, each) => total + cents(each, path), 0)

export const linesIn = (root: XmlNode): XmlNode[] => [...all(root, 'InvoiceLine'), ...all(root, 'CreditNoteLine')]
const QUANTITY = /^(?:Invoiced|Credited)Quantity$/
const quantityName = (line: XmlNode) => Object.keys(line).find((name) => QUANTITY.test(name)) ?? 'InvoicedQuantity'
const subtotals = (root: XmlNode) => all(root, 'TaxTotal/TaxSubtotal')
const SELLER = 'AccountingSupplierParty/Party'
const BUYER = 'AccountingCustomerParty/Party'
const TOTAL = 'LegalMonetaryTotal'
const has = (path: string) => (node: XmlNode) => text(node, path) !== ''
const each = (nodes: (root: XmlNode) => XmlNode[], rule: (node: XmlNode) => boolean) => (root: XmlNode) =>
  nodes(root).every(rule)
const at = (path: string) => (root: XmlNode) => all(root, path)
const within = (path: string) => (root: XmlNode) => linesIn(root).flatMap((line) => all(line, path))
const ofCategory = (id: string, path: string) => (nodes: XmlNode[]) =>
  nodes.filter((node) => text(node, `${path}/ID`) === id)
const linesOf = (id: string) => (root: XmlNode) => ofCategory(id, 'Item/ClassifiedTaxCategory')(linesIn(root))
const groupsOf = (id: string) => (root: XmlNode) => ofCategory(id, 'TaxCategory')(subtotals(root))
const allowances = (isCharge: boolean) => (root: XmlNode) =>
  within('AllowanceCharge')(root).filter((node) => text(node, 'ChargeIndicator') === String(isCharge))
const oneOf = (codes: string, path: string) => (node: XmlNode) => codes.split(' ').includes(text(node, path))
const rateOf = (path: string) => (node: XmlNode) => Number(text(node, path) || Number.NaN)
const lineRate = rateOf('Item/ClassifiedTaxCategory/Percent')
const groupRate = rateOf('TaxCategory/Percent')

/** Whether the lines of each rate add up to the base of their VAT. */
const basesAddUp = (id: string) => (root: XmlNode) =>
  groupsOf(id)(root).every(
    (group) =>
      cents(group, 'TaxableAmount') ===
      sum(
        linesOf(id)(root).filter((line) => lineRate(line) === groupRate(group)),
        'LineExtensionAmount',
      ),
  )
const hasGroups = (id: string) => (root: XmlNode) =>
  new Set(linesOf(id)(root).map(lineRate)).size === groupsOf(id)(root).length
const needsVatNumber = (id: string) => (root: XmlNode) =>
  linesOf(id)(root).length === 0 || has(`${SELLER}/PartyTaxScheme/CompanyID`)(root)
const isRounded = (group: XmlNode) =>
  Math.abs(cents(group, 'TaxAmount') - (cents(group, 'TaxableAmount') * groupRate(group)) / 100) <= 0.5 + 1e-9

/** Whether quantity, price, allowance and charge result in the amount of a line. */
function addsUp(line: XmlNode): boolean {
  const gross = Math.round(Number(text(line, quantityName(line))) * Number(text(line, 'Price/PriceAmount')) * 100)
  const changes = all(line, 'AllowanceCharge').reduce(
    (total, node) => total + (text(node, 'ChargeIndicator') === 'true' ? 1 : -1) * cents(node, 'Amount'),
    0,
  )
  return gross + changes === cents(line, 'LineExtensionAmount')
}

function* leaves(node: XmlNode): Generator<string> {
  if (typeof node === 'string') return yield node
  const children = Object.entries(node).filter(([name]) => !name.startsWith('@'))
  if (children.length === 0) yield ''
  for (const [, child] of children)
    if (typeof child === 'string') yield child
    else for (const entry of child) yield* leaves(entry)
}

const amounts = (root: XmlNode) => [
  ...all(root, 'TaxTotal/TaxAmount'),
  ...subtotals(root).flatMap((group) => [...all(group, 'TaxableAmount'), ...all(group, 'TaxAmount')]),
  ...Object.values(all(root, TOTAL)[0] ?? {}).flat(),
  ...within('LineExtensionAmount')(root),
  ...within('AllowanceCharge/Amount')(root),
]

type Rule = [
  id: string,
  says: string,
  isKept: (root: XmlNode) => boolean,
  /** Element that the proof changes, and its new text; undefined removes the element. */
  path: string,
  value?: string,
]

const LINE = 'InvoiceLine'
const UNITS = 'C62 H87 MLT CLT LTR MC MGM GRM KGM CMT MTR KMT MIN HUR DAY'

export const RULES: readonly Rule[] = [
  ['BR-01', 'names the specification', has('CustomizationID'), 'CustomizationID'],
  ['BR-02', 'has a number', has('ID'), 'ID'],
  ['BR-03', 'has a date of issue', has('IssueDate'), 'IssueDate'],
  ['BR-04', 'has a type', (root) => has('InvoiceTypeCode')(root) || has('CreditNoteTypeCode')(root), 'InvoiceTypeCode'],
  ['BR-05', 'has a currency', has('DocumentCurrencyCode'), 'DocumentCurrencyCode'],
  ['BR-06', 'names the seller', has(`${SELLER}/PartyLegalEntity/RegistrationName`), `${SELLER}/PartyLegalEntity`],
  ['BR-07', 'names the buyer', has(`${BUYER}/PartyLegalEntity/RegistrationName`), `${BUYER}/PartyLegalEntity`],
  [
    'BR-08',
    'has the address of the seller',
    (root) => all(root, `${SELLER}/PostalAddress`).length === 1,
    `${SELLER}/PostalAddress`,
  ],
  [
    'BR-09',
    'has the country of the seller',
    has(`${SELLER}/PostalAddress/Country/IdentificationCode`),
    `${SELLER}/PostalAddress/Country`,
  ],
  [
    'BR-10',
    'has the address of the buyer',
    (root) => all(root, `${BUYER}/PostalAddress`).length === 1,
    `${BUYER}/PostalAddress`,
  ],
  [
    'BR-11',
    'has the country of the buyer',
    has(`${BUYER}/PostalAddress/Country/IdentificationCode`),
    `${BUYER}/PostalAddress/Country`,
  ],
  ['BR-12', 'has the sum of the lines', has(`${TOTAL}/LineExtensionAmount`), `${TOTAL}/LineExtensionAmount`],
  ['BR-13', 'has the total without VAT', has(`${TOTAL}/TaxExclusiveAmount`), `${TOTAL}/TaxExclusiveAmount`],
  ['BR-14', 'has the total with VAT', has(`${TOTAL}/TaxInclusiveAmount`), `${TOTAL}/TaxInclusiveAmount`],
  ['BR-15', 'has the amount due', has(`${TOTAL}/PayableAmount`), `${TOTAL}/PayableAmount`],
  ['BR-16', 'has a line', (root) => linesIn(root).length > 0, LINE],
  ['BR-21', 'numbers each line', each(linesIn, has('ID')), `${LINE}/ID`],
  [
    'BR-22',
    'has a quantity in each line',
    each(linesIn, (line) => has(quantityName(line))(line)),
    `${LINE}/InvoicedQuantity`,
  ],
  [
    'BR-23',
    'has a unit in each line',
    each(linesIn, (line) => attribute(line, quantityName(line), 'unitCode') !== ''),
    `${LINE}/InvoicedQuantity`,
    '1',
  ],
  ['BR-24', 'has an amount in each line', each(linesIn, has('LineExtensionAmount')), `${LINE}/LineExtensionAmount`],
  ['BR-25', 'names the item of each line', each(linesIn, has('Item/Name')), `${LINE}/Item/Name`],
  ['BR-26', 'has a price in each line', each(linesIn, has('Price/PriceAmount')), `${LINE}/Price`],
  [
    'BR-27',
    'has no negative price',
    each(linesIn, (line) => !text(line, 'Price/PriceAmount').startsWith('-')),
    `${LINE}/Price/PriceAmount`,
    '-1',
  ],
  [
    'BR-30',
    'ends no period before its begin',
    each(within('InvoicePeriod'), (node) => text(node, 'StartDate') <= text(node, 'EndDate')),
    `${LINE}/InvoicePeriod/EndDate`,
    '2020-01-01',
  ],
  [
    'BR-41',
    'has the amount of each discount',
    each(allowances(false), has('Amount')),
    `${LINE}/AllowanceCharge/Amount`,
  ],
  [
    'BR-42',
    'has the reason of each discount',
    each(allowances(false), has('AllowanceChargeReason')),
    `${LINE}/AllowanceCharge/AllowanceChargeReason`,
  ],
  [
    'BR-43',
    'has the amount of each surcharge',
    each(allowances(true), has('Amount')),
    `${LINE}/AllowanceCharge/Amount`,
  ],
  [
    'BR-44',
    'has the reason of each surcharge',
    each(allowances(true), has('AllowanceChargeReason')),
    `${LINE}/AllowanceCharge/AllowanceChargeReason`,
  ],
  ['BR-45', 'has the base of each rate', each(subtotals, has('TaxableAmount')), 'TaxTotal/TaxSubtotal/TaxableAmount'],
  ['BR-46', 'has the VAT of each rate', each(subtotals, has('TaxAmount')), 'TaxTotal/TaxSubtotal/TaxAmount'],
  [
    'BR-47',
    'has the category of each rate',
    each(subtotals, has('TaxCategory/ID')),
    'TaxTotal/TaxSubtotal/TaxCategory',
  ],
  [
    'BR-48',
    'has the percentage of each rate',
    each(subtotals, has('TaxCategory/Percent')),
    'TaxTotal/TaxSubtotal/TaxCategory/Percent',
  ],
  [
    'BR-49',
    'has the code of the way to pay',
    each(at('PaymentMeans'), has('PaymentMeansCode')),
    'PaymentMeans/PaymentMeansCode',
  ],
  [
    'BR-50',
    'has the number of the account',
    each(at('PaymentMeans/PayeeFinancialAccount'), has('ID')),
    'PaymentMeans/PayeeFinancialAccount/ID',
  ],
  [
    'BR-54',
    'has name and value of each property',
    each(within('Item/AdditionalItemProperty'), (node) => has('Name')(node) && has('Value')(node)),
    `${LINE}/Item/AdditionalItemProperty/Value`,
  ],
  [
    'BR-55',
    'has the number of the credited invoice',
    each(at('BillingReference'), has('InvoiceDocumentReference/ID')),
    'BillingReference/InvoiceDocumentReference/ID',
  ],
  [
    'BR-61',
    'has an account for a transfer',
    each(
      at('PaymentMeans'),
      (node) => !oneOf('30 58', 'PaymentMeansCode')(node) || has('PayeeFinancialAccount/ID')(node),
    ),
    'PaymentMeans/PayeeFinancialAccount',
  ],
  [
    'BR-CO-04',
    'has the VAT category of each line',
    each(linesIn, has('Item/ClassifiedTaxCategory/ID')),
    `${LINE}/Item/ClassifiedTaxCategory`,
  ],
  [
    'BR-CO-09',
    'begins the VAT number with a country',
    (root) =>
      /^(?!EL|XI)/.test(text(root, `${SELLER}/PartyTaxScheme/CompanyID`))
        ? isCountryCode(text(root, `${SELLER}/PartyTaxScheme/CompanyID`).slice(0, 2))
        : true,
    `${SELLER}/PartyTaxScheme/CompanyID`,
    '123',
  ],
  [
    'BR-CO-10',
    'adds up the lines',
    (root) => cents(root, `${TOTAL}/LineExtensionAmount`) === sum(linesIn(root), 'LineExtensionAmount'),
    `${TOTAL}/LineExtensionAmount`,
    '0.01',
  ],
  [
    'BR-CO-13',
    'has the lines as the total without VAT',
    (root) => cents(root, `${TOTAL}/TaxExclusiveAmount`) === cents(root, `${TOTAL}/LineExtensionAmount`),
    `${TOTAL}/TaxExclusiveAmount`,
    '0.01',
  ],
  [
    'BR-CO-14',
    'adds up the VAT',
    (root) => cents(root, 'TaxTotal/TaxAmount') === sum(subtotals(root), 'TaxAmount'),
    'TaxTotal/TaxAmount',
    '0.01',
  ],
  [
    'BR-CO-15',
    'adds the VAT to the total',
    (root) =>
      cents(root, `${TOTAL}/TaxInclusiveAmount`) ===
      cents(root, `${TOTAL}/TaxExclusiveAmount`) + cents(root, 'TaxTotal/TaxAmount'),
    `${TOTAL}/TaxInclusiveAmount`,
    '0.01',
  ],
  [
    'BR-CO-16',
    'has the total less payments plus rounding as due',
    (root) =>
      cents(root, `${TOTAL}/PayableAmount`) ===
      cents(root, `${TOTAL}/TaxInclusiveAmount`) -
        cents(root, `${TOTAL}/PrepaidAmount`) +
        cents(root, `${TOTAL}/PayableRoundingAmount`),
    `${TOTAL}/PrepaidAmount`,
    '0.01',
  ],
  ['BR-CO-17', 'computes the VAT of each rate', each(subtotals, isRounded), 'TaxTotal/TaxSubtotal/TaxAmount', '0.01'],
  ['BR-CO-18', 'has a rate', (root) => subtotals(root).length > 0, 'TaxTotal/TaxSubtotal'],
  [
    'BR-CO-20',
    'has a day in each period',
    each(within('InvoicePeriod'), (node) => has('StartDate')(node) || has('EndDate')(node)),
    `${LINE}/InvoicePeriod`,
    '',
  ],
  [
    'BR-CO-25',
    'says when an open amount is due',
    (root) => cents(root, `${TOTAL}/PayableAmount`) <= 0 || has('DueDate')(root) || has('PaymentTerms/Note')(root),
    'DueDate',
  ],
  [
    'BR-CO-26',
    'identifies the seller',
    (root) => has(`${SELLER}/PartyTaxScheme/CompanyID`)(root) || has(`${SELLER}/PartyLegalEntity/CompanyID`)(root),
    SELLER,
    '',
  ],
  ['BR-S-01', 'has a sum for each standard rate', hasGroups('S'), 'TaxTotal/TaxSubtotal'],
  ['BR-S-02', 'has a VAT number for standard rates', needsVatNumber('S'), `${SELLER}/PartyTaxScheme`],
  [
    'BR-S-05',
    'has standard rates above 0',
    each(linesOf('S'), (line) => lineRate(line) > 0),
    `${LINE}/Item/ClassifiedTaxCategory/Percent`,
    '0',
  ],
  ['BR-S-08', 'adds up the lines of each standard rate', basesAddUp('S'), `${LINE}/LineExtensionAmount`, '0.01'],
  [
    'BR-S-09',
    'computes the VAT of standard rates',
    each(groupsOf('S'), isRounded),
    'TaxTotal/TaxSubtotal/TaxAmount',
    '0.01',
  ],
  [
    'BR-S-10',
    'gives no reason for an exemption',
    each(groupsOf('S'), (group) => !has('TaxCategory/TaxExemptionReason')(group)),
    'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
    'x',
  ],
  ['BR-Z-01', 'has one sum for the zero rate', hasGroups('Z'), 'TaxTotal/TaxSubtotal'],
  ['BR-Z-02', 'has a VAT number for the zero rate', needsVatNumber('Z'), `${SELLER}/PartyTaxScheme`],
  [
    'BR-Z-05',
    'has 0 as the zero rate',
    each(linesOf('Z'), (line) => lineRate(line) === 0),
    `${LINE}/Item/ClassifiedTaxCategory/Percent`,
    '9',
  ],
  ['BR-Z-08', 'adds up the lines of the zero rate', basesAddUp('Z'), `${LINE}/LineExtensionAmount`, '0.01'],
  [
    'BR-Z-09',
    'has no VAT for the zero rate',
    each(groupsOf('Z'), (group) => cents(group, 'TaxAmount') === 0),
    'TaxTotal/TaxSubtotal/TaxAmount',
    '0.01',
  ],
  [
    'BR-Z-10',
    'gives no reason for a zero rate',
    each(groupsOf('Z'), (group) => !has('TaxCategory/TaxExemptionReason')(group)),
    'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
    'x',
  ],
  [
    'BR-CL-01',
    'has a known type',
    (root) => oneOf('380', 'InvoiceTypeCode')(root) || oneOf('381', 'CreditNoteTypeCode')(root),
    'InvoiceTypeCode',
    '1',
  ],
  [
    'BR-CL-03',
    'has all amounts in euros',
    each(amounts, (node) => typeof node === 'object' && node['@currencyID'] === 'EUR'),
    `${TOTAL}/PayableAmount`,
    '1.00',
  ],
  [
    'BR-CL-11',
    'has a known scheme for the number of the seller',
    (root) => oneOf(' 0106 0208', 'x')({ x: [attribute(root, `${SELLER}/PartyLegalEntity/CompanyID`, 'schemeID')] }),
    `${SELLER}/PartyLegalEntity/CompanyID/@schemeID`,
    '9',
  ],
  [
    'BR-CL-14',
    'has known countries',
    each(
      (root) => all(root, `${SELLER}/PostalAddress/Country`).concat(all(root, `${BUYER}/PostalAddress/Country`)),
      (node) => isCountryCode(text(node, 'IdentificationCode')),
    ),
    `${BUYER}/PostalAddress/Country/IdentificationCode`,
    'XX',
  ],
  [
    'BR-CL-16',
    'has a known way to pay',
    each(at('PaymentMeans'), oneOf('10 30 48 58 59 68', 'PaymentMeansCode')),
    'PaymentMeans/PaymentMeansCode',
    '0',
  ],
  [
    'BR-CL-17',
    'has known categories of rates',
    each(subtotals, oneOf('S Z', 'TaxCategory/ID')),
    'TaxTotal/TaxSubtotal/TaxCategory/ID',
    'Q',
  ],
  [
    'BR-CL-18',
    'has known categories of lines',
    each(linesIn, oneOf('S Z', 'Item/ClassifiedTaxCategory/ID')),
    `${LINE}/Item/ClassifiedTaxCategory/ID`,
    'Q',
  ],
  [
    'BR-CL-23',
    'has known units',
    each(linesIn, (line) => UNITS.split(' ').includes(attribute(line, quantityName(line), 'unitCode'))),
    `${LINE}/InvoicedQuantity/@unitCode`,
    'tablet',
  ],
  [
    'BR-DEC',
    'has at most two decimals',
    each(amounts, (node) => /^-?\d+(?:\.\d{1,2})?$/.test(textOf(node))),
    `${TOTAL}/PayableAmount`,
    '1.001',
  ],
  [
    'price',
    'has lines whose quantity and price result in the amount',
    each(linesIn, addsUp),
    `${LINE}/Price/PriceAmount`,
    '0.01',
  ],
  ['empty', 'has no empty element', (root) => [...leaves(root)].every((leaf) => leaf.trim() !== ''), 'ID', ' '],
]

/** Returns the ids of the rules that a document breaks. */
export const brokenRules = (root: XmlNode): string[] => RULES.filter(([, , isKept]) => !isKept(root)).map(([id]) => id)

/** Returns a copy whose elements at a path are removed, or have another text; a last name with `@` is an attribute. */
export function changed(root: XmlNode, path: string, value: string | undefined): XmlNode {
  const copy = structuredClone(root)
  const names = path.split('/')
  const name = names.pop()!
  for (const parent of names.length > 0 ? all(copy, names.join('/')) : [copy]) {
    if (typeof parent === 'string') continue
    if (value === undefined) delete parent[name]
    else parent[name] = name.startsWith('@') ? value : [value]
  }
  return copy
}
