/** Kinds of records with a retention period, named as in an export. Parts precede the records they belong to. */
export const RETENTION_KINDS = [
  'invoice',
  'estimate',
  'logbookEntry',
  'visitForm',
  'attachment',
  'reminder',
  'appointment',
  'photo',
  'request',
  'form',
  'audit',
] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** Maximum age of audit entries in years. The retention policy of a practice may be shorter. */
export const AUDIT_YEARS = 2

interface RetentionRule {
  suggested: number
  least: number
  most: number
  /** Counts from the end of the calendar year instead of from the record's own day. */
  fromYearEnd?: boolean
}

const MAX_YEARS = 30
/** Article 52 (4) of the Dutch General State Taxes Act (Algemene wet inzake rijksbelastingen). */
const TAX_YEARS = 7
/** Articles 103 and 108 of Regulation (EU) 2019/6 on veterinary medicinal products. */
const MEDICINE_YEARS = 5

/** Suggested and permitted numbers of years. `least` is the legal minimum, if any. */
export const RETENTION_RULES: Readonly<Record<RetentionKind, RetentionRule>> = {
  invoice: { suggested: TAX_YEARS, least: TAX_YEARS, most: MAX_YEARS, fromYearEnd: true },
  estimate: { suggested: TAX_YEARS, least: 1, most: MAX_YEARS, fromYearEnd: true },
  logbookEntry: { suggested: MEDICINE_YEARS, least: MEDICINE_YEARS, most: MAX_YEARS },
  visitForm: { suggested: MEDICINE_YEARS, least: MEDICINE_YEARS, most: MAX_YEARS },
  attachment: { suggested: MEDICINE_YEARS, least: MEDICINE_YEARS, most: MAX_YEARS },
  reminder: { suggested: 2, least: 1, most: MAX_YEARS },
  appointment: { suggested: 2, least: 1, most: MAX_YEARS },
  photo: { suggested: 1, least: 1, most: MAX_YEARS },
  request: { suggested: 2, least: 1, most: MAX_YEARS },
  form: { suggested: MEDICINE_YEARS, least: 1, most: MAX_YEARS },
  // The purge deletes older entries of every practice.
  audit: { suggested: AUDIT_YEARS, least: 1, most: AUDIT_YEARS },
}

/** Years by kind. An absent kind is kept without limit. */
export type RetentionYears = Partial<Record<RetentionKind, number | undefined>>

export interface RetentionPolicy {
  years: RetentionYears
  /** Whether the nightly run removes records. */
  isOn: boolean
}

const yearsKept = ({ years, isOn }: RetentionPolicy, kind: RetentionKind) =>
  isOn ? (years[kind] ?? Infinity) : Infinity

/** Whether a policy removes records that the former policy keeps. */
export const isStricter = (next: RetentionPolicy, former: RetentionPolicy): boolean =>
  RETENTION_KINDS.some((kind) => yearsKept(next, kind) < yearsKept(former, kind))
