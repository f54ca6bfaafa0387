import { centsOf } from '#contract/invoice.ts'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import { copiedNumber } from '#src/ui/forms/typed-number.ts'

/** Line as typed. Numbers are text, with the decimal symbol of the language. */
export interface LineValue {
  /** React key of the line, which stays the same when lines are added or removed. */
  id: number
  description: string
  quantity: string
  /** Price of one, with VAT. */
  unitPrice: string
  /** Highest amount of the line; empty without a range. */
  amountTo: string
  vatRate: string
  /** Fields of an earlier version that the form does not show. */
  kept?: Pick<EstimateLine, 'date' | 'patientUuid' | 'patientName' | 'unit' | 'discount'> | undefined
}

export const VAT_RATES = ['21', '9', '0'] as const

export const emptyLine = (id: number): LineValue => ({
  id,
  description: '',
  quantity: '1',
  unitPrice: '',
  amountTo: '',
  vatRate: VAT_RATES[0],
})

export const isEmptyLine = ({ description, unitPrice, amountTo }: LineValue): boolean =>
  [description, unitPrice, amountTo].every((text) => text.trim() === '')

/** Returns the typed number, which may be negative; undefined if there is none. */
export function typedNumber(text: string, symbol: string): number | undefined {
  const digits = copiedNumber(text, symbol)
  if (digits === '') return undefined
  return /^[\s€]*[-−]/.test(text) ? -Number(digits) : Number(digits)
}

/** Returns the lowest and highest amount of a line in cents, as far as typed. */
export function centsOfLine({ quantity, unitPrice, amountTo, kept }: LineValue, symbol: string) {
  const price = typedNumber(unitPrice, symbol)
  const from =
    price === undefined ? 0 : (centsOf((typedNumber(quantity, symbol) ?? 1) * price - (kept?.discount ?? 0)) ?? 0)
  const to = centsOf(typedNumber(amountTo, symbol))
  return { from, to: to ?? from }
}

/** Returns the line to send; 0 stands for a missing price, which the form does not send. */
export function lineOf(value: LineValue, symbol: string): EstimateLine {
  const { description, quantity, unitPrice, amountTo, vatRate, kept } = value
  const price = typedNumber(unitPrice, symbol)
  const { from, to } = centsOfLine(value, symbol)
  return {
    ...kept,
    description: description.trim(),
    quantity: typedNumber(quantity, symbol) ?? 1,
    unitPrice: price,
    vatRate: vatRate === '' ? undefined : Number(vatRate),
    amount: from / 100,
    ...(amountTo.trim() !== '' && { amountTo: to / 100 }),
  }
}

export function valueOfLine(line: EstimateLine, id: number, symbol: string): LineValue {
  const {
    description,
    quantity,
    unitPrice,
    amount,
    amountTo,
    vatRate,
    date,
    patientUuid,
    patientName,
    unit,
    discount,
  } = line
  const typed = (number: number | undefined) => (number === undefined ? '' : String(number).replace('.', symbol))
  return {
    id,
    description,
    // The price of a line without one is its amount.
    quantity: unitPrice === undefined ? '1' : typed(quantity ?? 1),
    unitPrice: typed(unitPrice ?? amount),
    amountTo: typed(amountTo),
    vatRate: typed(vatRate),
    kept: { date, patientUuid, patientName, unit, discount },
  }
}

const NUMBER = /^[€\s]*[-−]?[€\s]*[\d.,]*\d[\d.,]*(\s*EUR)?$/
const PERCENTAGE = /^\d+([.,]\d+)?\s*%$/

/**
 * Returns the lines of rows copied from a spreadsheet; undefined for text of one cell. The first text is the description. One number
 * is the price, and two are the quantity and the price. A percentage is the VAT rate.
 */
export function pastedLines(text: string, firstId: number): LineValue[] | undefined {
  if (!/[\t\n]/.test(text.trim())) return undefined
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
  const hasNumbers = rows.some((cells) => cells.some((cell) => NUMBER.test(cell)))
  // A first row without numbers is the heading.
  const isHeading = (cells: string[], index: number) =>
    hasNumbers && index === 0 && cells.length > 1 && !cells.some((cell) => NUMBER.test(cell))
  return rows
    .filter((cells, index) => !isHeading(cells, index))
    .map((cells, index) => lineOfCells(cells, firstId + index))
}

function lineOfCells(cells: readonly string[], id: number): LineValue {
  const numbers = cells.filter((cell) => NUMBER.test(cell))
  const rate = cells.find((cell) => PERCENTAGE.test(cell))?.replace(/\s*%/, '')
  const [first = '', second] = numbers
  const price = second ?? first
  return {
    ...emptyLine(id),
    description: cells.find((cell) => cell !== '' && !NUMBER.test(cell) && !PERCENTAGE.test(cell)) ?? '',
    quantity: second === undefined ? '1' : first,
    unitPrice: price.replaceAll(/[€\s]|EUR/g, ''),
    ...(rate !== undefined && { vatRate: rate }),
  }
}
