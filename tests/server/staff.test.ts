import type { User } from '#contract/schemas/user.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { StaffChange, StaffInvitation, StaffMember } from '#contract/schemas/staff.ts'
import type { Page } from '#contract/paging.ts'
import { loadExport } from '#server/import/load.ts'
import { DAY_MS } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { account, client, membership, practice, staff, staffOffer, totp } from '#harness/builders.ts'
import { checked, practiceLine, staffLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PROOF = { currentPassword: 'Welkom#2026' }
const HOUR_MS = 3_600_000
const USER = { role: 'CLINIC_USER', active: true } as const
const ADMIN = { role: 'CLINIC_ADMIN', active: true } as const
const ENDED = { role: 'CLINIC_USER', active: false } as const

onEngines('staff of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let [admin, adminToken] = ['', '']

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    adminToken = await testServer.signIn(admin)
  })

  const read = <T>(path: string, token = adminToken) => testServer.read<T>(path, token)
  const statusOf = async (path: string, token: string) => (await testServer.call('GET', path, { token })).status
  const list = () => read<StaffMember[]>('practice/a/staff')
  const post = (path: string, body?: object, token = adminToken) =>
    testServer.call('POST', path, { token, ...(body && { body }) })
  const invite = (body: Partial<StaffInvitation>) =>
    post('practice/a/staff', { role: 'CLINIC_USER', proof: PROOF, ...body })
  const inviteAgain = (id: string) => outcomeOf(post(`practice/a/staff/${id}/invitation`))
  const change = (id: string, body: StaffChange, token = adminToken) =>
    testServer.call('PUT', `practice/a/staff/${id}`, { token, body: { proof: PROOF, ...body } })
  const changed = (id: string, body: StaffChange) => testServer.ok<StaffMember>(change(id, body))
  const accept = (token: string) => outcomeOf(post('user/offers/a', undefined, token))
  const userBy = (token: string) => read<User>('user', token)
  const userOf = async (id: string) => userBy(await testServer.signIn(id))
  const accessLog = async () => (await read<Page<AuditEntry>>('practice/a/audit')).content
  const importStaff = (...lines: Record<string, unknown>[]) =>
    loadExport(testServer.db, checked([practiceLine('a'), ...lines]), { practiceId: 'a', now: testServer.now })

  test('are invited by mail, set a password and can then work at the practice', async () => {
    const invited = { username: 'Femke@A.example', firstName: 'Femke', lastName: 'de Vries' }
    const response = await invite(invited)
    expect(response.status).toBe(201)
    const member = await testServer.ok<StaffMember>(response)
    const state = { role: 'CLINIC_USER', state: 'offered', secondFactor: false }
    expect(member).toEqual({ ...invited, id: expect.any(String), username: 'femke@a.example', ...state })
    const [mail] = await testServer.mails()
    const to = { to: 'femke@a.example', isToStaff: true }
    expect(mail).toMatchObject({ kind: 'staff-activation', ...to, practiceName: 'Praktijk a' })
    const token = new URL(mail!.link!).searchParams.get('token')!
    await testServer.ok(post('password/reset', { newPassword: 'Welkom#2027' }, token))
    expect((await list()).find(({ id }) => id === member.id)?.state).toBe('active')
    expect(await userOf(member.id)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_USER'] })
    const logged = { member: { id: member.id, name: 'Femke de Vries', role: 'CLINIC_USER' } }
    expect(await accessLog()).toMatchObject([
      { action: 'staff-joined', account: { id: member.id }, ...logged },
      { action: 'staff-invited', account: { id: admin }, ...logged },
    ])
  })

  test('are listed with the day of their last sign-in, which ends with the membership', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    const lastSignIn = async () => (await list()).find((member) => member.id === id)?.lastSignIn
    expect(await lastSignIn()).toBeUndefined()
    await testServer.signIn(id)
    const day = localDay(testServer.now)
    expect(await lastSignIn()).toBe(day)
    testServer.advance(2 * DAY_MS)
    adminToken = await testServer.signIn(admin)
    expect(await lastSignIn()).toBe(day)
    await testServer.signIn(id)
    expect(await lastSignIn()).toBe(localDay(testServer.now))
    expect(await changed(id, ENDED)).not.toHaveProperty('lastSignIn')
    expect(await changed(id, USER)).not.toHaveProperty('lastSignIn')
    const stored = testServer.db.selectFrom('account').select('last_sign_in_day as day').where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ day: null })
  })

  test('are listed with the sign-in by which an owner accepts the offer; sign-ins of owners are not stored', async () => {
    const id = await account(testServer.db, 'owner@a.example')
    await testServer.ok(invite({ username: 'owner@a.example' }))
    const token = await testServer.signIn(id)
    const stored = testServer.db.selectFrom('account').select('last_sign_in_day as day').where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ day: null })
    expect(await accept(token)).toBe('204')
    expect(await list()).toContainEqual(expect.objectContaining({ id, lastSignIn: localDay(testServer.now) }))
  })

  test('are invited once, even by two admins concurrently', { tags: ['database'] }, async () => {
    const responses = await Promise.all([invite({ username: 'x@a.example' }), invite({ username: 'X@a.example' })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await outcomeOf(invite({ username: 'x@a.example', role: 'CLINIC_ADMIN' }))).toBe('409 already-staff')
    expect(await testServer.mails()).toHaveLength(1)
    expect(await list()).toHaveLength(2)
  })

  test('can be invited again until they accept', async () => {
    const { id } = await testServer.ok<StaffMember>(invite({ username: 'x@a.example' }))
    await testServer.mails()
    const anHourLater = async () => {
      testServer.advance(HOUR_MS)
      adminToken = await testServer.signIn(admin)
    }
    await anHourLater()
    expect(await inviteAgain(id)).toBe('204')
    const [first, second] = await testServer.mails()
    expect([first!.to, second!.to]).toEqual(['x@a.example', 'x@a.example'])
    expect(second!.link).not.toBe(first!.link)
    testServer.ports.mail.send = () => Promise.reject(new Error('The mail server does not respond'))
    for (const _ of [1, 2]) {
      await anHourLater()
      expect(await inviteAgain(id)).toBe('204')
    }
    await testServer.mails()
    expect(await testServer.db.selectFrom('outbox').select('id').execute()).toHaveLength(1)
    expect(await inviteAgain(admin)).toBe('409 conflict')
  })

  test('lose access immediately when their membership ends', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    const token = await testServer.signIn(id)
    expect(await statusOf('practice/a', token)).toBe(200)
    expect(await changed(id, ENDED)).toMatchObject({ id, role: 'CLINIC_USER', state: 'ended' })
    for (const path of ['practice/a', 'practice/a/clients']) expect(await statusOf(path, token)).toBe(404)
    expect(await userBy(token)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    expect((await list()).map(({ state }) => state)).toEqual(['active', 'ended'])

    expect(await changed(id, ADMIN)).toMatchObject({ role: 'CLINIC_ADMIN', state: 'offered' })
    expect((await testServer.mails()).map(({ kind }) => kind).toSorted()).toEqual(['admin-change', 'staff-offer'])
    expect(await statusOf('practice/a', token)).toBe(404)
    expect(await accept(token)).toBe('204')
    expect(await userBy(token)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN'] })
    const actions = ['staff-joined', 'staff-reactivated', 'staff-deactivated']
    expect((await accessLog()).map(({ action }) => action)).toEqual(actions)
  })

  test('can sign in after their membership ends, as owners only', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    await changed(id, ENDED)
    const signIn = async () =>
      await testServer.ok<{ token: string }>(
        post('user/authenticate', { username: 'user@a.example', password: 'Welkom#2026' }, ''),
      )
    const { token } = await signIn()
    expect(await userBy(token)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    expect(await read('user/practices', token)).toEqual([])
    expect(await statusOf('practice/a/clients', token)).toBe(404)
    await client(testServer.db, 'b', { account_id: id })
    expect(await userBy((await signIn()).token)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
  })

  test('always include an active admin', async () => {
    const before = await list()
    expect(await outcomeOf(change(admin, { ...ADMIN, active: false }))).toBe('409 last-admin')
    expect(await outcomeOf(change(admin, USER))).toBe('409 last-admin')
    await staffOffer(testServer.db, await account(testServer.db, 'new@a.example'), 'a', 'CLINIC_ADMIN')
    expect(await outcomeOf(change(admin, USER))).toBe('409 last-admin')
    expect(await list()).toEqual(expect.arrayContaining(before))
  })

  test('still include one of two admins who demote each other concurrently', { tags: ['database'] }, async () => {
    const other = await staff(testServer.db, 'a', 'other@a.example', 'CLINIC_ADMIN')
    const otherToken = await testServer.signIn(other)
    const both = () => Promise.all([change(other, USER), change(admin, USER, otherToken)])
    const responses = engine === 'sqlite' ? await both() : await untilBothWait(both)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = testServer.db.selectFrom('account').select('id').where('staff_role', '=', 'CLINIC_ADMIN')
    expect(await admins.execute()).toHaveLength(1)
  })

  /** Holds two transactions until both wait, either for the access log, which is written last, or for each other. */
  async function untilBothWait<T>(work: () => Promise<T>): Promise<T> {
    let working: Promise<T> | undefined
    await testServer.db.transaction().execute(async (trx) => {
      await sql`lock table audit in share mode`.execute(trx)
      working = work()
      const waiting = async () => {
        // A transaction caches its first read of pg_stat_activity.
        await sql`select pg_stat_clear_snapshot()`.execute(trx)
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
        return rows
      }
      await expect.poll(waiting).toHaveLength(2)
    })
    return await working!
  }

  test('have a changed role from the next call on', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    const token = await testServer.signIn(id)
    await changed(id, USER)
    expect(await accessLog()).toEqual([])
    expect(await statusOf('practice/a/audit', token)).toBe(403)
    await changed(id, ADMIN)
    expect(await statusOf('practice/a/audit', token)).toBe(200)
    await changed(id, USER)
    expect(await statusOf('practice/a/audit', token)).toBe(403)
    expect((await accessLog())[0]).toMatchObject({ action: 'staff-role-changed', member: { id, role: 'CLINIC_USER' } })
  })

  describe('of several practices', () => {
    let [group, groupToken] = ['', '']
    beforeEach(async () => {
      group = await staff(testServer.db, 'b', 'group@b.example')
      groupToken = await testServer.signIn(group)
    })

    test('have a separate role at each practice', async () => {
      const clients = () => statusOf('practice/a/clients', groupToken)
      expect(await clients()).toBe(404)
      await testServer.ok(invite({ username: 'group@b.example', role: 'CLINIC_ADMIN' }))
      const mail = (await testServer.mails()).find(({ kind }) => kind === 'staff-offer')
      expect(mail).toMatchObject({ isToStaff: true, link: null })
      expect(await clients()).toBe(404)
      expect(await accept(groupToken)).toBe('204')
      expect(await clients()).toBe(200)
      expect(await statusOf('practice/a/audit', groupToken)).toBe(200)
      expect(await statusOf('practice/b/audit', groupToken)).toBe(403)
      expect(await userBy(groupToken)).toMatchObject({
        practiceId: 'b',
        roles: ['CLINIC_USER'],
        workplaces: [
          { practiceId: 'b', name: 'Praktijk b', role: 'CLINIC_USER' },
          { practiceId: 'a', name: 'Praktijk a', role: 'CLINIC_ADMIN' },
        ],
      })
      expect(await userBy(adminToken)).not.toHaveProperty('workplaces')
      await membership(testServer.db, admin, 'b')
      expect(await statusOf('practice/b/clients', adminToken)).toBe(200)
      expect(await statusOf('practice/b/audit', adminToken)).toBe(403)
    })

    test('are invited with the same response as an unknown e-mail address', async () => {
      const { db } = testServer
      await db.updateTable('account').set({ first_name: 'Guus', last_name: 'Smit' }).where('id', '=', group).execute()
      await totp(db, group)
      const invited = async (username: string) => {
        const response = await invite({ username, firstName: 'Noor' })
        const member = await testServer.ok<StaffMember>(response)
        const { id } = member
        expect(await outcomeOf(invite({ username }))).toBe('409 already-staff')
        await testServer.mails()
        const again = await inviteAgain(id)
        const reset = await outcomeOf(post(`practice/a/staff/${id}/second-factor/removal`, PROOF))
        const states = [member, ...(await list()).filter((each) => each.id === id)]
        for (const body of [ADMIN, ENDED, USER, ENDED]) states.push(await changed(id, body))
        states.push(await testServer.ok<StaffMember>(invite({ username })))
        const entries = (await accessLog()).filter((entry) => entry.member?.id === id)
        return {
          outcomes: [response.status, again, reset],
          states: states.map((each) => ({ ...each, id: 'its', username: 'its' })),
          logged: entries.map(({ action, member: { name = '' } = {} }) => `${action} ${name}`).sort(),
        }
      }
      const mailed = async () => {
        const mails = (await testServer.mails()).filter(({ kind }) => kind !== 'admin-change')
        return new Set(mails.map(({ kind, to }) => `${kind} ${to}`))
      }
      const known = await invited('group@b.example')
      expect(await mailed()).toEqual(new Set(['staff-offer group@b.example']))
      expect(known).toEqual(await invited('nobody@b.example'))
      expect(await mailed()).toEqual(new Set(['staff-offer group@b.example', 'staff-activation nobody@b.example']))
      expect(known.outcomes[0]).toBe(201)
      expect(known.states[0]).toMatchObject({ firstName: 'Noor', state: 'offered', secondFactor: false })
      expect(known.logged).toContain('staff-invited Noor')
    })

    test('are shown with their own name after accepting', async () => {
      const { db } = testServer
      const chosen = { first_name: 'Guus', last_name: 'Smit', own_name: 1 } as const
      await db.updateTable('account').set(chosen).where('id', '=', group).execute()
      await testServer.ok(invite({ username: 'group@b.example' }))
      const shown = async () => (await list()).find(({ id }) => id === group)!
      const nameless = { id: group, username: 'group@b.example', role: 'CLINIC_USER', secondFactor: false }
      expect(await shown()).toEqual({ ...nameless, state: 'offered' })
      await accept(groupToken)
      const named = { ...nameless, firstName: 'Guus', lastName: 'Smit', state: 'active' }
      expect(await shown()).toEqual({ ...named, lastSignIn: localDay(testServer.now) })
      await changed(group, ENDED)
      await db.updateTable('account').set({ first_name: 'Gijs' }).where('id', '=', group).execute()
      expect(await shown()).toMatchObject({ firstName: 'Guus', state: 'ended' })
    })

    test('remain at the first practice when they leave the other', async () => {
      await membership(testServer.db, group, 'a')
      expect(await statusOf('practice/a/clients', groupToken)).toBe(200)
      await changed(group, ENDED)
      expect(await statusOf('practice/b/clients', groupToken)).toBe(200)
      expect(await statusOf('practice/a/clients', groupToken)).toBe(404)
      expect(await userBy(groupToken)).not.toHaveProperty('workplaces')
    })

    test('have the other practice as their first when they leave the first', async () => {
      const id = await staff(testServer.db, 'a', 'user@a.example')
      await membership(testServer.db, id, 'b', 'CLINIC_ADMIN')
      await changed(id, ENDED)
      const user = await userOf(id)
      expect(user).toMatchObject({ practiceId: 'b', roles: ['CLINIC_ADMIN'] })
      expect(user).not.toHaveProperty('workplaces')
      await changed(id, USER)
      const token = await testServer.signIn(id)
      await accept(token)
      expect(await userBy(token)).toMatchObject({ practiceId: 'b', workplaces: [{}, {}] })
    })

    test('preserve their roles when an export of the other practice names them', async () => {
      await membership(testServer.db, group, 'a', 'CLINIC_ADMIN')
      const { loaded, changes } = await importStaff(staffLine('group@b.example', { practiceId: 'a' }))
      expect([loaded, changes?.user]).toEqual([true, { added: 1, updated: 0, unchanged: 0 }])
      expect(await userBy(groupToken)).toMatchObject({ practiceId: 'b', roles: ['CLINIC_USER'], workplaces: [{}, {}] })
    })
  })

  describe('in an export', () => {
    const importRole = (role: string) => importStaff(staffLine('user@a.example', { practiceId: 'a', roles: [role] }))
    const stateOf = async () => {
      const found = (await list()).find(({ username }) => username === 'user@a.example')!
      return `${found.role} ${found.state}`
    }
    /** Makes the member an admin here, and offers the role of a user from the export. */
    const offerUser = async () => {
      await changed(id, ADMIN)
      await importRole('CLINIC_ADMIN')
      await importRole('CLINIC_USER')
    }
    let [id, token] = ['', '']
    beforeEach(async () => {
      await importRole('CLINIC_USER')
      id = (await list()).find(({ username }) => username === 'user@a.example')!.id
      token = await testServer.signIn(id)
      await accept(token)
    })

    test('get an offer if the export has a different role', async () => {
      await changed(id, ADMIN)
      await importRole('CLINIC_USER')
      expect(await list()).not.toContainEqual(expect.objectContaining({ offeredRole: expect.anything() }))
      await importRole('CLINIC_ADMIN')
      await importRole('CLINIC_USER')
      expect(await stateOf()).toBe('CLINIC_ADMIN active')
      expect(await list()).toContainEqual(expect.objectContaining({ id, offeredRole: 'CLINIC_USER' }))
      const offer = { practiceId: 'a', role: 'CLINIC_USER', currentRole: 'CLINIC_ADMIN' }
      expect(await read('user/offers', token)).toEqual([expect.objectContaining(offer)])
      await accept(token)
      expect(await stateOf()).toBe('CLINIC_USER active')
      const logged = (await accessLog()).map(({ action, member }) => `${action} ${member?.role}`)
      expect(logged).toEqual(
        expect.arrayContaining(['staff-role-offered CLINIC_USER', 'staff-role-changed CLINIC_USER']),
      )
    })

    test.each<[string, () => Promise<unknown>]>([
      ['an admin sets the role', () => changed(id, ADMIN)],
      ['they decline it', () => testServer.ok(testServer.call('DELETE', 'user/offers/a', { token }))],
      ['the export has the present role again', () => importRole('CLINIC_ADMIN')],
    ])('can no longer accept a role from the export once %s', async (_, withdraw) => {
      await offerUser()
      await withdraw()
      expect(await accept(token)).toBe('404 not-found')
      expect(await stateOf()).toBe('CLINIC_ADMIN active')
    })

    test('remain former staff if an admin ended their membership', async () => {
      await changed(id, ENDED)
      await importRole('CLINIC_USER')
      await importRole('CLINIC_ADMIN')
      expect(await stateOf()).toBe('CLINIC_USER ended')
      expect(await userOf(id)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    })

    test('preserve the name they entered themselves', async () => {
      const put = (body: object) =>
        testServer.ok<User>(testServer.call('PUT', 'user', { token, body: { language: 'nl', ...body } }))
      expect(await put({ firstName: 'Tessa', lastName: 'Bos' })).toMatchObject({ firstName: 'Tessa', lastName: 'Bos' })
      await importRole('CLINIC_USER')
      expect(await userBy(token)).toMatchObject({ firstName: 'Tessa', lastName: 'Bos' })
      expect(await put({ lastName: ' ' })).toMatchObject({ firstName: 'Tessa' })
      expect(await put({})).not.toHaveProperty('lastName')
    })
  })
})
