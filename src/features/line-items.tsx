import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type EstimateSum, estimateSum } from '#contract/estimate.ts'
import { centsOf } from '#contract/invoice.ts'
import { differenceOf, linesByAnimal, vatByRate } from '#contract/line-items.ts'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import { money } from '#src/lib/money.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { AmountCell, DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import styles from './line-items.module.css'

interface LineItemsProps {
  /** Lines of an invoice, or of an estimate, which may have a range. */
  lines: readonly EstimateLine[]
  /** Stated total in cents; by default the sum of the lines. */
  total?: number | undefined
  currency?: string | undefined
}

/** Number of lines above which the lines of each animal are folded at first. */
const FOLDED_ABOVE = 12

/** Lines by animal, with the VAT by rate and the total. Fills a panel from edge to edge. */
export function LineItems({ lines, total, currency }: LineItemsProps) {
  const groups = linesByAnimal(lines)
  return (
    <div className={styles.lines}>
      {groups.length > 1 ? (
        groups.map(({ name, lines: own }) => (
          <Fold
            key={name ?? ''}
            isOpen={lines.length <= FOLDED_ABOVE}
            title={
              <span className={styles.group}>
                <span>{name ?? <FormattedMessage id="core.lines.noAnimal" />}</span>
                <Amount lines={own} currency={currency} />
              </span>
            }
          >
            <div className={styles.inFold}>
              <LineTable lines={own} currency={currency} />
            </div>
          </Fold>
        ))
      ) : (
        <LineTable lines={lines} currency={currency} />
      )}
      <LineTotals lines={lines} total={total} currency={currency} />
    </div>
  )
}

function LineTable({ lines, currency }: Pick<LineItemsProps, 'lines' | 'currency'>) {
  const intl = useIntl()
  const hasCounts = lines.some(({ quantity, unitPrice }) => quantity !== undefined || unitPrice !== undefined)
  const hasRates = lines.some(({ vatRate }) => vatRate !== undefined)
  return (
    <Table
      label={<FormattedMessage id="core.lines.title" />}
      fixed
      head={
        <>
          <HeadCell label="core.lines.description" />
          {hasCounts && <HeadCell width="25%" label="core.lines.quantity" />}
          {hasRates && <HeadCell wide width="10%" label="core.lines.vatRate" />}
          <HeadCell amount width="27%" label="core.lines.amount" />
        </>
      }
    >
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no id and are never reordered
        <tr key={index}>
          <LeadCell>
            {line.description}
            {line.date && (
              <span className={styles.date}>
                <Day date={line.date} day="numeric" month="short" year="numeric" />
              </span>
            )}
          </LeadCell>
          {hasCounts && (
            <DetailCell>
              {countText(line, intl, currency)}
              {line.vatRate !== undefined && (
                <NarrowOnly>
                  {countText(line, intl, currency) && ' · '}
                  <FormattedMessage id="core.lines.atRate" values={{ rate: line.vatRate }} />
                </NarrowOnly>
              )}
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

/** Returns the quantity, the price of one and the discount of a line: `2 × € 12,50, korting € 5,00`. */
function countText(line: EstimateLine, intl: IntlShape, currency: string | undefined): string {
  const { quantity, unit, unitPrice, discount } = line
  const price = unitPrice === undefined ? '' : money(intl, unitPrice * 100, currency)
  const count = quantity === undefined ? '' : [intl.formatNumber(quantity), unit].filter(Boolean).join(' ')
  const less = centsOf(discount)
  return [
    [count, price].filter(Boolean).join(' × '),
    less ? intl.formatMessage({ id: 'core.lines.discount' }, { amount: money(intl, less, currency) }) : '',
  ]
    .filter(Boolean)
    .join(', ')
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

function LineTotals({ lines, total, currency }: LineItemsProps) {
  const intl = useIntl()
  const highest = vatByRate(lines.map(({ amount, amountTo, vatRate }) => ({ amount: amountTo ?? amount, vatRate })))
  const difference = total === undefined ? null : differenceOf(total, lines)
  const range = (from: number, to = from) => rangeText(intl, { from, to }, currency)
  return (
    <dl className={styles.totals}>
      {vatByRate(lines)
        .filter(({ rate }) => rate !== null)
        .map(({ rate, base, vat }) => {
          const to = highest.find((group) => group.rate === rate)
          return (
            <div key={rate}>
              <dt>
                <FormattedMessage id="core.lines.vatOf" values={{ rate, base: range(base, to?.base) }} />
              </dt>
              <dd>{range(vat, to?.vat)}</dd>
            </div>
          )
        })}
      {difference && (
        <div>
          <dt>
            <FormattedMessage id={difference.isRounding ? 'core.lines.rounding' : 'core.lines.difference'} />
          </dt>
          <dd>{money(intl, difference.cents, currency)}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>
          <FormattedMessage id="core.lines.total" />
        </dt>
        <dd>{total === undefined ? <Amount lines={lines} currency={currency} /> : money(intl, total, currency)}</dd>
      </div>
    </dl>
  )
}
