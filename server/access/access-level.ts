import type { Selectable } from 'kysely'
import type { ClientTable, Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { Identity } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'

// Who may do what, one function per rule. What belongs to another practice or another owner is not found; what is one's own
// without the right is forbidden.

/** How somebody stands towards one practice, or one client of it. */
export interface Standing {
  side: 'staff' | 'owner'
  clientLocked: boolean
  practiceLocked: boolean
}

export interface ClientStanding {
  client: Selectable<ClientTable>
  standing: Standing
}

/** As much of somebody as the rules ask for. */
export type Person = Pick<Identity, 'accountId' | 'practiceId' | 'staffRole'>

const STAFF: Standing = { side: 'staff', clientLocked: false, practiceLocked: false }

const isStaffOf = (identity: Person, practiceId: string) =>
  identity.staffRole !== null && identity.practiceId === practiceId

/** Staff and registered owners of a practice; to others it does not exist. */
export async function standingAtPractice(db: Database, identity: Identity, practiceId: string): Promise<Standing> {
  if (isStaffOf(identity, practiceId)) return STAFF
  return (await standingAsOwner(db, identity, practiceId)).standing
}

/** The client that somebody is at a practice. */
export async function standingAsOwner(db: Database, identity: Identity, practiceId: string): Promise<ClientStanding> {
  const found = await clients(db)
    .where('client.account_id', '=', identity.accountId)
    .where('client.practice_id', '=', practiceId)
    .executeTakeFirst()
  if (found?.registered !== 1) throw new ProblemError('not-found')
  return asOwner(found)
}

/** Staff of its practice and the owner in person; to others a client does not exist. */
export async function standingAtClient(db: Database, identity: Person, clientId: string): Promise<ClientStanding> {
  const found = await clients(db).where('client.uuid', '=', clientId.toLowerCase()).executeTakeFirst()
  if (!found) throw new ProblemError('not-found')
  if (isStaffOf(identity, found.practice_id)) return { ...asOwner(found), standing: STAFF }
  if (found.registered !== 1 || found.account_id !== identity.accountId) throw new ProblemError('not-found')
  return asOwner(found)
}

const clients = (db: Database) =>
  db
    .selectFrom('client')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .selectAll('client')
    .select('practice.locked as practice_locked')

function asOwner({
  practice_locked: practiceLocked,
  ...client
}: ClientStanding['client'] & { practice_locked: number }): ClientStanding {
  return {
    client,
    standing: { side: 'owner', clientLocked: client.locked === 1, practiceLocked: practiceLocked === 1 },
  }
}

/** Managing clients and practice data is for both clinic roles. */
export function staffOnly({ side }: Standing): void {
  if (side !== 'staff') throw new ProblemError('forbidden')
}

/** Removing all clients and reading the audit trail are for clinic admins. */
export function adminsOnly({ side }: Standing, { staffRole }: Identity): void {
  if (side !== 'staff' || staffRole !== 'CLINIC_ADMIN') throw new ProblemError('forbidden')
}

/** A locked client, or a locked practice, is closed to owners; staff go on. */
export function unlockedOnly({ side, clientLocked, practiceLocked }: Standing): void {
  if (side === 'staff') return
  if (clientLocked) throw new ProblemError('client-locked')
  if (practiceLocked) throw new ProblemError('practice-locked')
}

/** Papers are shown of clients who are on the portal. */
export function registeredOnly({ registered }: Pick<ClientStanding['client'], 'registered'>): void {
  if (registered !== 1) throw new ProblemError('not-found')
}

/** The whole portal is closed to an owner all of whose clients are locked. */
export async function isLockedOut(
  db: Database | DatabaseTransaction,
  { accountId, staffRole }: Pick<Identity, 'accountId' | 'staffRole'>,
): Promise<boolean> {
  if (staffRole !== null) return false
  const own = await db.selectFrom('client').select('locked').where('account_id', '=', accountId).execute()
  return own.length > 0 && own.every(({ locked }) => locked === 1)
}
