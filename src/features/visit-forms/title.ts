import type { VisitForm } from '#contract/schemas/visit-form.ts'

const LONGEST = 120

/** Returns the title of a visit form: the shortened reason of the visit, else its number; undefined without both. */
export function visitTitle({ reason, number }: Pick<VisitForm, 'reason' | 'number'>): string | undefined {
  const [line = ''] = (reason ?? '').trim().split(/\s*\r?\n/)
  if (line.length <= LONGEST) return line || number?.trim() || undefined
  return `${line.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`
}
