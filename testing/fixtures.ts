import { ATTACHMENT_TYPES } from '#contract/attachment.ts'
import type { Engine } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import {
  account,
  attachment,
  client,
  invoice,
  logbookEntry,
  patient,
  practice,
  reminder,
  staff,
  visitForm,
} from './builders.ts'
import { type TestServer, openTestServer } from './test-server.ts'

/**
 * PA1 and PA2 are owners at practice A, PAB at A and B, PL is the owner of a locked client at A, LO one at a locked practice. U
 * are clinic users, A clinic admins, LA is a clinic user of the locked practice. DEL is gone, and has a token that has not
 * expired.
 */
export const PEOPLE = ['anon', 'DEL', 'PA1', 'PA2', 'PAB', 'PL', 'LO', 'UA', 'AA', 'UB', 'AB', 'LA'] as const
export type Person = (typeof PEOPLE)[number]

export interface Fixtures extends AsyncDisposable {
  testServer: TestServer
  /** What a `$name` in a path stands for. */
  ids: Record<string, string>
  /** The accounts of those who can sign in. */
  accounts: Partial<Record<Person, string>>
  call(person: Person, method: string, path: string, body?: unknown): Promise<Response>
}

/** Two practices and a locked one, with everybody who may want something of them. */
export async function openFixtures(engine: Engine): Promise<Fixtures> {
  const testServer = await openTestServer(engine)
  // All at once: PostgreSQL takes a moment for each commit.
  const { accounts, ids } = await testServer.db.transaction().execute(fill)
  const deleted = await testServer.signIn(accounts.DEL)
  await testServer.db.deleteFrom('account').where('id', '=', accounts.DEL).execute()

  return {
    testServer,
    ids,
    accounts,
    async call(person, method, path, body) {
      const id = person === 'anon' ? undefined : accounts[person]
      const token = person === 'DEL' ? deleted : id && (await testServer.signIn(id))
      return await testServer.call(
        method,
        path.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name]!),
        { ...(token && { token }), ...(body !== undefined && { body }) },
      )
    },
    [Symbol.asyncDispose]: () => testServer[Symbol.asyncDispose](),
  }
}

async function fill(db: Database) {
  await practice(db, 'a', { email: 'a@a.example', iban: 'NL00', mana_id: 'M1', phone: '1' })
  await practice(db, 'b')
  await practice(db, 'locked', { locked: 1 })
  const accounts = {
    PA1: await account(db, 'pa1@mail.example'),
    PA2: await account(db, 'pa2@mail.example'),
    PAB: await account(db, 'pab@mail.example'),
    PL: await account(db, 'pl@mail.example'),
    LO: await account(db, 'lo@mail.example'),
    UA: await staff(db, 'a', 'ua@a.example'),
    AA: await staff(db, 'a', 'aa@a.example', 'CLINIC_ADMIN'),
    UB: await staff(db, 'b', 'ub@b.example'),
    AB: await staff(db, 'b', 'ab@b.example', 'CLINIC_ADMIN'),
    LA: await staff(db, 'locked', 'la@l.example'),
    DEL: await account(db, 'del@mail.example'),
  }
  const ids = {
    cA1: await client(db, 'a', { account_id: accounts.PA1 }),
    cA2: await client(db, 'a', { account_id: accounts.PA2 }),
    cAL: await client(db, 'a', { account_id: accounts.PL, locked: 1 }),
    cLO: await client(db, 'locked', { account_id: accounts.LO }),
    cB: await client(db, 'b', { account_id: accounts.PAB }),
    new: await client(db, 'a', { email: 'new@mail.example' }),
    newB: await client(db, 'b', { email: 'new-b@mail.example' }),
    random: crypto.randomUUID(),
  }
  await client(db, 'a', { account_id: accounts.PAB })
  const named: Record<string, string> = { ...ids }
  for (const name of ['cA1', 'cA2', 'cAL', 'cLO', 'cB', 'new'] as const) {
    const uuid = ids[name]
    await reminder(db, uuid)
    await visitForm(db, uuid)
    named[`invoiceOf_${name}`] = await invoice(db, uuid)
    for (const type of ATTACHMENT_TYPES) await attachment(db, uuid, { type })
    const animal = await patient(db, uuid, 'Bella')
    await logbookEntry(db, animal, {}, { withdrawalMeatDays: 28 })
    named[`animalOf_${name}`] = animal
  }
  return { accounts, ids: named }
}
