import { momentAfter } from '#contract/dates.ts'
import { isFormer } from '#contract/patient.ts'
import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import type { Language } from '#contract/languages.ts'
import { animalNames } from '#server/animals/names.ts'
import { findRow } from '#server/db/one-row.ts'
import { parseStored } from '#server/db/stored.ts'
import { isFormer as isFormerRow } from '#server/db/patient-state.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, ClientTable, Database } from '#server/db/schema.ts'
import { mailFailureOf } from '#server/mail/given-up.ts'
import { ACTIVATION_LINK_MS } from '#server/mail/password-link.ts'
import { addressChangeOf } from '#server/mail/confirmation-links.ts'
import { clientsWithSameAccount } from '#server/access/shared-account.ts'

export const LIST_COLUMNS = [
  'uuid',
  'locked',
  'company_name',
  'call_name',
  'first_name',
  'last_name',
  'client_number',
  'email',
  'city',
  'activation',
  'mail_failure',
] as const satisfies (keyof ClientTable)[]

export type ListRow = Pick<ClientRow, (typeof LIST_COLUMNS)[number]>

// Written out rather than generic, because this hot path runs for every row of every list.
export function toListItem(row: ListRow): ClientListItem {
  const item: ClientListItem = { uuid: row.uuid, locked: row.locked === 1, lastName: row.last_name, email: row.email }
  if (row.company_name !== null) item.companyName = row.company_name
  if (row.call_name !== null) item.callName = row.call_name
  if (row.first_name !== null) item.firstName = row.first_name
  if (row.client_number !== null) item.clientNumber = row.client_number
  if (row.city !== null) item.city = row.city
  return item
}

export function toRegisteredItem(row: ListRow): ClientListItem {
  const item = toListItem(row)
  item.invitation = row.activation ?? 'invited'
  if (row.mail_failure !== null) item.mailFailure = mailFailureOf(row.mail_failure)
  return item
}

const NAMED = 12
/** Maximum patients read, because a herd may have thousands of animals. */
const MAX_READ = 100

async function patientNames(db: Database, clientId: string, language: Language): Promise<string[]> {
  const patients = await db
    .selectFrom('patient')
    .select(['uuid', 'name', 'data'])
    .where('client_uuid', '=', clientId)
    .orderBy('search_name')
    .orderBy('uuid')
    .limit(MAX_READ)
    .execute()
  const named = patients.filter(({ data }) => !isFormer(parseStored('patient', data) ?? {})).slice(0, NAMED)
  const uuids = named.map(({ uuid }) => uuid)
  const nameOf = await animalNames(db, uuids, language)
  return named.map(({ uuid, name }) => nameOf(uuid, name) ?? name)
}

/**
 * Returns a client for staff. Adds its invitation, animals' names, clients with the same account, and pending
 * change of e-mail address.
 */
export async function toClientForStaff(db: Database, row: ClientRow, language: Language): Promise<Client> {
  const sameAccount = await clientsWithSameAccount(db, row)
  const change = await addressChangeOf(db, row.uuid)
  const client = {
    ...(await toClient(db, row)),
    patientNames: await patientNames(db, row.uuid, language),
    ...(sameAccount.length > 0 && { sameAccount }),
    ...(change && { addressChange: { from: change.from, to: change.to, askedAt: change.askedAt } }),
  }
  if (row.registered !== 1) return client
  const invitation = row.activation ?? 'invited'
  const invitedAt = invitation === 'not-invited' ? null : (row.invited_at ?? row.registered_at)
  return {
    ...client,
    signIn: await signInOf(db, row.account_id, invitedAt),
    ...present({
      invitation,
      mailFailure: row.mail_failure === null ? null : mailFailureOf(row.mail_failure),
      invitedAt,
      lastLoginAt: row.last_opened_at,
    }),
  }
}

/**
 * Returns how the owner signs in, and until when an invitation of that time is valid. The links themselves are not read:
 * they would reveal whether the e-mail address has an account at another practice.
 */
async function signInOf(
  db: Database,
  accountId: string | null,
  invitedAt: string | null | undefined,
): Promise<Client['signIn']> {
  const found = accountId && (await findRow(db, 'account', { id: accountId }, ['username']))
  if (!found) return undefined
  const linkUntil = invitedAt ? momentAfter(new Date(invitedAt), ACTIVATION_LINK_MS) : undefined
  return { username: found.username, ...present({ linkUntil }) }
}

export async function toClient(db: Database, row: ClientRow): Promise<Client> {
  const { patientCount } = await db
    .selectFrom('patient')
    .select((row_) => row_.fn.countAll<number>().as('patientCount'))
    .where('client_uuid', '=', row.uuid)
    .where((patient) => patient.not(isFormerRow('patient')))
    .executeTakeFirstOrThrow()
  const { initials, phone, mobile, street, city, country, ubn } = row
  return {
    ...toListItem(row),
    ...present({
      initials,
      phone,
      mobile,
      street,
      houseNumber: row.house_number,
      postalCode: row.postal_code,
      city,
      country,
      ubn,
      registeredAt: row.registered_at,
    }),
    registered: row.registered === 1,
    patientCount,
  }
}
