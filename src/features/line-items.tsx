import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type EstimateSum, estimateSum } from '#contract/estimate.ts'
import { centsOf } from '#contract/invoice.ts'
import { type InvoiceVat, differenceOf, linesByAnimal, vatByRate } from '#contract/line-items.ts'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import { money } from '#src/lib/money.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { AmountCell, DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import styles from './line-items.module.css'

interface LineItemsProps {
  /** Lines of an invoice, or of an estimate, which may have a range. */
  lines: readonly EstimateLine[]
  /** Day of the document, which its lines do not repeat. */
  date?: string | undefined
  /** Stated total in cents; null if it is unknown. By default the sum of the lines. */
  total?: number | null | undefined
  /** VAT of an invoice; null if it is unknown. By default the VAT of the lines. */
  vat?: InvoiceVat | null | undefined
  currency?: string | undefined
  /** `LineSum`s below the others. */
  children?: ReactNode
}

/** Number of lines above which the lines of several animals are folded at first. */
const FOLDED_ABOVE = 12

/** Lines by animal, with the VAT by rate and the total. Fills a panel from edge to edge. */
export function LineItems({ children, ...items }: LineItemsProps) {
  const { formatMessage } = useIntl()
  const { lines, date, currency } = items
  const groups = linesByAnimal(lines)
  return (
    <div className={styles.lines}>
      {groups.map(({ name, lines: own }, index) => {
        const title = name ?? formatMessage({ id: groups.length > 1 ? 'core.lines.noAnimal' : 'core.lines.title' })
        const table = <LineTable label={title} lines={own} date={date} currency={currency} />
        return groups.length === 1 && name === undefined ? (
          <div key={index}>{table}</div>
        ) : (
          <Fold
            key={index}
            isOpen={groups.length === 1 || lines.length <= FOLDED_ABOVE}
            title={
              <span className={styles.group}>
                <span>{title}</span>
                <Amount lines={own} currency={currency} />
              </span>
            }
          >
            <div className={styles.inFold}>{table}</div>
          </Fold>
        )
      })}
      <LineTotals {...items}>{children}</LineTotals>
    </div>
  )
}

interface LineTableProps extends Pick<LineItemsProps, 'lines' | 'date' | 'currency'> {
  label: string
}

