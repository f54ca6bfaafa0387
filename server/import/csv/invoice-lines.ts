import { type CsvKind, LINE_NAMES, isLineField } from '#contract/csv-import.ts'
import { isTotalText } from '#contract/line-items.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { ImportReason } from '#contract/imports.ts'
import { type Checked, checkValue } from '../check.ts'
import { reasonOf } from '../reasons.ts'

// Lines of invoices in a CSV file: in rows of their own, or in the rows of the invoices, which then repeat the fields
// of their invoice.

/** Mapped fields of a row, of which a part belongs to the line. */
export type Texts = ReadonlyMap<string, readonly string[]>

/** Field of a record by its name in a line. */
const CSV_NAMES = new Map(Object.entries(LINE_NAMES).map(([csv, record]) => [record, csv]))

/** Returns the name of the field in a mapping for a field of a line. */
export const csvNameOf = (field: string): string => CSV_NAMES.get(field) ?? field

/** Whether a mapping of invoices has the lines of the invoices as well. */
export const hasLines = (kind: CsvKind, fields: ReadonlySet<string>): boolean =>
  kind === 'invoice' && fields.has('lineDescription')

/** Separates the fields of an invoice from those of its line. */
export function splitTexts(texts: Texts): { own: Texts; line: Texts } {
  const [own, line] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()]
  for (const [field, list] of texts) (isLineField(field) ? line : own).set(field, list)
  return { own, line }
}

/** Whether a row states something about a line besides its animal and date. */
export const isLine = (line: Texts): boolean =>
  [...line.keys()].some((field) => !field.startsWith('patient') && field !== 'lineDate' && field !== 'vatRate')

interface LineRow {
  line: number
  texts: Texts
  values: Record<string, unknown>
  /** Notes about fields that were left out. */
  notes: { field: string; code: ImportReason }[]
}

/** Checks the line of a row. Problems name the field as the mapping does. */
export function checkLine({ line, texts, values, notes }: LineRow): Checked {
  const [description = '', ...others] = texts.get('lineDescription') ?? []
  if (others.length === 0 && isTotalText(description) && !texts.has('unitPrice') && !texts.has('unitPriceExclVat'))
    return { line, problems: [{ line, field: 'lineDescription', ...reasonOf('totalsRow') }], kind: 'invoiceLine' }
  const record = Object.fromEntries(Object.entries(values).map(([field, value]) => [LINE_NAMES[field] ?? field, value]))
  const named = (problem: ImportProblem) => ({ ...problem, field: csvNameOf(problem.field) })
  const checked = checkValue(line, record)
  if ('problems' in checked) return { ...checked, problems: checked.problems.map(named) }
  const own = notes.map(({ field, code }) => ({ line, field, ...reasonOf(code) }))
  const warnings = [...own, ...(checked.warnings ?? []).map(named)]
  return warnings.length > 0 ? { ...checked, warnings } : checked
}

/**
 * Compares rows of the same invoice. The first row leads; the function returns the fields in which another row
 * differs. Only the fields of the latest invoice are kept, so a contradiction in a distant row names the number.
 */
export function createRepeatedInvoices(hashOf: (text: string) => string) {
  const seen = new Map<string, string>()
  let latest: { key: string; values: Record<string, unknown> } | undefined
  return (key: string, values: Record<string, unknown>): { isFirst: boolean; differing: string[] } => {
    const content = hashOf(JSON.stringify(values))
    const former = seen.get(key)
    if (former === undefined) {
      seen.set(key, content)
      latest = { key, values }
      return { isFirst: true, differing: [] }
    }
    if (former === content) return { isFirst: false, differing: [] }
    const first = latest?.key === key ? latest.values : undefined
    const names = [...new Set([...Object.keys(values), ...Object.keys(first ?? {})])]
    const differing = first
      ? names.filter(
          (name) => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(first[name]),
        )
      : ['number']
    return { isFirst: false, differing }
  }
}
