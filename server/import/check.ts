import { ValidationError } from 'yup'
import type { ImportProblem } from '#contract/imports.ts'
import { canonicalUsername } from '#contract/username.ts'
import { type Reason, flagReason, reasonOf, typeReason } from './reasons.ts'
import { type ExportRecord, RECORD_KINDS, RECORD_SCHEMAS, type RecordKind, isRecordKind } from './records.ts'
import { RECORD_TABLES } from './tables.ts'
import { isRecord } from '#contract/is-record.ts'

/** A line of an export after validation; its references are checked once all lines are staged. */
export type Checked =
  | { line: number; record: ExportRecord }
  /** With `kind` and `key` if readable, to tell a reference to an invalid line from one to nothing. */
  | { line: number; problems: ImportProblem[]; kind?: RecordKind; key?: string }

const RULES = { strict: true, abortEarly: false, disableStackTrace: true } as const
/** A record has three levels. */
const DEEPEST = 20
/** Of a list: a schema checks them all, also of one that is too long for it. */
const MOST_ENTRIES = 10_000
const UUIDS = ['uuid', 'clientUuid', 'patientUuid', 'caretakerUuid', 'reminderUuid'] as const
const UUID_LISTS = ['patientUuids'] as const

export function checkLine(line: number, text: string): Checked {
  const wrong = (field: string, reason: Reason): Checked => ({ line, problems: [{ line, field, ...reason }] })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return wrong('', reasonOf('notJson'))
  }
  if (!isRecord(value)) return wrong('', reasonOf('notJsonObject'))
  const fields = value
  const kind = fields['record']
  if (kind === undefined) return wrong('record', reasonOf('required'))
  if (!isRecordKind(kind)) return wrong('record', reasonOf('unknownValue', RECORD_KINDS.join(', ')))
  const problems = problemsOf(kind, fields)
  if (problems.length > 0) {
    const key = fields[RECORD_TABLES[kind].key]
    return {
      line,
      problems: problems.map((problem) => ({ line, ...problem })),
      kind,
      ...(typeof key === 'string' && { key: canonicalKey(kind, key) }),
    }
  }
  for (const name of UUIDS) if (typeof fields[name] === 'string') fields[name] = fields[name].toLowerCase()
  for (const name of UUID_LISTS) {
    const list = fields[name]
    if (Array.isArray(list)) fields[name] = list.map((uuid: unknown) => String(uuid).toLowerCase())
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of its kind has found nothing wrong
  return { line, record: fields as unknown as ExportRecord }
}

function problemsOf(kind: RecordKind, fields: Record<string, unknown>): Omit<ImportProblem, 'line'>[] {
  // Before the schema, which would run out of stack.
  if (isDeeper(fields, DEEPEST)) return [{ field: '', ...reasonOf('tooDeep', String(DEEPEST)) }]
  const endless = Object.entries(fields).find(([, value]) => Array.isArray(value) && value.length > MOST_ENTRIES)
  if (endless) return [{ field: endless[0], ...reasonOf('tooMany', String(MOST_ENTRIES)) }]
  try {
    RECORD_SCHEMAS[kind].validateSync(fields, RULES)
    return []
  } catch (error) {
    if (!ValidationError.isError(error)) throw error
    return error.inner.map((inner) => ({ field: inner.path ?? '', ...reasonIn(inner) }))
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))

function canonicalKey(kind: RecordKind, key: string): string {
  if (kind === 'practice') return key
  return kind === 'user' ? canonicalUsername(key) : key.toLowerCase()
}

function reasonIn({ type, params, message }: ValidationError): Reason {
  if (type === 'typeError') return typeReason(String(params?.['type']))
  if (type === 'nullable' && message !== 'required') return reasonOf('null')
  return flagReason(message, params)
}
