import type { User } from '#contract/schemas/user.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { Page } from '#contract/paging.ts'
import type { StaffInvitation, StaffMember, StaffOffer } from '#contract/staff.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { staffNames } from '#server/db/migrations/0059-staff-names.ts'
import { staffOffers } from '#server/db/migrations/0028-staff-offers.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { account, client, membership, practice, staff, totp } from '#harness/builders.ts'
import { checked, practiceLine, staffLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PROOF = { currentPassword: 'Welkom#2026' }

// An invitation or an export of one practice must not change another person's account.

onEngines('an offer to be staff', (engine) => {
  let testServer: TestServer
  let adminToken: string
  /** An owner at practice b, whom practice a names. */
  let owner: string
  let ownerToken: string
  let clientId: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a')
    await practice(db, 'b')
    adminToken = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    owner = await account(db, 'owner@mail.example', { first_name: 'Guus', last_name: 'Smit', own_name: 1 })
    clientId = await client(db, 'b', { account_id: owner })
    ownerToken = await testServer.signIn(owner)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = (method: string, path: string, token = ownerToken, body?: unknown) =>
    testServer.call(method, path, { token, ...(body !== undefined && { body }) })
  const invite = (body: Partial<StaffInvitation> = {}) =>
    call('POST', 'practice/a/staff', adminToken, {
      username: 'owner@mail.example',
      role: 'CLINIC_USER',
      proof: PROOF,
      ...body,
    })
  const end = (id: string) => call('PUT', `practice/a/staff/${id}`, adminToken, { role: 'CLINIC_USER', active: false })
  const offers = async (token = ownerToken) => (await (await call('GET', 'user/offers', token)).json()) as StaffOffer[]
  const accept = async (token = ownerToken) => (await call('POST', 'user/offers/a', token)).status
  const decline = async (token = ownerToken) => (await call('DELETE', 'user/offers/a', token)).status
  const user = async (token = ownerToken) => (await (await call('GET', 'user', token)).json()) as User
  const list = async () => (await (await call('GET', 'practice/a/staff', adminToken)).json()) as StaffMember[]
  const stateOf = async (id = owner) => (await list()).find((one) => one.id === id)?.state
  const trail = async () => {
    const { content } = (await (await call('GET', 'practice/a/audit', adminToken)).json()) as Page<AuditEntry>
    return content.map(({ action, member }) => `${action} ${member?.name ?? ''}`.trim())
  }
  const importStaff = (...lines: Record<string, unknown>[]) =>
    loadExport(testServer.db, checked([practiceLine('a'), ...lines]), {
      practiceId: 'a',
      now: testServer.now,
      invited: 'staff',
    })
  const lineOf = (username: string, more: Record<string, unknown> = {}) =>
    staffLine(username, { practiceId: 'a', roles: ['CLINIC_USER'], ...more })
  const ownRecords = async () => (await call('GET', `clients/${clientId}/reminders`)).status

  test('changes nothing for its person, and is theirs to accept', async () => {
    await testServer.db.updateTable('practice').set({ second_factor: 1 }).where('id', '=', 'a').execute()
    const before = await user()
    expect((await invite({ firstName: 'Noor', role: 'CLINIC_ADMIN' })).status).toBe(201)
    expect(await user()).toEqual(before)
    expect(await ownRecords()).toBe(200)
    expect((await call('GET', 'user/refresh')).status).toBe(200)
    const signIn = { username: 'owner@mail.example', password: 'Welkom#2026' }
    expect(await (await testServer.call('POST', 'user/authenticate', { body: signIn })).json()).toEqual({
      token: expect.any(String),
    })
    for (const path of ['practice/a', 'practice/a/clients', 'practice/a/staff', 'practice/a/audit'])
      expect((await call('GET', path)).status).toBe(404)
    expect(await offers()).toEqual([
      {
        practiceId: 'a',
        name: 'Praktijk a',
        role: 'CLINIC_ADMIN',
        offeredAt: testServer.now.toISOString(),
        secondFactor: true,
      },
    ])
    await testServer.db.updateTable('practice').set({ second_factor: 0 }).execute()
    expect(await accept()).toBe(204)
    expect(await user()).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN', 'PORTAL_USER'] })
    expect((await call('GET', 'practice/a/staff')).status).toBe(200)
    expect(await ownRecords()).toBe(200)
    expect([await offers(), await accept(), await decline()]).toEqual([[], 404, 404])
    expect(await trail()).toEqual(['staff-joined Guus Smit', 'staff-invited Noor'])
  })

  test('that is accepted where a second factor is asked for ends the sessions that have proven one', async () => {
    await testServer.db.updateTable('practice').set({ second_factor: 1 }).where('id', '=', 'a').execute()
    const strong = await testServer.signIn(owner)
    await testServer.db
      .updateTable('session')
      .set({ factors: 2 })
      .where('id', '=', String(JSON.parse(atob(strong.split('.')[1]!)).sid))
      .execute()
    await invite()
    expect(await accept()).toBe(204)
    expect((await call('GET', 'user')).status).toBe(401)
    expect((await call('GET', 'practice/a', strong)).status).toBe(200)
  })

  test('that is taken back ends no session, and cannot be accepted any more', async () => {
    const { id } = (await (await invite()).json()) as StaffMember
    expect(await ((await end(id)).json() as Promise<StaffMember>)).toMatchObject({ state: 'ended' })
    expect([await ownRecords(), await offers(), await accept()]).toEqual([200, [], 404])
    expect(await stateOf()).toBe('ended')
  })

  test('that is declined is told to the practice, which is told nothing else, and asks again by a press alone', async () => {
    await invite({ firstName: 'Noor' })
    expect(await decline()).toBe(204)
    expect((await list()).at(-1)).toEqual({
      id: owner,
      username: 'owner@mail.example',
      firstName: 'Noor',
      role: 'CLINIC_USER',
      state: 'ended',
      declined: true,
      secondFactor: false,
    })
    expect(await trail()).toEqual(['staff-declined Noor', 'staff-invited Noor'])
    await importStaff(lineOf('owner@mail.example', { roles: ['CLINIC_ADMIN'] }))
    expect([await stateOf(), await offers()]).toEqual(['ended', []])
    await call('PUT', `practice/a/staff/${owner}`, adminToken, { role: 'CLINIC_USER', active: true })
    expect(await offers()).toMatchObject([{ practiceId: 'a', role: 'CLINIC_USER' }])
  })

  test('that is declined stays so, also where the role of who is no staff is changed', async () => {
    await invite()
    await decline()
    const body = { role: 'CLINIC_ADMIN', active: false }
    expect((await call('PUT', `practice/a/staff/${owner}`, adminToken, body)).status).toBe(200)
    expect(await list()).toContainEqual(expect.objectContaining({ id: owner, role: 'CLINIC_USER', declined: true }))
  })

  test.each(['accepted', 'declined'])('that is %s leaves that of another practice', async (answer) => {
    const by = await testServer.signIn(await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'))
    await call('POST', 'practice/b/staff', by, { username: 'owner@mail.example', role: 'CLINIC_USER' })
    await invite()
    expect(await (answer === 'accepted' ? accept() : decline())).toBe(204)
    expect((await offers()).map(({ practiceId }) => practiceId)).toEqual(['b'])
  })

  test('holds nobody who is erased', async () => {
    await invite()
    await eraseClient(testServer.db, testServer.ports.files, { clientId, now: testServer.now })
    const left = await testServer.db.selectFrom('account').select('username').execute()
    expect(left).toEqual([{ username: 'admin@a.example' }])
    expect((await list()).map(({ username }) => username)).toEqual(['admin@a.example'])
  })

  test('outlives the removal of its person as a client, who accepts it', async () => {
    await invite()
    const by = await testServer.signIn(await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'))
    expect((await call('DELETE', `clients/${clientId}`, by)).status).toBe(204)
    expect(await accept()).toBe(204)
    expect(await user()).toMatchObject({ roles: ['CLINIC_USER'] })
  })

  test(
    'is accepted once, however often at once, and either accepted or taken back',
    { tags: ['database'] },
    async () => {
      await invite()
      const answers = await Promise.all(Array.from({ length: 8 }, () => accept()))
      expect(answers.toSorted((a, b) => a - b)).toEqual([204, ...Array.from({ length: 7 }, () => 404)])
      expect(await trail()).toEqual(['staff-joined Guus Smit', 'staff-invited owner@mail.example'])
      const other = await account(testServer.db, 'other@mail.example')
      const otherToken = await testServer.signIn(other)
      await invite({ username: 'other@mail.example' })
      await Promise.all([accept(otherToken), end(other)])
      expect([await stateOf(other), await offers(otherToken)]).toEqual(['ended', []])
      expect((await call('GET', 'practice/a', otherToken)).status).toBe(404)
    },
  )

  describe('to who has no password yet', () => {
    const linkTo = async (to: string) => {
      const mail = (await testServer.mails()).findLast((one) => one.to === to)
      return new URL(mail!.link!).searchParams.get('token')!
    }
    const choose = (token: string) =>
      testServer.call('POST', 'password/reset', { token, body: { newPassword: 'Welkom#2027' } })

    test('is accepted by choosing one through its own mail, and by no other', async () => {
      await testServer.db.updateTable('account').set({ password_hash: null }).where('id', '=', owner).execute()
      await invite()
      const invited = await linkTo('owner@mail.example')
      await testServer.call('POST', 'password/forgot?email=owner@mail.example')
      const asked = await linkTo('owner@mail.example')
      expect((await choose(asked)).status).toBe(204)
      expect(await stateOf()).toBe('offered')
      expect((await choose(invited)).status).toBe(401)
      expect(await offers(await testServer.signIn(owner))).toHaveLength(1)
    })

    test('is not accepted by the mail of the practice whose client they are', async () => {
      const { db } = testServer
      const receptionist = await staff(db, 'b', 'staff@b.example')
      const uuid = await client(db, 'b', { email: 'new@mail.example' })
      await invite({ username: 'new@mail.example' })
      await testServer.mails()
      // Of two such mails to one address the second waits.
      testServer.now = new Date(testServer.now.getTime() + 61 * 60_000)
      const by = await testServer.signIn(receptionist)
      await call('POST', `practice/b/clients?clientUuid=${uuid}`, by)
      expect((await choose(await linkTo('new@mail.example'))).status).toBe(204)
      expect(await db.selectFrom('staff_offer').select('practice_id').execute()).toEqual([{ practice_id: 'a' }])
    })

    test('that was taken back leaves them a password, and nothing else', async () => {
      const { id } = (await (await invite({ username: 'new@mail.example' })).json()) as StaffMember
      const link = await linkTo('new@mail.example')
      await end(id)
      expect((await choose(link)).status).toBe(204)
      expect(await user(await testServer.signIn(id))).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    })
  })

  describe('by an export', () => {
    test('tells and changes nothing of the account, and says the same of each address', async () => {
      await totp(testServer.db, owner)
      const named = async (username: string) => {
        const { loaded, changes, problems } = await importStaff(
          lineOf(username, { firstName: 'Noor', roles: ['CLINIC_USER'] }),
        )
        const again = await importStaff(lineOf(username, { firstName: 'Nora', roles: ['CLINIC_USER'] }))
        const { id, ...shown } = (await list()).find((one) => one.username === username)!
        const reset = await call('POST', `practice/a/staff/${id}/second-factor/removal`, adminToken, PROOF)
        return {
          loaded,
          problems,
          changes: [changes?.user, again.changes?.user],
          shown: { ...shown, username: '' },
          reset: reset.status,
        }
      }
      const known = await named('owner@mail.example')
      expect(known).toEqual(await named('nobody@mail.example'))
      expect(known).toMatchObject({
        loaded: true,
        changes: [{ added: 1 }, { updated: 1 }],
        shown: { firstName: 'Nora', role: 'CLINIC_USER', state: 'offered', secondFactor: false },
        reset: 404,
      })
      expect(await user()).toMatchObject({
        firstName: 'Guus',
        lastName: 'Smit',
        practiceId: null,
        roles: ['PORTAL_USER'],
      })
      await deliverOutbox(testServer.ports)
      expect((await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
        'staff-activation nobody@mail.example',
        'staff-offer owner@mail.example',
      ])
      expect(await accept()).toBe(204)
      expect(await user()).toMatchObject({ firstName: 'Guus', practiceId: 'a' })
    })

    test('that names staff of another practice is loaded, and leaves them where they are', async () => {
      const colleague = await staff(testServer.db, 'b', 'colleague@b.example', 'CLINIC_ADMIN')
      const token = await testServer.signIn(colleague)
      const { loaded, problems, changes } = await importStaff(lineOf('colleague@b.example'))
      expect([loaded, problems.count, changes?.user.added]).toEqual([true, 0, 1])
      expect(await user(token)).toMatchObject({ practiceId: 'b', roles: ['CLINIC_ADMIN'] })
      expect(await accept(token)).toBe(204)
      expect(await user(token)).toMatchObject({
        practiceId: 'b',
        workplaces: [{ practiceId: 'b' }, { practiceId: 'a' }],
      })
    })

    test('does not bring back who was ended, with the former password or without', async () => {
      const id = await staff(testServer.db, 'a', 'left@a.example')
      await importStaff(lineOf('left@a.example'))
      await end(id)
      for (const role of ['CLINIC_USER', 'CLINIC_ADMIN']) await importStaff(lineOf('left@a.example', { roles: [role] }))
      const token = await testServer.signIn(id)
      expect([await stateOf(id), await offers(token)]).toEqual(['ended', []])
      expect((await call('GET', 'practice/a/clients', token)).status).toBe(404)
      expect((await trail()).filter((entry) => entry.startsWith('staff'))).toEqual(['staff-deactivated left@a.example'])
    })

    test('is in the trail by name, and by a press in the portal what the export says next changes nothing', async () => {
      await importStaff(lineOf('new@a.example', { firstName: 'Noor' }))
      expect((await trail()).filter((entry) => entry.startsWith('staff'))).toEqual(['staff-invited Noor Brouwer'])
      // A name that is put right is no other offer.
      testServer.now = new Date(testServer.now.getTime() + 1000)
      await importStaff(lineOf('new@a.example', { firstName: 'Noortje' }))
      expect((await trail()).filter((entry) => entry.startsWith('staff'))).toEqual(['staff-invited Noor Brouwer'])
      const { id } = (await list()).find(({ username }) => username === 'new@a.example')!
      await call('PUT', `practice/a/staff/${id}`, adminToken, {
        role: 'CLINIC_ADMIN',
        active: true,
        proof: PROOF,
      })
      await importStaff(lineOf('new@a.example', { firstName: 'Noortje' }))
      expect((await list()).find((one) => one.id === id)).toMatchObject({ role: 'CLINIC_ADMIN', state: 'offered' })
    })
  })

  test('a database of the version before offers what was not accepted, and leaves what was', async () => {
    const { db } = testServer
    const pending = await account(db, 'pending@a.example', {
      practice_id: 'a',
      staff_role: 'CLINIC_USER',
      password_hash: null,
      first_name: 'Pim',
    })
    const hidden = await staff(db, 'b', 'hidden@b.example')
    await membership(db, hidden, 'a', 'CLINIC_ADMIN')
    const both = await account(db, 'both@a.example', { practice_id: 'a', staff_role: 'CLINIC_USER', first_name: 'Bo' })
    await membership(db, both, 'b', 'CLINIC_ADMIN')
    await membership(db, owner, 'a')
    await db
      .updateTable('membership')
      .set({ ended_at: '2026-01-01T00:00:00.000Z' })
      .where('account_id', '=', owner)
      .execute()
    for (const id of [hidden, both])
      await sql`insert into staff_invitation (account_id, practice_id, first_name) values (${id}, 'a', 'Typed')`.execute(
        db,
      )
    await sql`update account set imported_practice_id = 'a', imported_staff_role = 'CLINIC_USER',
      imported_first_name = 'Pim', imported_last_name = 'Bos' where id = ${pending}`.execute(db)
    for (const table of ['staff_offer', 'exported_staff'] as const) await db.schema.dropTable(table).execute()
    for (const column of ['first_name', 'last_name', 'declined'])
      await db.schema.alterTable('membership').dropColumn(column).execute()
    await db.schema.alterTable('password_link').dropColumn('practice_id').execute()
    await db.schema.dropTable('staff_name').execute()
    await db.schema.alterTable('account').dropColumn('own_name').execute()
    await staffOffers(engine).up(db)
    await staffNames().up(db)

    const states = Object.fromEntries(
      (await list()).map((one) => [one.username, `${one.state} ${one.role} ${one.firstName}`]),
    )
    expect(states).toEqual({
      'admin@a.example': 'active CLINIC_ADMIN undefined',
      'pending@a.example': 'offered CLINIC_USER Pim',
      'hidden@b.example': 'offered CLINIC_ADMIN Typed',
      'both@a.example': 'offered CLINIC_USER Typed',
      'owner@mail.example': 'ended CLINIC_USER Guus',
    })
    expect(await user(await testServer.signIn(hidden))).toMatchObject({ practiceId: 'b', roles: ['CLINIC_USER'] })
    expect(await user(await testServer.signIn(both))).toMatchObject({ practiceId: 'b', roles: ['CLINIC_ADMIN'] })
    const { changes } = await importStaff(
      lineOf('pending@a.example', { firstName: 'Pim', lastName: 'Bos', roles: ['CLINIC_USER'] }),
    )
    expect(changes?.user).toEqual({ added: 0, updated: 0, unchanged: 1 })
  })
})
