import { useFormikContext } from 'formik'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_LINES } from '#contract/line-items.ts'
import { rangeText } from '#src/features/line-items.tsx'
import { classes } from '#src/ui/classes.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { CHANGED_MEANWHILE } from '#src/ui/forms/form-draft.tsx'
import { Asterisk, Notes, fieldAttributes } from '#src/ui/forms/field.tsx'
import { NativeSelect } from '#src/ui/forms/select-input.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import input from '#src/ui/forms/input.module.css'
import { type EstimateValues, lineField } from './estimate-values.ts'
import { type LineValue, VAT_RATES, centsOfLine, emptyLine, isEmptyLine, pastedLines } from './line-values.ts'
import styles from './lines-field.module.css'

const TEXT_FIELDS = ['description', 'quantity', 'unitPrice', 'amountTo'] as const
type TextFieldName = (typeof TEXT_FIELDS)[number]

/** Lines of an estimate. Enter adds a line, and several rows can be pasted from a spreadsheet. */
export function LinesField({ symbol }: { symbol: string }) {
  const { id: titleId, flag } = useFormField('lines')
  const intl = useIntl()
  const list = useRef<HTMLOListElement>(null)
  const { values, errors, setFieldValue } = useFormikContext<EstimateValues>()
  const { lines } = values
  const nextId = 1 + Math.max(-1, ...lines.map(({ id }) => id))
  const isFull = lines.length >= MAX_LINES
  const change = (next: LineValue[]) => setFieldValue('lines', next.slice(0, MAX_LINES), Object.keys(errors).length > 0)

  const focusLine = (index: number) => list.current?.children[index]?.querySelector<HTMLInputElement>('input')?.focus()

  function add() {
    if (isFull) return
    // The rate of the last line is likely to be that of the next one.
    const line = { ...emptyLine(nextId), vatRate: lines.at(-1)?.vatRate ?? VAT_RATES[0] }
    void change([...lines, line]).then(() => focusLine(lines.length))
  }
  function press(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    event.preventDefault()
    const line = lines[index]
    if (index + 1 < lines.length) focusLine(index + 1)
    else if (line && !isEmptyLine(line)) add()
  }
  function paste(event: ClipboardEvent, index: number) {
    const pasted = pastedLines(event.clipboardData.getData('text'), nextId)
    if (!pasted) return
    event.preventDefault()
    const kept = lines.filter((line, at) => at !== index || !isEmptyLine(line))
    const at = kept.length < lines.length ? index : index + 1
    void change([...kept.slice(0, at), ...pasted, ...kept.slice(at)]).then(() => focusLine(at + pasted.length - 1))
  }
  function remove(index: number) {
    const others = lines.filter((_, at) => at !== index)
    void change(others.length > 0 ? others : [emptyLine(nextId)]).then(() => focusLine(Math.max(0, index - 1)))
  }

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>
          <FormattedMessage id="core.lines.title" />
        </h2>
        <p className="muted small">
          <FormattedMessage id="admin.estimates.linesHint" />
        </p>
        {(flag === CHANGED_MEANWHILE || flag === 'tooMany') && <Notes id={titleId} flag={flag} />}
      </div>
      <ol ref={list} className={styles.lines}>
        {lines.map((line, index) => (
          <li key={line.id}>
            <Line
              line={line}
              index={index}
              symbol={symbol}
              onChange={(changed) =>
                void change(lines.map((other) => (other === line ? { ...line, ...changed } : other)))
              }
              onKeyDown={(event) => press(event, index)}
              onPaste={(event) => paste(event, index)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <Button variant="secondary" icon={Plus} aria-disabled={isFull} onClick={add}>
          <FormattedMessage id="admin.estimates.addLine" />
        </Button>
        <p className={styles.total} aria-live="polite">
          <FormattedMessage id="core.lines.total" /> <strong>{rangeText(intl, totalOf(lines, symbol))}</strong>
        </p>
      </div>
    </section>
  )
}

const totalOf = (lines: readonly LineValue[], symbol: string) =>
  lines
    .map((line) => centsOfLine(line, symbol))
    .reduce((sum, { from, to }) => ({ from: sum.from + from, to: sum.to + to }), { from: 0, to: 0 })

interface LineProps {
  line: LineValue
  index: number
  symbol: string
  onChange: (changed: Partial<LineValue>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onRemove: () => void
}

function Line({ line, index, symbol, onChange, onKeyDown, onPaste, onRemove }: LineProps) {
  const intl = useIntl()
  const { formatMessage } = intl
  const number = index + 1
  const rates = VAT_RATES.some((rate) => rate === line.vatRate) ? VAT_RATES : [line.vatRate, ...VAT_RATES]
  return (
    <div role="group" aria-label={formatMessage({ id: 'admin.estimates.line' }, { number })} className={styles.line}>
      {TEXT_FIELDS.map((field) => (
        <Cell key={field} index={index} field={field}>
          {(attributes) => (
            <input
              {...attributes}
              className={classes(input.input, field !== 'description' && styles.number)}
              value={line[field]}
              inputMode={field === 'description' ? undefined : 'decimal'}
              autoComplete="off"
              onChange={({ target }) => onChange({ [field]: target.value })}
              onKeyDown={onKeyDown}
              onPaste={field === 'description' ? onPaste : undefined}
            />
          )}
        </Cell>
      ))}
      <Cell index={index} field="vatRate">
        {(attributes) => (
          <NativeSelect
            {...attributes}
            value={line.vatRate}
            options={rates.map((rate) => ({ value: rate, label: rate === '' ? '–' : `${rate}%` }))}
            onChange={(vatRate) => onChange({ vatRate })}
          />
        )}
      </Cell>
      <div className={styles.amount}>
        <span className={styles.label}>
          <FormattedMessage id="core.lines.amount" />
        </span>
        <span className={styles.sum}>{rangeText(intl, centsOfLine(line, symbol))}</span>
      </div>
      <IconButton
        icon={Trash2}
        danger
        label={formatMessage({ id: 'admin.estimates.removeLine' }, { number })}
        onClick={onRemove}
      />
    </div>
  )
}

interface CellProps {
  index: number
  field: TextFieldName | 'vatRate'
  children: (attributes: ReturnType<typeof fieldAttributes> & { name: string }) => ReactNode
}

/** Labelled input of a line, with its error. */
function Cell({ index, field, children }: CellProps) {
  const id = useId()
  const name = lineField(index, field)
  const { errors, touched } = useFormikContext<EstimateValues>()
  // The form's errors have flat names. After a submit, each line counts as touched.
  const flag = touched.lines ? new Map<string, unknown>(Object.entries(errors)).get(name) : undefined
  const required = field === 'description' || field === 'unitPrice'
  const state = { id, required, flag: typeof flag === 'string' ? flag : undefined }
  return (
    <div className={classes(styles.cell, styles[field])}>
      <label className={styles.label} htmlFor={id}>
        <FormattedMessage id={`admin.estimates.field.${field}`} />
        {required && <Asterisk />}
      </label>
      {children({ ...fieldAttributes(state), name })}
      <Notes {...state} />
    </div>
  )
}
