import type { ListedPatient } from '#contract/schemas/patient.ts'

/** Views of a patient besides the logbook. */
export const VIEWS = ['medicines', 'card', 'border', 'thread'] as const

export interface PatientSearch {
  /** Absent: the logbook. */
  show?: (typeof VIEWS)[number] | undefined
  /** Dates as in the URL, possibly invalid. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** Kinds shown in the timeline. Absent: all kinds. */
  kinds?: string | undefined
}

export interface PatientProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  patient: ListedPatient
}

export const TIMELINE_KINDS = ['reminders', 'visits', 'attachments', 'logbook'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

const NONE = 'none'

/** Returns the kinds of a URL; all kinds if it names no known kind. */
export function kindsOf(text: string | undefined): readonly TimelineKind[] {
  if (text === NONE) return []
  const named = text?.split('.') ?? []
  const kinds = TIMELINE_KINDS.filter((kind) => named.includes(kind))
  return kinds.length > 0 ? kinds : TIMELINE_KINDS
}

/** Returns the URL parameter for kinds; undefined for all kinds. */
export function kindsSearch(kinds: readonly TimelineKind[]): string | undefined {
  if (kinds.length === TIMELINE_KINDS.length) return undefined
  return kinds.join('.') || NONE
}
