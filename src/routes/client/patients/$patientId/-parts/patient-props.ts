import type { Patient } from '#contract/schemas/patient.ts'

/** What can be looked at beside the logbook. */
export const VIEWS = ['medicines', 'card', 'border', 'thread'] as const

export interface PatientSearch {
  /** Absent: the logbook. */
  show?: (typeof VIEWS)[number] | undefined
  /** As they were asked for, which need not be days. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** Of the timeline: the kinds that are shown. Absent: all of them. */
  kinds?: string | undefined
}

export interface PatientProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  patient: Patient
}

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
