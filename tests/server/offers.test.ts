import type { User } from '#contract/schemas/user.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { StaffInvitation, StaffMember, StaffOffer } from '#contract/schemas/staff.ts'
import type { Page } from '#contract/paging.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { staffNames } from '#server/db/migrations/0059-staff-names.ts'
import { staffOffers } from '#server/db/migrations/0028-staff-offers.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { account, client, membership, practice, staff, totp } from '#harness/builders.ts'
import { checked, practiceLine, staffLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const OWNER = 'owner@mail.example'
const PROOF = { currentPassword: 'Welkom#2026' }
const NOT_FOUND = '404 not-found'

// An invitation or import of one practice must not change another person's account.

onEngines('staff offers', (engine) => {
  const testServer = eachTestServer(engine)
  /** The owner has a client at practice `b`; practice `a` makes the offers. */
  let [adminId, ownerId, clientId] = ['', '', '']
  beforeEach(async () => {
    const { db } = testServer
    for (const id of ['a', 'b']) await practice(db, id)
    adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    ownerId = await account(db, OWNER, { first_name: 'Guus', last_name: 'Smit', own_name: 1 })
    clientId = await client(db, 'b', { account_id: ownerId })
  })

  const outcomeAs = (by: string, method: string, path: string) => outcomeOf(testServer.callAs(by, method, path))
  const invite = (body: Partial<StaffInvitation> = {}) =>
    testServer.ok<StaffMember>(
      testServer.callAs(adminId, 'POST', 'practice/a/staff', {
        username: OWNER,
        role: 'CLINIC_USER',
        proof: PROOF,
        ...body,
      }),
    )
  const change = (id: string, body: object) =>
    testServer.ok<StaffMember>(testServer.callAs(adminId, 'PUT', `practice/a/staff/${id}`, body))
  const end = (id: string) => change(id, { role: 'CLINIC_USER', active: false })
  const offers = (by = ownerId) => testServer.readAs<StaffOffer[]>(by, 'user/offers')
  const accept = (by = ownerId) => outcomeAs(by, 'POST', 'user/offers/a')
  const decline = () => outcomeAs(ownerId, 'DELETE', 'user/offers/a')
  const user = (by = ownerId) => testServer.readAs<User>(by, 'user')
  const list = () => testServer.readAs<StaffMember[]>(adminId, 'practice/a/staff')
  const listed = async (id: string) => (await list()).find((one) => one.id === id)
  const stateOf = async (id = ownerId) => (await listed(id))?.state
  const accessLog = async () => {
    const { content } = await testServer.readAs<Page<AuditEntry>>(adminId, 'practice/a/audit')
    return content
      .map(({ action, member }) => `${action} ${member?.name ?? ''}`)
      .filter((one) => one.startsWith('staff'))
  }
  const importStaff = (...lines: Record<string, unknown>[]) =>
    loadExport(testServer.db, checked([practiceLine('a'), ...lines]), {
      practiceId: 'a',
      now: testServer.now,
      invited: 'staff',
    })
  const lineOf = (username: string, more: Record<string, unknown> = {}) =>
    staffLine(username, { practiceId: 'a', roles: ['CLINIC_USER'], ...more })
  const ownRecords = () => outcomeAs(ownerId, 'GET', `clients/${clientId}/reminders`)
  const requireFactor = (second_factor: 0 | 1) =>
    testServer.db.updateTable('practice').set({ second_factor }).where('id', '=', 'a').execute()

  test('give access only after acceptance', async () => {
    await requireFactor(1)
    const before = await user()
    await invite({ firstName: 'Noor', role: 'CLINIC_ADMIN' })
    expect(await user()).toEqual(before)
    expect([await ownRecords(), await outcomeAs(ownerId, 'GET', 'user/refresh')]).toEqual(['200', '200'])
    const signIn = { username: OWNER, password: 'Welkom#2026' }
    const signedIn = testServer.call('POST', 'user/authenticate', { body: signIn })
    expect(await testServer.ok(signedIn)).toEqual({ token: expect.any(String) })
    for (const path of ['practice/a', 'practice/a/clients', 'practice/a/staff', 'practice/a/audit'])
      expect(await outcomeAs(ownerId, 'GET', path)).toBe(NOT_FOUND)
    const offeredAt = testServer.now.toISOString()
    const offer = { practiceId: 'a', name: 'Praktijk a', role: 'CLINIC_ADMIN', offeredAt, secondFactor: true }
    expect(await offers()).toEqual([offer])
    await requireFactor(0)
    expect(await accept()).toBe('204')
    expect(await user()).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN', 'PORTAL_USER'] })
    expect([await outcomeAs(ownerId, 'GET', 'practice/a/staff'), await ownRecords()]).toEqual(['200', '200'])
    expect([await offers(), await accept(), await decline()]).toEqual([[], NOT_FOUND, NOT_FOUND])
    expect(await accessLog()).toEqual(['staff-joined Guus Smit', 'staff-invited Noor'])
  })

  test('end one-factor sessions when accepted at a practice that requires two factors', async () => {
    await requireFactor(1)
    const weak = await testServer.signIn(ownerId)
    const strong = await testServer.signIn(ownerId)
    await testServer.db
      .updateTable('session')
      .set({ factors: 2 })
      .where('id', '=', String(JSON.parse(atob(strong.split('.')[1]!)).sid))
      .execute()
    await invite()
    expect(await accept()).toBe('204')
    expect((await testServer.call('GET', 'user', { token: weak })).status).toBe(401)
    expect((await testServer.call('GET', 'practice/a', { token: strong })).status).toBe(200)
  })

  test('cannot be accepted after withdrawal', async () => {
    const { id } = await invite()
    const token = await testServer.signIn(ownerId)
    expect(await end(id)).toMatchObject({ state: 'ended' })
    await testServer.read(`clients/${clientId}/reminders`, token)
    expect([await offers(), await accept(), await stateOf()]).toEqual([[], NOT_FOUND, 'ended'])
  })

  test('appear as declined to the practice, whose imports do not repeat the offer', async () => {
    await invite({ firstName: 'Noor' })
    expect(await decline()).toBe('204')
    const declined = {
      id: ownerId,
      username: OWNER,
      firstName: 'Noor',
      role: 'CLINIC_USER',
      state: 'ended',
      declined: true,
      secondFactor: false,
    }
    expect(await listed(ownerId)).toEqual(declined)
    expect(await accessLog()).toEqual(['staff-declined Noor', 'staff-invited Noor'])
    await change(ownerId, { role: 'CLINIC_ADMIN', active: false })
    await importStaff(lineOf(OWNER, { roles: ['CLINIC_ADMIN'] }))
    expect([await listed(ownerId), await offers()]).toEqual([declined, []])
    await change(ownerId, { role: 'CLINIC_USER', active: true })
    expect(await offers()).toMatchObject([{ practiceId: 'a', role: 'CLINIC_USER' }])
  })

  test.each(['accepted', 'declined'])('do not affect the offer of another practice when %s', async (response) => {
    const adminB = await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    await testServer.callAs(adminB, 'POST', 'practice/b/staff', { username: OWNER, role: 'CLINIC_USER' })
    await invite()
    expect(await (response === 'accepted' ? accept() : decline())).toBe('204')
    expect((await offers()).map(({ practiceId }) => practiceId)).toEqual(['b'])
  })

  test('do not prevent the erasure of an account', async () => {
    await invite()
    await eraseClient(testServer.db, testServer.ports.files, { clientId, now: testServer.now })
    expect(await testServer.rows('account')).toMatchObject([{ username: 'admin@a.example' }])
    expect((await list()).map(({ username }) => username)).toEqual(['admin@a.example'])
  })

  test('remain valid when the recipient is removed as a client', async () => {
    await invite()
    const adminB = await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    await testServer.ok(testServer.callAs(adminB, 'DELETE', `clients/${clientId}`))
    expect(await accept()).toBe('204')
    expect(await user()).toMatchObject({ roles: ['CLINIC_USER'] })
  })

  test('are accepted or withdrawn only once despite concurrent calls', { tags: ['database'] }, async () => {
    await invite()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => accept()))
    expect(outcomes.toSorted()).toEqual(['204', ...Array(7).fill(NOT_FOUND)])
    expect(await accessLog()).toEqual(['staff-joined Guus Smit', `staff-invited ${OWNER}`])
    const other = await account(testServer.db, 'other@mail.example')
    await invite({ username: 'other@mail.example' })
    await Promise.all([accept(other), end(other)])
    expect([await stateOf(other), await offers(other)]).toEqual(['ended', []])
    expect(await outcomeAs(other, 'GET', 'practice/a')).toBe(NOT_FOUND)
  })

  describe('to an account without a password', () => {
    const linkTo = async (to: string) => {
      const mail = (await testServer.mails()).findLast((one) => one.to === to)
      return new URL(mail!.link!).searchParams.get('token')!
    }
    const choose = async (token: string) =>
      (await testServer.call('POST', 'password/reset', { token, body: { newPassword: 'Welkom#2027' } })).status

    test('are not accepted through a password reset link', async () => {
      await testServer.db.updateTable('account').set({ password_hash: null }).where('id', '=', ownerId).execute()
      await invite()
      const invited = await linkTo(OWNER)
      await testServer.call('POST', `password/forgot?email=${OWNER}`)
      expect(await choose(await linkTo(OWNER))).toBe(204)
      expect([await stateOf(), await choose(invited)]).toEqual(['offered', 401])
      expect(await offers()).toHaveLength(1)
    })

    test('are not accepted through an invitation link of another practice', async () => {
      const { db } = testServer
      const receptionist = await staff(db, 'b', 'staff@b.example')
      const uuid = await client(db, 'b', { email: 'new@mail.example' })
      await invite({ username: 'new@mail.example' })
      await testServer.mails()
      // The second mail of this kind to one address waits for an hour.
      testServer.advance(61 * 60_000)
      await testServer.callAs(receptionist, 'POST', `practice/b/clients?clientUuid=${uuid}`)
      expect(await choose(await linkTo('new@mail.example'))).toBe(204)
      expect(await testServer.rows('staff_offer')).toMatchObject([{ practice_id: 'a' }])
    })

    test('give no role if withdrawn before the link is used', async () => {
      const { id } = await invite({ username: 'new@mail.example' })
      const link = await linkTo('new@mail.example')
      await end(id)
      expect(await choose(link)).toBe(204)
      expect(await user(id)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    })
  })

  describe('made by an import', () => {
    test('do not reveal or change an existing account', async () => {
      await totp(testServer.db, ownerId)
      const named = async (username: string) => {
        const { loaded, changes, problems } = await importStaff(lineOf(username, { firstName: 'Noor' }))
        const again = await importStaff(lineOf(username, { firstName: 'Nora' }))
        const { id, ...shown } = (await list()).find((one) => one.username === username)!
        const path = `practice/a/staff/${id}/second-factor/removal`
        const reset = (await testServer.callAs(adminId, 'POST', path, PROOF)).status
        return {
          loaded,
          problems,
          changes: [changes?.user, again.changes?.user],
          shown: { ...shown, username: '' },
          reset,
        }
      }
      const known = await named(OWNER)
      expect(known).toEqual(await named('nobody@mail.example'))
      expect(known).toMatchObject({
        loaded: true,
        changes: [{ added: 1 }, { updated: 1 }],
        shown: { firstName: 'Nora', role: 'CLINIC_USER', state: 'offered', secondFactor: false },
        reset: 404,
      })
      const own = { firstName: 'Guus', lastName: 'Smit' }
      expect(await user()).toMatchObject({ ...own, practiceId: null, roles: ['PORTAL_USER'] })
      await deliverOutbox(testServer.ports)
      expect((await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
        'staff-activation nobody@mail.example',
        `staff-offer ${OWNER}`,
      ])
      expect(await accept()).toBe('204')
      expect(await user()).toMatchObject({ ...own, practiceId: 'a' })
    })

    test('do not affect the membership at another practice', async () => {
      const id = await staff(testServer.db, 'b', 'colleague@b.example', 'CLINIC_ADMIN')
      const { loaded, problems, changes } = await importStaff(lineOf('colleague@b.example'))
      expect([loaded, problems.count, changes?.user.added]).toEqual([true, 0, 1])
      expect(await user(id)).toMatchObject({ practiceId: 'b', roles: ['CLINIC_ADMIN'] })
      expect(await accept(id)).toBe('204')
      const workplaces = [{ practiceId: 'b' }, { practiceId: 'a' }]
      expect(await user(id)).toMatchObject({ practiceId: 'b', workplaces })
    })

    test('are not made to former staff', async () => {
      const id = await staff(testServer.db, 'a', 'left@a.example')
      await importStaff(lineOf('left@a.example'))
      await end(id)
      for (const role of ['CLINIC_USER', 'CLINIC_ADMIN']) await importStaff(lineOf('left@a.example', { roles: [role] }))
      expect([await stateOf(id), await offers(id)]).toEqual(['ended', []])
      expect(await outcomeAs(id, 'GET', 'practice/a/clients')).toBe(NOT_FOUND)
      expect(await accessLog()).toEqual(['staff-deactivated left@a.example'])
    })

    test('are logged once and do not replace a role set by an admin', async () => {
      await importStaff(lineOf('new@a.example', { firstName: 'Noor' }))
      testServer.advance(1000)
      await importStaff(lineOf('new@a.example', { firstName: 'Noortje' }))
      expect(await accessLog()).toEqual(['staff-invited Noor Brouwer'])
      const { id } = (await list()).find(({ username }) => username === 'new@a.example')!
      await change(id, { role: 'CLINIC_ADMIN', active: true, proof: PROOF })
      await importStaff(lineOf('new@a.example', { firstName: 'Noortje' }))
      expect(await listed(id)).toMatchObject({ role: 'CLINIC_ADMIN', state: 'offered' })
    })
  })

  test('are created by the migration from unaccepted memberships', async () => {
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
    await membership(db, ownerId, 'a')
    const ended = { ended_at: '2026-01-01T00:00:00.000Z' }
    await db.updateTable('membership').set(ended).where('account_id', '=', ownerId).execute()
    await sql`insert into staff_invitation (account_id, practice_id, first_name)
      values (${hidden}, 'a', 'Typed'), (${both}, 'a', 'Typed')`.execute(db)
    await sql`update account set imported_practice_id = 'a', imported_staff_role = 'CLINIC_USER',
      imported_first_name = 'Pim', imported_last_name = 'Bos' where id = ${pending}`.execute(db)
    for (const table of ['staff_offer', 'exported_staff', 'staff_name']) await db.schema.dropTable(table).execute()
    for (const column of [
      'membership.first_name',
      'membership.last_name',
      'membership.declined',
      'password_link.practice_id',
      'account.own_name',
    ]) {
      const [table = '', name = ''] = column.split('.')
      await db.schema.alterTable(table).dropColumn(name).execute()
    }
    await staffOffers(engine).up(db)
    await staffNames().up(db)

    expect((await list()).map((one) => `${one.username} ${one.state} ${one.role} ${one.firstName}`).toSorted()).toEqual(
      [
        'admin@a.example active CLINIC_ADMIN undefined',
        'both@a.example offered CLINIC_USER Typed',
        'hidden@b.example offered CLINIC_ADMIN Typed',
        `${OWNER} ended CLINIC_USER Guus`,
        'pending@a.example offered CLINIC_USER Pim',
      ].toSorted(),
    )
    expect(await user(hidden)).toMatchObject({ practiceId: 'b', roles: ['CLINIC_USER'] })
    expect(await user(both)).toMatchObject({ practiceId: 'b', roles: ['CLINIC_ADMIN'] })
    const { changes } = await importStaff(lineOf('pending@a.example', { firstName: 'Pim', lastName: 'Bos' }))
    expect(changes?.user).toEqual({ added: 0, updated: 0, unchanged: 1 })
  })
})