function LineTable({ label, lines, date, currency }: LineTableProps) {
  const hasCounts = lines.some(({ quantity, unitPrice, discount }) => quantity ?? unitPrice ?? discount)
  const hasRates = lines.some(({ vatRate }) => vatRate !== undefined)
  return (
    <Table
      label={label}
      fixed
      head={
        <>
          <HeadCell label="core.lines.description" />
          {(hasCounts || hasRates) && <HeadCell width="25%" label="core.lines.quantity" />}
          {hasRates && <HeadCell wide width="10%" label="core.lines.vatRate" />}
          <HeadCell amount width="27%" label="core.lines.amount" />
        </>
      }
    >
      {lines.map((line, index) => (
        <tr key={index}>
          <LeadCell>
            <span className={styles.description}>{line.description}</span>
            {line.date && line.date !== date && (
              <span className={styles.date}>
                <Day date={line.date} day="numeric" month="short" year="numeric" />
              </span>
            )}
          </LeadCell>
          {(hasCounts || hasRates) && (
            <DetailCell>
              <span className={styles.detail}>
                <Count line={line} currency={currency} />
                {line.vatRate !== undefined && (
                  <NarrowOnly>
                    <FormattedMessage id="core.lines.atRate" values={{ rate: line.vatRate }} />
                  </NarrowOnly>
                )}
              </span>
            </DetailCell>
          )}
          {hasRates && (
            <WideCell>
              {line.vatRate !== undefined && <FormattedMessage id="core.lines.rate" values={{ rate: line.vatRate }} />}
            </WideCell>
          )}
          <AmountCell>
            <Amount lines={[line]} currency={currency} />
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}

/** Quantity, price of one and discount of a line, as far as they are known. */
function Count({ line, currency = 'EUR' }: { line: EstimateLine; currency: string | undefined }) {
  const intl = useIntl()
  const { quantity, unit, unitPrice, discount } = line
  const count = quantity === undefined ? '' : [intl.formatNumber(quantity), unit].filter(Boolean).join(' ')
  // A price of one may have more decimals than an amount.
  const price =
    unitPrice === undefined || !/^[A-Z]{3}$/.test(currency)
      ? ''
      : intl.formatNumber(unitPrice, { style: 'currency', currency, maximumFractionDigits: 4 })
  const less = centsOf(discount)
  return (
    <>
      {(count || price) && <span>{[count, price].filter(Boolean).join(' × ')}</span>}
      {less ? (
        <span>
          <FormattedMessage id="core.lines.discount" values={{ amount: money(intl, less, currency) }} />
        </span>
      ) : null}
    </>
  )
}

interface AmountProps {
  lines: readonly Pick<EstimateLine, 'amount' | 'amountTo'>[]
  currency?: string | undefined
}

/** Sum of lines, as a range if a line has one. */
export function Amount({ lines, currency }: AmountProps) {
  const intl = useIntl()
  return <span className={styles.amount}>{rangeText(intl, estimateSum(lines), currency)}</span>
}

/** Returns an amount, or a range: `€ 80,00 tot € 120,00`. */
export function rangeText(intl: IntlShape, { from, to }: EstimateSum, currency?: string): string {
  const values = { from: money(intl, from, currency), to: money(intl, to, currency) }
  return from === to ? values.from : intl.formatMessage({ id: 'core.lines.range' }, values)
}

/** Difference from the lines, total and VAT by rate. */
function LineTotals({ lines, total, vat, currency, children }: LineItemsProps) {
  const intl = useIntl()
  const difference = total == null || lines.length === 0 ? null : differenceOf(total, lines)
  const cents = (amount: number) => money(intl, amount, currency)
  const rows: readonly VatRow[] = vat === undefined ? vatOfRanges(lines) : (vat?.rows ?? [])
  const ofLines = vat?.ofLines?.map((row) =>
    intl.formatMessage({ id: 'core.lines.vatAmount' }, { rate: row.rate, amount: cents(row.vat) }),
  )
  return (
    <>
      <dl className={styles.totals}>
        {difference && (
          <>
            <LineSum name={<FormattedMessage id="core.lines.ofLines" />}>
              <Amount lines={lines} currency={currency} />
            </LineSum>
            <LineSum
              name={<FormattedMessage id={difference.isRounding ? 'core.lines.rounding' : 'core.lines.difference'} />}
            >
              {cents(difference.cents)}
            </LineSum>
          </>
        )}
        {total !== null && (
          <LineSum strong name={<FormattedMessage id="core.lines.total" />}>
            {total === undefined ? <Amount lines={lines} currency={currency} /> : cents(total)}
          </LineSum>
        )}
        {rows.map(({ rate, base, vat: own, to = { base, vat: own } }, index) => {
          const text = rangeText(intl, { from: base, to: to.base }, currency)
          return (
            <LineSum key={index} name={<FormattedMessage id="core.lines.vatOf" values={{ rate, base: text }} />}>
              {rangeText(intl, { from: own, to: to.vat }, currency)}
            </LineSum>
          )
        })}
        {vat && vat.rounding !== 0 && (
          <LineSum name={<FormattedMessage id="core.lines.vatRounding" />}>{cents(vat.rounding)}</LineSum>
        )}
        {children}
      </dl>
      {ofLines && (
        <p className={styles.note}>
          <FormattedMessage id="core.lines.vatOfLines" values={{ amounts: ofLines.join(', ') }} />
        </p>
      )}
    </>
  )
}

interface VatRow {
  rate: number
  base: number
  vat: number
  /** Amounts of the highest sum, if the lines have a range. */
  to?: { base: number; vat: number } | undefined
}

/** Returns the VAT of the lines with a rate, with that of their highest amounts. */
function vatOfRanges(lines: readonly EstimateLine[]): VatRow[] {
  const highest = vatByRate(lines.map(({ amount, amountTo, vatRate }) => ({ amount: amountTo ?? amount, vatRate })))
  return vatByRate(lines).flatMap(({ rate, base, vat }) =>
    rate === null ? [] : [{ rate, base, vat, to: highest.find((group) => group.rate === rate) }],
  )
}

interface LineSumProps {
  name: ReactNode
  strong?: boolean
  children: ReactNode
}

/** Sum below the lines. */
export function LineSum({ name, strong, children }: LineSumProps) {
  return (
    <div className={strong ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
