import { FlaskConical, type LucideIcon, NotebookPen, Pill, Stethoscope, Syringe } from 'lucide-react'
import type { LogbookEntry } from '#contract/logbook.ts'
import type { MessageId } from '#src/lib/intl.tsx'

const KINDS: Readonly<Record<string, { icon: LucideIcon; id: MessageId }>> = {
  TREATMENT: { icon: Stethoscope, id: 'client.logbook.kind.TREATMENT' },
  DELIVERY: { icon: Pill, id: 'client.logbook.kind.DELIVERY' },
  VACCINATION: { icon: Syringe, id: 'client.logbook.kind.VACCINATION' },
  VISIT: { icon: Stethoscope, id: 'client.logbook.kind.VISIT' },
  LAB: { icon: FlaskConical, id: 'client.logbook.kind.LAB' },
  NOTE: { icon: NotebookPen, id: 'client.logbook.kind.NOTE' },
}

const known = (kind: string | undefined) => (kind && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined)

/** The word for a kind; undefined where there is none, and then it is shown as it came. */
export const kindId = (kind: string | undefined): MessageId | undefined => known(kind)?.id

export function iconOf({ kind, productName }: Pick<LogbookEntry, 'kind' | 'productName'>): LucideIcon {
  // Of a treatment with a medicine, and of what is of no known kind, the medicine says most.
  if (productName && (kind === 'TREATMENT' || !known(kind))) return Pill
  return known(kind)?.icon ?? NotebookPen
}
