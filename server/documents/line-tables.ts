import type { IsoDate } from '#contract/dates.ts'
import { type EstimateSum, estimateSum } from '#contract/estimate.ts'
import { type InvoiceVat, linesByAnimal } from '#contract/line-items.ts'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import type { Column, Part } from '#server/pdf/sheet.ts'
import type { Texts } from '#server/texts.ts'
import { filled } from './parties.ts'

/** Returns an amount in cents, or both ends of a range. */
export const rangeText = ({ from, to }: EstimateSum, { money }: Pick<Texts, 'money'>): string =>
  from === to ? money(from / 100) : `${money(from / 100)} – ${money(to / 100)}`

/**
 * Returns a table of the lines of each animal. All tables have the same columns, so that their amounts align. The date
 * of a line is left out if it is the date of the document.
 */
export function lineTables(lines: readonly EstimateLine[], documentDate: IsoDate | undefined, texts: Texts): Part[] {
  const { text } = texts
  const columns = columnsOf(documentDate, texts)
  const shown = columns.filter(({ cell }) => lines.some((line) => cell(line)))
  const groups = linesByAnimal(lines)
  return groups.map(({ name, lines: own }): Part => {
    const heading = name ?? (groups.length > 1 ? text('core.lines.noAnimal') : undefined)
    const total = rangeText(estimateSum(own), texts)
    const subtotal = shown.map((_, at) =>
      at === shown.length - 1 ? total : at === 0 ? text('documents.invoice.subtotal') : '',
    )
    return {
      kind: 'table',
      isDense: true,
      ...(heading !== undefined && { heading }),
      columns: shown.map(({ cell: _, ...column }) => column),
      rows: [
        ...own.map((line) => shown.map(({ cell }) => String(cell(line) || ''))),
        ...(groups.length > 1 ? [subtotal] : []),
      ],
    }
  })
}

type LineColumn = Column & { cell: (line: EstimateLine) => string | number | false | undefined }

function columnsOf(documentDate: IsoDate | undefined, texts: Texts): LineColumn[] {
  const { text, money, price, percent, count, shortDay } = texts
  return [
    {
      label: text('export.field.date'),
      weight: 2.4,
      cell: ({ date }) => date && date !== documentDate && shortDay(date),
    },
    { label: text('client.invoices.description'), weight: 5, cell: ({ description }) => description },
    {
      label: text('core.lines.quantity'),
      figures: true,
      weight: 1.6,
      cell: ({ quantity, unit }) => filled(quantity === undefined ? '' : count(quantity), unit).join(' '),
    },
    {
      label: text('client.invoices.line.price'),
      figures: true,
      cell: ({ unitPrice }) => (unitPrice === undefined ? undefined : price(unitPrice)),
    },
    {
      label: text('client.invoices.line.discount'),
      figures: true,
      cell: ({ discount }) => discount && money(discount),
    },
    {
      label: text('core.lines.vatRate'),
      figures: true,
      weight: 1.2,
      cell: ({ vatRate }) => (vatRate === undefined ? undefined : percent(vatRate)),
    },
    {
      label: text('core.lines.amount'),
      figures: true,
      cell: (line) => rangeText(estimateSum([line]), texts),
    },
  ]
}

/** Returns the table of the VAT by rate. `highest` is the VAT of the other end of a range, with the same rates. */
export function vatTable(vat: InvoiceVat, texts: Texts, highest: InvoiceVat = vat): Part {
  const { text, percent } = texts
  const range = (from: number, to: number) => rangeText({ from, to }, texts)
  const rows = vat.rows.map(({ rate, base, vat: amount }, at) => {
    const to = highest.rows[at]
    return [percent(rate), range(base, to?.base ?? base), range(amount, to?.vat ?? amount)]
  })
  const hasRounding = vat.rounding !== 0 || highest.rounding !== 0
  const rounding = [text('core.lines.vatRounding'), range(vat.rounding, highest.rounding), '']
  return {
    kind: 'table',
    columns: [
      { label: text('documents.invoice.vat') },
      { label: text('documents.invoice.base'), figures: true },
      { label: text('documents.invoice.amount'), figures: true },
    ],
    rows: hasRounding ? [...rows, rounding] : rows,
  }
}
