import type { IsoDate, IsoDateTime } from './dates.ts'
import type { Page } from './paging.ts'
import type { RetentionKind } from './retention.ts'
import type { StaffRole } from './roles.ts'

export const AUDIT_ACTIONS = [
  /** Of staff or the practice's own system; once per reader, client and day. */
  'read',
  'registered',
  'invited',
  'invited-again',
  'activated',
  'locked',
  'unlocked',
  'deleted',
  'deleted-all',
  'email-change-asked',
  'email-change-ended',
  'email-changed',
  'viewed-as',
  'practice-changed',
  'logo-changed',
  'logo-removed',
  'reminder-mails-on',
  'reminder-mails-off',
  'imported',
  'card-shared',
  'card-revoked',
  'staff-invited',
  'staff-joined',
  'staff-declined',
  'staff-role-offered',
  'staff-proposed',
  'staff-proposal-declined',
  'staff-role-changed',
  'staff-deactivated',
  'staff-reactivated',
  'second-factor-required',
  'second-factor-optional',
  'second-factor-reset',
  'import-key-made',
  'import-key-revoked',
  'import-key-kept',
  'import-sequence-reset',
  'import-confirmed',
  'import-declined',
  'erased',
  'removal-undone',
  'renamed',
  'request-sent',
  'request-withdrawn',
  'photo-removed',
  'request-answered',
  'request-declined',
  'request-settings-changed',
  'letters-made',
  'access-ended',
  'retention-changed',
  'retention-removed',
  'clock-confirmed',
  'merged',
  'records-removed',
  'records-restored',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Entries of the log; left out: changes and viewing as a client. */
export const LOG_KINDS = ['changes', 'reads', 'all'] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** Actions that only an owner takes, signed in or by a link. */
export const OF_OWNERS: ReadonlySet<AuditAction> = new Set([
  'activated',
  'card-shared',
  'card-revoked',
  'reminder-mails-on',
  'reminder-mails-off',
  'request-sent',
  'request-withdrawn',
  'photo-removed',
])

/** Changes by an import to the records of one kind. */
export interface ImportCounts {
  added: number
  updated: number
  unchanged: number
  /** Left out, because a removal by the practice's retention was of older ones as well. */
  expired?: number
  /** Removed because a line says so, without the records that went with them. */
  removed?: number
  /** Replaced by another record. */
  replaced?: number
}

/** An audit event with the names at that time; never the content that was read or written. */
export interface AuditEntry {
  at: IsoDateTime
  action: AuditAction
  /** Absent for an import, and for what a client does: its first visit, its shared cards, its requests, a link in a mail. */
  account?: { id: string; name: string; username?: string | undefined }
  /** Of what is about one. */
  client?: { uuid: string; name: string }
  /**
   * Number of clients: of `letters-made`, `deleted-all`, and `removal-undone` of several. Number of records: of `retention-removed`,
   * `records-removed` and `records-restored`.
   */
  count?: number
  /** Kind of the records of `retention-removed`. */
  kind?: RetentionKind
  /** Of `practice-changed`: the names of the fields. */
  fields?: string[]
  /** Of `imported`: by the kind of record, as an export names it. */
  changes?: Record<string, ImportCounts>
  /** Of what is about staff: whom, and the role that they have now. */
  member?: { id: string; name: string; role: StaffRole }
  /** The name of an import key: of `import-key-made`, `import-key-revoked`, `import-key-kept`, `import-confirmed`, `import-declined`, and of `imported` where it came by one. */
  key?: string
  /** Of `renamed`: who did it gave themselves another name. */
  names?: { from: string; to: string }
  /** Many of the same by one person on one day, of which this is the latest; it has no client of its own. */
  run?: { count: number; since: IsoDateTime }
  /**
   * When undoing ends, for `deleted`, `deleted-all` and `records-removed`. A run has the end of its first entry; each entry has its own.
   */
  undo?: { until: IsoDateTime; removal?: string | undefined }
}

export interface AuditPage extends Page<AuditEntry> {
  /** A search that matches very many names looks through the entries after this moment only. */
  searchedSince?: IsoDateTime | undefined
}

/** Who is in an audit trail. */
export interface AuditPerson {
  id: string
  name: string
  username?: string | undefined
}

/** For `accountId` of the trail: entries without a signed-in person. */
export const NOBODY = 'none'

export type AuditDetails = Pick<AuditEntry, 'count' | 'kind' | 'fields' | 'changes' | 'member' | 'key' | 'names'>

/** Staff; the practice's own system, or an export of it; or the owner. */
export const SEEN_SIDES = ['staff', 'system', 'owner'] as const
export type SeenSide = (typeof SEEN_SIDES)[number]

/** Everything that one reader has read or changed of a client on one day of the practices' calendar. */
export interface SeenEntry {
  day: IsoDate
  by: SeenSide
  /** Present or last role of a member of staff. */
  role?: StaffRole | undefined
  /** For clinic admins only; absent for an owner and for a system. */
  account?: { id: string; name: string; username?: string | undefined } | undefined
  /** Name of a system's key; for clinic admins only. */
  key?: string | undefined
  actions: AuditAction[]
}
