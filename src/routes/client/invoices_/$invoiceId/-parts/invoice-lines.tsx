import { FormattedMessage, useIntl } from 'react-intl'
import { currencyOf, openOf, totalOf } from '#contract/invoice.ts'
import { differenceOf, invoiceVat, lineCents, signedLines, sumOfLines } from '#contract/line-items.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import type { ItemisedInvoice } from '#src/api/invoice-lines.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { money } from '#src/lib/money.ts'
import { Day } from '#src/ui/data/day.tsx'
import { AmountCell, DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import styles from './invoice-detail.module.css'

/** Returns a function that formats cents in the currency of an invoice. */
export function useMoneyOf(invoice: ItemisedInvoice): (cents: number) => string {
  const intl = useIntl()
  return (cents) => money(intl, cents, currencyOf(invoice))
}

function useRate(): (rate: number) => string {
  const intl = useIntl()
  return (rate) => intl.formatNumber(rate / 100, { style: 'percent', maximumFractionDigits: 2 })
}

interface LineTableProps {
  label: string
  invoice: ItemisedInvoice
  lines: readonly LineItem[]
}

export function LineTable({ label, invoice, lines }: LineTableProps) {
  const moneyOf = useMoneyOf(invoice)
  const rate = useRate()
  const hasCount = lines.some(({ quantity, unitPrice, discount }) => quantity ?? unitPrice ?? discount)
  const hasRate = lines.some(({ vatRate }) => vatRate !== undefined)
  return (
    <Table
      label={label}
      head={
        <>
          <HeadCell label="client.invoices.description" />
          {(hasCount || hasRate) && <HeadCell label="client.invoices.line.quantity" width="30%" />}
          {hasRate && <HeadCell wide label="client.invoices.line.vat" width="4.5rem" />}
          <HeadCell amount label="client.invoices.line.amount" width="7rem" />
        </>
      }
    >
      {lines.map((line, index) => (
        <tr key={index}>
          <LeadCell>
            <span className={styles.description}>{line.description}</span>
            {line.date && line.date !== invoice.date && (
              <span className={styles.day}>
                {' '}
                <Day date={line.date} day="numeric" month="short" year="numeric" />
              </span>
            )}
          </LeadCell>
          {(hasCount || hasRate) && (
            <DetailCell>
              <span className={styles.detail}>
                <Count line={line} invoice={invoice} />
                {line.vatRate !== undefined && (
                  <NarrowOnly>
                    <FormattedMessage id="client.invoices.line.rate" values={{ rate: rate(line.vatRate) }} />
                  </NarrowOnly>
                )}
              </span>
            </DetailCell>
          )}
          {hasRate && <WideCell>{line.vatRate !== undefined && rate(line.vatRate)}</WideCell>}
          <AmountCell>{moneyOf(lineCents(line))}</AmountCell>
        </tr>
      ))}
    </Table>
  )
}

/** Quantity, price and discount of a line, as far as they are known. */
function Count({ line, invoice }: { line: LineItem; invoice: ItemisedInvoice }) {
  const intl = useIntl()
  const moneyOf = useMoneyOf(invoice)
  const { quantity, unit, unitPrice, discount } = line
  const count = quantity === undefined ? '' : [intl.formatNumber(quantity), unit].filter(Boolean).join(' ')
  const currency = currencyOf(invoice)
  const price =
    unitPrice === undefined || !/^[A-Z]{3}$/.test(currency)
      ? ''
      : intl.formatNumber(unitPrice, { style: 'currency', currency, maximumFractionDigits: 4 })
  return (
    <>
      {count && price ? (
        <span>
          <FormattedMessage id="client.invoices.line.times" values={{ quantity: count, price }} />
        </span>
      ) : (
        (count || price) && <span>{count || price}</span>
      )}
      {discount !== undefined && discount !== 0 && (
        <span>
          <FormattedMessage
            id="client.invoices.line.less"
            values={{ amount: moneyOf(lineCents({ amount: discount })) }}
          />
        </span>
      )}
    </>
  )
}

/** Difference, VAT, total and open amount of an invoice. */
export function InvoiceSums({ invoice }: { invoice: ItemisedInvoice }) {
  const intl = useIntl()
  const moneyOf = useMoneyOf(invoice)
  const rate = useRate()
  const lines = signedLines(invoice)
  const total = totalOf(invoice)
  const difference = total === null || lines.length === 0 ? null : differenceOf(total, lines)
  const vat = invoiceVat(invoice)
  const open = openOf(invoice)
  const of = vat?.ofLines?.map((row) =>
    intl.formatMessage({ id: 'client.invoices.line.vatRate' }, { rate: rate(row.rate), amount: moneyOf(row.vat) }),
  )
  return (
    <>
      <dl className={styles.list}>
        {difference && (
          <>
            <Sum name="client.invoices.line.ofLines">{moneyOf(sumOfLines(lines))}</Sum>
            <Sum name={difference.isRounding ? 'client.invoices.line.rounding' : 'client.invoices.line.difference'}>
              {moneyOf(difference.cents)}
            </Sum>
          </>
        )}
        {total !== null && (
          <Sum strong name="client.invoices.line.total">
            {moneyOf(total)}
          </Sum>
        )}
        {vat?.rows.map((row, index) => (
          <Sum
            key={index}
            name="client.invoices.line.vatOver"
            values={{ rate: rate(row.rate), base: moneyOf(row.base) }}
          >
            {moneyOf(row.vat)}
          </Sum>
        ))}
        {vat && vat.rounding !== 0 && <Sum name="client.invoices.line.vatRounding">{moneyOf(vat.rounding)}</Sum>}
        {open !== null && open !== 0 && (
          <Sum strong name={open < 0 ? 'client.invoices.refund' : 'client.invoices.toPay'}>
            {moneyOf(Math.abs(open))}
          </Sum>
        )}
      </dl>
      {of && (
        <p className="small muted">
          <FormattedMessage id="client.invoices.line.vatOfLines" values={{ amounts: of.join(', ') }} />
        </p>
      )}
    </>
  )
}

interface SumProps {
  name: MessageId
  values?: Record<string, string>
  strong?: boolean
  children: string
}

function Sum({ name, values, strong, children }: SumProps) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>
        <FormattedMessage id={name} {...(values && { values })} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
