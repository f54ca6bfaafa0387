import type { AuditAction } from './audit.ts'
import type { IsoDate } from './fields.ts'
import type { StaffRole } from './user.ts'

/** Staff; the practice's own system, or an export of it; or the owner. */
export const SEEN_SIDES = ['staff', 'system', 'owner'] as const
export type SeenSide = (typeof SEEN_SIDES)[number]

/** What somebody has read or changed of a client on one day of the practices' calendar. */
export interface SeenEntry {
  day: IsoDate
  by: SeenSide
  /** Of staff, the role that they have now, or had last. */
  role?: StaffRole | undefined
  /** For clinic admins only; absent of an owner, and of a system. */
  account?: { id: string; name: string; username?: string | undefined } | undefined
  /** Of a system, the name of its key; for clinic admins only. */
  key?: string | undefined
  /** `read`, or what the audit trail calls it. */
  actions: SeenAction[]
}

export type SeenAction = 'read' | AuditAction
