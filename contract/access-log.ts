export const AUDIT_ACTIONS = [
  /** Read of a client by staff or the practice's own system, recorded once per reader, client and day. */
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

/** Value of `accountId` for entries without a signed-in person. */
export const NOBODY = 'none'

/** Reader of a client: staff, the practice's own system or its export, or the owner. */
export const ACCESS_SIDES = ['staff', 'system', 'owner'] as const
export type AccessSide = (typeof ACCESS_SIDES)[number]
