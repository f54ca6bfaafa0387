import type { IsoDateTime } from './fields.ts'

/** Retention of the audit trail. */
export const AUDIT_YEARS = 2

export type AuditAction =
  | 'registered'
  | 'activated'
  | 'locked'
  | 'unlocked'
  | 'deleted'
  | 'deleted-all'
  | 'email-changed'
  | 'viewed-as'
  | 'practice-changed'
  | 'logo-changed'
  | 'logo-removed'
  | 'imported'

/** Changes by an import to the records of one kind. */
export interface ImportCounts {
  added: number
  updated: number
  unchanged: number
}

/** An audit event with the names at that time; never the content that was read or written. */
export interface AuditEntry {
  at: IsoDateTime
  action: AuditAction
  /** Absent for an import, and for a client's own first password. */
  account?: { id: string; name: string }
  /** Of `registered`, `activated`, `locked`, `unlocked`, `deleted`, `email-changed` and `viewed-as`. */
  client?: { uuid: string; name: string }
  /** Of `deleted-all`: how many clients. */
  count?: number
  /** Of `practice-changed`: the names of the fields. */
  fields?: string[]
  /** Of `imported`: by the kind of record, as an export names it. */
  changes?: Record<string, ImportCounts>
}

export type AuditDetails = Pick<AuditEntry, 'count' | 'fields' | 'changes'>
