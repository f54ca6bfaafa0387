import type { IsoDate, IsoDateTime } from './fields.ts'
import { AUDIT_YEARS } from './access-log.ts'

/** The kinds of records that a practice keeps for so many years; those of an export by its names. Parts before what they belong to. */
export const RETENTION_KINDS = [
  'invoice',
  'logbookEntry',
  'visitForm',
  'attachment',
  'reminder',
  'appointment',
  'photo',
  'request',
  'audit',
] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

interface RetentionRule {
  suggested: number
  least: number
  most: number
  /** Counted from the end of the calendar year, as the books are. */
  fromYearEnd?: boolean
}

const MOST_YEARS = 30

/**
 * How many years are suggested, and what may be set. The least of invoices is that of Dutch tax law, seven years after the end of
 * the year; that of what tells of treatments and medicines is the five years of the rules on veterinary medicines.
 */
export const RETENTION_RULES: Readonly<Record<RetentionKind, RetentionRule>> = {
  invoice: { suggested: 7, least: 7, most: MOST_YEARS, fromYearEnd: true },
  logbookEntry: { suggested: 5, least: 5, most: MOST_YEARS },
  visitForm: { suggested: 5, least: 5, most: MOST_YEARS },
  attachment: { suggested: 5, least: 5, most: MOST_YEARS },
  reminder: { suggested: 2, least: 1, most: MOST_YEARS },
  appointment: { suggested: 2, least: 1, most: MOST_YEARS },
  photo: { suggested: 1, least: 1, most: MOST_YEARS },
  request: { suggested: 2, least: 1, most: MOST_YEARS },
  // Older entries go by themselves.
  audit: { suggested: AUDIT_YEARS, least: 1, most: AUDIT_YEARS },
}

/** A kind that is absent is kept without end. */
export type RetentionYears = Partial<Record<RetentionKind, number>>

/** `outdated`: there is a newer one, or the settings have changed since. */
export const REHEARSAL_STATES = ['making', 'made', 'outdated', 'running', 'done'] as const
export type RehearsalState = (typeof REHEARSAL_STATES)[number]

/** What is older than the day `before` goes. */
export interface RetentionCutOff {
  kind: RetentionKind
  years: number
  before: IsoDate
}

/** What would go; and once it was carried out, what went. */
export interface Rehearsal {
  /** Counted by practice. */
  number: number
  state: RehearsalState
  madeAt: IsoDateTime
  cutOffs: RetentionCutOff[]
  /** Once it is made: by kind and year. */
  counts?: { kind: RetentionKind; year: number; count: number }[]
  startedAt?: IsoDateTime
  endedAt?: IsoDateTime
  /** What went so far; and what stays because it has changed since. */
  removed?: { kind: RetentionKind; count: number }[]
  stayed?: number
}

/** GET /practice/{practiceId}/retention */
export interface Retention {
  years: RetentionYears
  /** Records before these days were removed, and no import brings them back. */
  removedBefore: Partial<Record<RetentionKind, IsoDate>>
  /** The latest first. */
  rehearsals: Rehearsal[]
}
