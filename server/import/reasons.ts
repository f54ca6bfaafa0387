import { IMPORT_REASONS, type ImportReason } from '#contract/imports.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import { textsIn } from '#server/texts.ts'

/** Names of the flag parameters that hold the value of a reason. */
const VALUES: Record<string, string> = { tooLong: 'max', tooMany: 'max', unknownValue: 'values' }

export type Reason = Pick<ImportProblem, 'reason' | 'code' | 'value'>

/** Returns a reason with its code and an English sentence, for logs, commands and senders of exports. */
export function reasonOf(code: ImportReason, value?: string): Reason {
  const reason = textsIn('en').text(`admin.imports.reasons.${code}`, { value: value ?? '' })
  return { reason, code, ...(value !== undefined && { value }) }
}

export function flagReason(flag: string, params: Record<string, unknown> = {}): Reason {
  if (!isReason(flag)) return { reason: `is not right (${flag})` }
  const name = VALUES[flag]
  return name === undefined ? reasonOf(flag) : reasonOf(flag, String(params[name]))
}

const REASONS = new Set<string>(IMPORT_REASONS)
const isReason = (flag: string): flag is ImportReason => REASONS.has(flag)
