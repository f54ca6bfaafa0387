import { isRecord, typedEntries } from '#contract/values.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import { canonicalUsername } from '#contract/email.ts'
import { FILL_IN } from './normalise/defaults.ts'
import { type Note, Notes } from './normalise/notes.ts'
import { fieldReaders, readFields } from './normalise/readers.ts'
import { keyOf, lifecycleOf } from './removal-line.ts'
import { type Reason, reasonOf } from './reasons.ts'
import { type ExportRecord, RECORD_KINDS, RECORD_SCHEMAS, type RecordKind } from './records.ts'
import { RECORD_TABLES, keyFieldOf } from './tables.ts'

/** Line of an export after validation. References are checked after all lines are staged. */
export type Checked =
  | ({ line: number; record: ExportRecord } & Remarks)
  | ({ line: number; removal: Removal } & Remarks)
  /** Line left out, with `kind` and `key` if readable. A line that refers to such a record is left out as well. */
  | { line: number; problems: ImportProblem[]; kind?: RecordKind; key?: string }

interface Remarks {
  /** Keys of the records that this record replaces. */
  replaces?: string[]
  /** Fields that were left out or changed. */
  warnings?: ImportProblem[]
}

/** Line that removes a record. */
export interface Removal {
  kind: RecordKind
  key: string
  practiceId: string | undefined
}

const READERS = new Map(typedEntries(RECORD_SCHEMAS).map(([kind, schema]) => [kind, fieldReaders(schema)]))
const KINDS = new Map(RECORD_KINDS.map((kind) => [kind.toLowerCase(), kind]))
/**
 * Optional links that must be readable if present: without the link, the record would belong to another animal or
 * client.
 */
const LINKS = new Set(['patientUuid', 'clientUuid'])

/** Reads a line. A line is left out only if a required field, key or link cannot be read. */
export function checkLine(line: number, text: string): Checked {
  try {
    return checkValue(line, parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { line, problems: [{ line, field: '', ...reasonOf('notJson') }] }
  }
}

/** Checks a parsed line, or the object that a row of a CSV file gives. */
export function checkValue(line: number, value: unknown): Checked {
  const wrong = (field: string, reason: Reason): Checked => ({ line, problems: [{ line, field, ...reason }] })
  if (!isRecord(value)) return wrong('', reasonOf('notJsonObject'))
  const kind = kindOf(value['record'])
  if (kind === undefined) {
    return wrong('record', value['record'] ? reasonOf('unknownValue', RECORD_KINDS.join(', ')) : reasonOf('required'))
  }
  const { removed, replaces, warnings } = lifecycleOf(kind, value)
  const checked = removed ? checkRemoval(line, kind, value) : checkRecord(line, kind, value)
  if ('problems' in checked || replaces.length + warnings.length === 0) return checked
  const all = [...(checked.warnings ?? []), ...warnings.map((warning) => ({ line, ...warning }))]
  return { ...checked, ...(replaces.length > 0 && { replaces }), ...(all.length > 0 && { warnings: all }) }
}

/** Checks a removal, which needs its key and no other field. */
function checkRemoval(line: number, kind: RecordKind, value: Record<string, unknown>): Checked {
  const field = keyFieldOf(RECORD_TABLES[kind])
  const key = keyOf(kind, value[field])
  if (key === undefined) {
    const reason = reasonOf(field === 'uuid' && value[field] ? 'invalidUuid' : 'required')
    return { line, problems: [{ line, field, ...reason }], kind }
  }
  const practiceId = typeof value['practiceId'] === 'string' ? value['practiceId'].trim() || undefined : undefined
  return { line, removal: { kind, key, practiceId } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(repairJson(text))
  }
}

const kindOf = (value: unknown): RecordKind | undefined =>
  typeof value === 'string' ? KINDS.get(value.trim().toLowerCase()) : undefined

function checkRecord(line: number, kind: RecordKind, value: Record<string, unknown>): Checked {
  const fields = READERS.get(kind) ?? []
  const notes = new Notes()
  const record = readFields(fields, value, notes)
  FILL_IN[kind]?.(record, notes, value)
  const missing = fields.filter(({ name, isRequired }) => isRequired && record[name] === undefined)
  const lost = new Set(missing.map(({ name }) => name))
  for (const { field, code } of notes.all)
    if ((LINKS.has(field) && kind !== 'invoiceLine') || code === 'otherCurrency') lost.add(field)
  const numbered = (list: Note[]): ImportProblem[] => list.map((note) => ({ line, ...note }))
  if (lost.size === 0) {
    record['record'] = kind
    return {
      line,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each reader returns values that the schema accepts
      record: record as unknown as ExportRecord,
      ...(notes.all.length > 0 && { warnings: numbered(notes.all) }),
    }
  }
  const why = notes.all.filter(({ field }) => lost.has(topOf(field)))
  for (const name of lost)
    if (!why.some(({ field }) => topOf(field) === name)) why.push({ field: name, ...reasonOf('required') })
  const key = record[keyFieldOf(RECORD_TABLES[kind])]
  return {
    line,
    problems: numbered(why),
    kind,
    ...(typeof key === 'string' && { key: kind === 'user' ? canonicalUsername(key) : key }),
  }
}

const topOf = (field: string) => /^[^.[]*/.exec(field)?.[0] ?? field

/**
 * Matches a text, or a faulty token that hand-written JSON contains between texts.
 * The time is linear in the length of a line. An unterminated text is one match, and the lookbehind runs only where
 * a value can begin.
 */
const TOKEN =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)|,(?=\s*(?:[}\]]|$))|(?=[-+.\dA-Za-z])(?<=[:[,]\s*)(?:NaN|[+-]?Infinity|undefined|None|True|False|[+-]?\.\d+|0\d+)(?=\s*[,}\]])/gs
const BAD_ESCAPE = /\\(?:u(?![\da-f]{4})|[^"\\/bfnrtu])/gi
const ESCAPE = /\\(?:u[\da-f]{4}|.)/gis
const CONTROLS = /\p{Cc}/gu

/**
 * Repairs a line of invalid JSON: trailing commas, control characters in texts, single backslashes, and literals of
 * other languages. A number with a leading zero becomes a text.
 */
export const repairJson = (line: string): string =>
  line
    .replaceAll(CONTROLS, ' ')
    .replaceAll(TOKEN, (token) => (token.startsWith('"') ? repairText(token) : valueOf(token)))

const repairText = (text: string): string =>
  text.replaceAll(ESCAPE, (escape) => (escape === "\\'" ? "'" : escape.replace(BAD_ESCAPE, (bad) => `\\${bad}`)))

function valueOf(token: string): string {
  if (token === ',') return ''
  if (token === 'True' || token === 'False') return token.toLowerCase()
  if (/^0\d/.test(token)) return `"${token}"`
  return token.includes('.') ? token.replace('+', '').replace('.', '0.') : 'null'
}
