import type { IsoDateTime } from './fields.ts'

/** So long an entry of the audit trail is kept. */
export const AUDIT_YEARS = 2

export type AuditAction =
  | 'registered'
  | 'locked'
  | 'unlocked'
  | 'deleted'
  | 'deleted-all'
  | 'viewed-as'
  | 'practice-changed'
  | 'logo-changed'
  | 'imported'

/** What an import did with the records of one kind. */
export interface ImportCounts {
  added: number
  updated: number
  unchanged: number
}

/** Who did what to whom, by the names that they had at that moment. Never anything of what was seen or written. */
export interface AuditEntry {
  at: IsoDateTime
  action: AuditAction
  /** Absent where nobody was signed in: an import. */
  account?: { id: string; name: string }
  /** Of `registered`, `locked`, `unlocked`, `deleted` and `viewed-as`. */
  client?: { uuid: string; name: string }
  /** Of `deleted-all`: how many clients. */
  count?: number
  /** Of `practice-changed`: the names of the fields. */
  fields?: string[]
  /** Of `imported`: by the kind of record, as an export names it. */
  changes?: Record<string, ImportCounts>
}

export type AuditDetails = Pick<AuditEntry, 'count' | 'fields' | 'changes'>
