import { MAX_EMAIL, UUID } from '#contract/text.ts'
import { canonicalUsername } from '#contract/email.ts'
import type { ImportReason } from '#contract/imports.ts'
import { readUuid } from './normalise/uuids.ts'
import { readBoolean } from './normalise/words.ts'
import { type Reason, reasonOf } from './reasons.ts'
import type { RecordKind } from './records.ts'

// Reads `removed` and `replaces` of a line. Invalid values are left out with a warning, so that a typing error
// removes nothing.

const PERMANENT: readonly RecordKind[] = ['practice', 'requestAnswer', 'invoiceLine']
const MAX_REPLACED = 10_000
/** Maximum raw length of a key. Keys are UUIDs, practice ids and user names, possibly with invisible characters. */
const MAX_KEY = 2 * MAX_EMAIL

type FieldWarning = Reason & { field: string }

export interface Lifecycle {
  removed: boolean
  replaces: string[]
  warnings: FieldWarning[]
}

const ABSENT: readonly unknown[] = ['', null, undefined]

export function lifecycleOf(kind: RecordKind, fields: Record<string, unknown>): Lifecycle {
  const warnings: FieldWarning[] = []
  const warn = (field: string, code: ImportReason) => void warnings.push({ field, ...reasonOf(code) })
  const written = typeof fields['removed'] === 'string' ? fields['removed'].trim() : fields['removed']
  const removed = readBoolean(written) === true
  if (!removed && !ABSENT.includes(written) && readBoolean(written) === undefined) warn('removed', 'notBoolean')
  const replaces = replacedBy(kind, fields['replaces'], warn)
  if (!PERMANENT.includes(kind)) return { removed, replaces, warnings }
  if (removed) warn('removed', 'notRemovable')
  if (replaces.length > 0) warn('replaces', 'notRemovable')
  return { removed, replaces: [], warnings }
}

export const isPermanent = (kind: RecordKind): boolean => PERMANENT.includes(kind)

function replacedBy(kind: RecordKind, value: unknown, warn: (field: string, code: ImportReason) => void): string[] {
  if (value === undefined || value === null || value === '') return []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const keys = new Set<string>()
  for (const one of list.slice(0, MAX_REPLACED)) {
    const key = keyOf(kind, one)
    if (key === undefined) warn('replaces', kind === 'user' ? 'notString' : 'invalidUuid')
    else keys.add(key)
  }
  return [...keys]
}

/** Returns the stored form of a record's key; undefined if the value is no key. */
export function keyOf(kind: RecordKind, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text.length > MAX_KEY) return undefined
  if (kind === 'practice') return text || undefined
  if (kind === 'user') return canonicalUsername(text) || undefined
  const uuid = readUuid(text)
  return UUID.test(uuid) ? uuid : undefined
}
