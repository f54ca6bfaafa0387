export const TIMELINE_KINDS = ['reminders', 'visits', 'attachments', 'logbook'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

const NONE = 'none'

/** The kinds that an address names; all of them where it names none that there is. */
export function kindsOf(text: string | undefined): readonly TimelineKind[] {
  if (text === NONE) return []
  const named = text?.split('.') ?? []
  const kinds = TIMELINE_KINDS.filter((kind) => named.includes(kind))
  return kinds.length > 0 ? kinds : TIMELINE_KINDS
}

/** How they stand in the address. */
export function kindsSearch(kinds: readonly TimelineKind[]): string | undefined {
  if (kinds.length === TIMELINE_KINDS.length) return undefined
  return kinds.join('.') || NONE
}
