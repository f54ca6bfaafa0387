import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { LockingPractice } from '#contract/schemas/problem.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { Identity } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'

// Authorisation, one function per rule. A resource of another tenant is `not-found`, so that its existence does not
// leak. A resource of the account's own tenant without the right is `forbidden`.

export interface AccessLevel {
  side: 'staff' | 'owner'
  /** Role of staff; null for owners. */
  role: StaffRole | null
  clientLocked: boolean
  practiceLocked: boolean
  /** Practice that a rejected owner sees in the problem response. */
  practice?: LockingPractice
}

export interface ClientAccess {
  client: ClientRow
  access: AccessLevel
}

/**
 * Returns the account whose records a call shows, where owners of a client do not share them. Staff who view the portal
 * as a client see the records of its owner.
 */
export const shownAccountOf = ({ by, client, access }: ClientAccess & { by: Pick<Identity, 'accountId'> }): string =>
  access.side === 'owner' ? by.accountId : (client.account_id ?? '')

/** Part of an identity on which the rules depend. */
export type Subject = Pick<Identity, 'accountId' | 'practiceId' | 'staffRole' | 'calledPracticeId'> &
  Partial<Pick<Identity, 'reads'>>

const asStaff = (role: StaffRole): AccessLevel => ({ side: 'staff', role, clientLocked: false, practiceLocked: false })

/** Returns the role of an account at a practice; null if the account is no staff there. */
export async function staffRoleAt(db: Database, subject: Subject, practiceId: string): Promise<StaffRole | null> {
  if (subject.staffRole === null) return null
  if (subject.practiceId === practiceId) return subject.staffRole
  const further = await db
    .selectFrom('membership')
    .select('role')
    .where('account_id', '=', subject.accountId)
    .where('practice_id', '=', practiceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return further?.role ?? null
}

/** Returns the access of staff and registered owners; throws `not-found` for others. */
export async function accessToPractice(db: Database, identity: Identity, practiceId: string): Promise<AccessLevel> {
  const role = await staffRoleAt(db, identity, practiceId)
  if (role) {
    identity.calledPracticeId = practiceId
    return asStaff(role)
  }
  return (await accessAsOwner(db, identity, practiceId)).access
}

/**
 * Returns the account's own client at a practice: the chosen client, or else the first unlocked client by name.
 * Throws `not-found` if the account has none.
 */
export async function accessAsOwner(
  db: Database,
  identity: Identity,
  practiceId: string,
  clientId?: string,
): Promise<ClientAccess> {
  const found = await clients(db)
    .where('client.account_id', '=', identity.accountId)
    .where('client.practice_id', '=', practiceId)
    .where('client.registered', '=', 1)
    .$if(clientId !== undefined, (query) => query.where('client.uuid', '=', clientId ?? ''))
    .orderBy('client.locked')
    .orderBy('client.sort_name')
    .orderBy('client.uuid')
    .executeTakeFirst()
  if (!found) throw new ProblemError('not-found')
  identity.calledPracticeId = practiceId
  return asOwner(found)
}

/**
 * Returns a client for its owner and for the practice's staff, whose read is marked. Throws `not-found` for others.
 */
export async function accessToClient(db: Database, identity: Subject, clientId: string): Promise<ClientAccess> {
  const found = await clients(db).where('client.uuid', '=', clientId.toLowerCase()).executeTakeFirst()
  if (!found) throw new ProblemError('not-found')
  const role = await staffRoleAt(db, identity, found.practice_id)
  if (!role && (found.registered !== 1 || found.account_id !== identity.accountId)) throw new ProblemError('not-found')
  identity.calledPracticeId = found.practice_id
  if (role) {
    identity.reads?.set(found.uuid, 'read')
    return { ...asOwner(found), access: asStaff(role) }
  }
  return asOwner(found)
}

const clients = (db: Database) =>
  db
    .selectFrom('client')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .selectAll('client')
    .select([
      'practice.locked as practice_locked',
      'practice.name as practice_name',
      'practice.phone as practice_phone',
    ])

interface PracticeOfClient {
  practice_locked: number
  practice_name: string
  practice_phone: string | null
}

function asOwner({
  practice_locked: practiceLocked,
  practice_name: name,
  practice_phone: phone,
  ...client
}: ClientAccess['client'] & PracticeOfClient): ClientAccess {
  return {
    client,
    access: {
      side: 'owner',
      role: null,
      clientLocked: client.locked === 1,
      practiceLocked: practiceLocked === 1,
      practice: lockingPractice(name, phone),
    },
  }
}

/** Returns the contact details of a practice for a rejected owner. */
export const lockingPractice = (name: string, phone: string | null): LockingPractice => ({
  name,
  ...(phone && { phone }),
})

/** Requires staff of either role. Used for managing clients and practice data. */
export function requireStaff({ side }: AccessLevel): void {
  if (side !== 'staff') throw new ProblemError('forbidden')
}

/** Requires a clinic admin. Used for removing all clients, reading the audit trail and managing staff. */
export function requireAdmin({ role }: AccessLevel): void {
  if (role !== 'CLINIC_ADMIN') throw new ProblemError('forbidden')
}

/** Requires the owner. Staff who view the portal as that client are rejected. */
export function requireOwner({ side }: AccessLevel): void {
  if (side !== 'owner') throw new ProblemError('forbidden')
}

/** Rejects owners of a locked client or practice. Staff keep their access. */
export function requireUnlocked({ side, clientLocked, practiceLocked, practice }: AccessLevel): void {
  if (side === 'staff') return
  if (clientLocked) throw new ProblemError('client-locked', { practice })
  if (practiceLocked) throw new ProblemError('practice-locked', { practice })
}

/** Throws `not-found` for an unregistered client, because only registered clients have records in the portal. */
export function requireRegistered({ registered }: Pick<ClientAccess['client'], 'registered'>): void {
  if (registered !== 1) throw new ProblemError('not-found')
}

type LockSubject = Pick<Identity, 'accountId' | 'staffRole'>

/** Returns the first practice by name that locks out an owner whose clients are all locked; null otherwise. */
async function lockedOutBy(
  db: Database | DatabaseTransaction,
  { accountId, staffRole }: LockSubject,
): Promise<LockingPractice | null> {
  if (staffRole !== null) return null
  const own = await db
    .selectFrom('client')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .select(['client.locked', 'practice.name', 'practice.phone'])
    .where('client.account_id', '=', accountId)
    .orderBy('practice.name')
    .execute()
  const [first] = own
  return first && own.every(({ locked }) => locked === 1) ? lockingPractice(first.name, first.phone) : null
}

export const isLockedOut = async (db: Database | DatabaseTransaction, subject: LockSubject): Promise<boolean> =>
  (await lockedOutBy(db, subject)) !== null

/** Throws `client-locked` for an owner whose clients are all locked; such an owner may not sign in. */
export async function requireNotLockedOut(db: Database | DatabaseTransaction, subject: LockSubject): Promise<void> {
  const practice = await lockedOutBy(db, subject)
  if (practice) throw new ProblemError('client-locked', { practice })
}
