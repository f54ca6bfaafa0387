import type { VisitForm } from '#contract/schemas/visit-form.ts'

const LONGEST = 120

/** What it is called: the reason of the visit, of a long one the beginning, else its number. Undefined where it has neither. */
export function visitTitle({ reason, number }: Pick<VisitForm, 'reason' | 'number'>): string | undefined {
  const [line = ''] = (reason ?? '').trim().split(/\s*\r?\n/)
  if (line.length <= LONGEST) return line || number?.trim() || undefined
  return `${line.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`
}
