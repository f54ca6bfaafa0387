import type { User } from '#contract/schemas/user.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import type { StaffChange, StaffInvitation, StaffMember } from '#contract/staff.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, membership, practice, staff, staffOffer, totp } from '#harness/builders.ts'
import { checked, practiceLine, staffLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PROOF = { currentPassword: 'Welkom#2026' }

const HOUR = 60 * 60_000

onEngines('the staff of a practice', (engine) => {
  let testServer: TestServer
  let admin: string
  let adminToken: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    adminToken = await testServer.signIn(admin)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const list = async (practiceId = 'a', token = adminToken) =>
    (await (await testServer.call('GET', `practice/${practiceId}/staff`, { token })).json()) as StaffMember[]
  const invite = (body: Partial<StaffInvitation>, practiceId = 'a', token = adminToken) =>
    testServer.call('POST', `practice/${practiceId}/staff`, {
      token,
      body: { role: 'CLINIC_USER', proof: PROOF, ...body },
    })
  const change = (id: string, body: StaffChange, token = adminToken) =>
    testServer.call('PUT', `practice/a/staff/${id}`, { token, body: { proof: PROOF, ...body } })
  const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`
  const userBy = async (token: string) => {
    const answer = await testServer.call('GET', 'user', { token })
    return answer.status === 200 ? ((await answer.json()) as User) : answer.status
  }
  const trail = async () => {
    const answer = await testServer.call('GET', 'practice/a/audit', { token: adminToken })
    return ((await answer.json()) as Page<AuditEntry>).content
  }
  const importStaff = (...lines: Record<string, unknown>[]) =>
    loadExport(testServer.db, checked([practiceLine('a'), ...lines]), { practiceId: 'a', now: testServer.now })

  const accept = (token: string, practiceId = 'a') => testServer.call('POST', `user/offers/${practiceId}`, { token })
  const choosePassword = async (to: string) => {
    const mail = (await testServer.mails()).findLast((one) => one.to === to)
    const token = new URL(mail!.link!).searchParams.get('token')!
    return await testServer.call('POST', 'password/reset', { token, body: { newPassword: 'Welkom#2027' } })
  }

  test('who is invited gets a mail, chooses a password, and works there', async () => {
    const answer = await invite({ username: 'Femke@A.example', firstName: 'Femke', lastName: 'de Vries' })
    expect(answer.status).toBe(201)
    const member = (await answer.json()) as StaffMember
    expect(member).toEqual({
      id: expect.any(String),
      username: 'femke@a.example',
      firstName: 'Femke',
      lastName: 'de Vries',
      role: 'CLINIC_USER',
      state: 'offered',
      secondFactor: false,
    })
    const [mail] = await testServer.mails()
    expect(mail).toMatchObject({
      kind: 'staff-activation',
      to: 'femke@a.example',
      isToStaff: true,
      practiceName: 'Praktijk a',
    })

    expect((await choosePassword('femke@a.example')).status).toBe(204)
    expect((await list()).find(({ id }) => id === member.id)?.state).toBe('active')
    expect(await userBy(await testServer.signIn(member.id))).toMatchObject({ practiceId: 'a', roles: ['CLINIC_USER'] })
    const noted = { member: { id: member.id, name: 'Femke de Vries', role: 'CLINIC_USER' } }
    expect(await trail()).toMatchObject([
      { action: 'staff-joined', account: { id: member.id }, ...noted },
      { action: 'staff-invited', account: { id: admin }, ...noted },
    ])
  })

  test('nobody is invited twice, also by two at once', { tags: ['database'] }, async () => {
    const answers = await Promise.all([invite({ username: 'x@a.example' }), invite({ username: 'X@a.example' })])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await codeOf(await invite({ username: 'x@a.example', role: 'CLINIC_ADMIN' }))).toBe('409 already-staff')
    expect(await testServer.mails()).toHaveLength(1)
    expect(await list()).toHaveLength(2)
  })

  test('an invitation names an address and a role', async () => {
    for (const body of [
      {},
      { username: 'geen adres' },
      { username: 'x@localhost' },
      { username: 'x@a..example' },
      { username: 'x@a-.example' },
      { username: 'x@192.168.1.1' },
      { username: `x@${'a'.repeat(64)}.example` },
      { username: 'x@a.example', role: 'PORTAL_USER' as 'CLINIC_USER' },
    ])
      expect((await invite(body)).status).toBe(400)
    expect(await list()).toHaveLength(1)
  })

  test('is sent again to who has not accepted, and to no other', async () => {
    const { id } = (await (await invite({ username: 'x@a.example' })).json()) as StaffMember
    await testServer.mails()
    const again = (whom: string) =>
      testServer.call('POST', `practice/a/staff/${whom}/invitation`, { token: adminToken })
    const anHourLater = async () => {
      testServer.now = new Date(testServer.now.getTime() + HOUR)
      adminToken = await testServer.signIn(admin)
    }
    await anHourLater()
    expect((await again(id)).status).toBe(204)
    const [first, second] = await testServer.mails()
    expect([first!.to, second!.to]).toEqual(['x@a.example', 'x@a.example'])
    expect(second!.link).not.toBe(first!.link)
    // The mail server is away: of two presses one is enough.
    testServer.ports.mail.send = () => Promise.reject(new Error('later'))
    for (const _ of [1, 2]) {
      await anHourLater()
      expect((await again(id)).status).toBe(204)
    }
    await testServer.mails()
    expect(await testServer.db.selectFrom('outbox').select('id').execute()).toHaveLength(1)
    expect(await codeOf(await again(admin))).toBe('409 conflict')
  })

  test('a membership that ends takes the practice away from the next call, and comes back by another offer', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    const token = await testServer.signIn(id)
    expect((await testServer.call('GET', 'practice/a', { token })).status).toBe(200)
    const answer = await change(id, { role: 'CLINIC_USER', active: false })
    expect(await answer.json()).toMatchObject({ id, role: 'CLINIC_USER', state: 'ended' })
    expect((await testServer.call('GET', 'practice/a', { token })).status).toBe(404)
    expect((await testServer.call('GET', 'practice/a/clients', { token })).status).toBe(404)
    expect(await userBy(token)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    expect((await list()).map(({ state }) => state)).toEqual(['active', 'ended'])

    const again = await change(id, { role: 'CLINIC_ADMIN', active: true })
    expect(await again.json()).toMatchObject({ role: 'CLINIC_ADMIN', state: 'offered' })
    expect((await testServer.mails()).map(({ kind }) => kind).toSorted()).toEqual(['admin-change', 'staff-offer'])
    expect((await testServer.call('GET', 'practice/a', { token })).status).toBe(404)
    expect((await accept(token)).status).toBe(204)
    expect(await userBy(token)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN'] })
    expect((await trail()).map(({ action }) => action)).toEqual([
      'staff-joined',
      'staff-reactivated',
      'staff-deactivated',
    ])
  })

  test('who is staff no more signs in, to what is their own alone', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    await change(id, { role: 'CLINIC_USER', active: false })
    const signIn = await testServer.call('POST', 'user/authenticate', {
      body: { username: 'user@a.example', password: 'Welkom#2026' },
    })
    expect(signIn.status).toBe(200)
    const { token } = (await signIn.json()) as { token: string }
    expect(await userBy(token)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    expect(await (await testServer.call('GET', 'user/practices', { token })).json()).toEqual([])
    expect((await testServer.call('GET', 'practice/a/clients', { token })).status).toBe(404)
  })

  test('who was deactivated stays an owner', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    await client(testServer.db, 'b', { account_id: id })
    await change(id, { role: 'CLINIC_USER', active: false })
    const answer = await testServer.call('POST', 'user/authenticate', {
      body: { username: 'user@a.example', password: 'Welkom#2026' },
    })
    expect(answer.status).toBe(200)
    expect(await userBy(await testServer.signIn(id))).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
  })

  test('the last admin can neither be deactivated nor become a user', async () => {
    const before = await list()
    expect(await codeOf(await change(admin, { role: 'CLINIC_ADMIN', active: false }))).toBe('409 last-admin')
    expect(await codeOf(await change(admin, { role: 'CLINIC_USER', active: true }))).toBe('409 last-admin')
    // Who has not accepted yet could do nothing about it.
    await staffOffer(testServer.db, await account(testServer.db, 'new@a.example'), 'a', 'CLINIC_ADMIN')
    expect(await codeOf(await change(admin, { role: 'CLINIC_USER', active: true }))).toBe('409 last-admin')
    expect(await list()).toEqual(expect.arrayContaining(before))
  })

  test('two admins who take each other’s role at once leave one of them', { tags: ['database'] }, async () => {
    const other = await staff(testServer.db, 'a', 'other@a.example', 'CLINIC_ADMIN')
    const otherToken = await testServer.signIn(other)
    const body = { role: 'CLINIC_USER', active: true } as const
    const both = () => Promise.all([change(other, body), change(admin, body, otherToken)])
    const answers = engine === 'sqlite' ? await both() : await heldAtTheTrail(both)
    expect(answers.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1)
    const admins = testServer.db.selectFrom('account').select('id').where('staff_role', '=', 'CLINIC_ADMIN')
    expect(await admins.execute()).toHaveLength(1)
  })

  /** Neither transaction commits before both wait: for the trail, which is written last, or for each other. */
  async function heldAtTheTrail<T>(work: () => Promise<T>): Promise<T> {
    const { db } = testServer
    let working: Promise<T> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`lock table audit in share mode`.execute(trx)
      working = work()
      const waiting = async () => {
        // Within a transaction the first look would be kept.
        await sql`select pg_stat_clear_snapshot()`.execute(trx)
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
        return rows
      }
      await expect.poll(waiting).toHaveLength(2)
    })
    return await working!
  }

  test('a change of the role holds from the next call of each session, and nothing changed is noted nowhere', async () => {
    const id = await staff(testServer.db, 'a', 'user@a.example')
    const token = await testServer.signIn(id)
    expect((await change(id, { role: 'CLINIC_USER', active: true })).status).toBe(200)
    expect(await userBy(token)).toMatchObject({ roles: ['CLINIC_USER'] })
    expect(await trail()).toEqual([])
    expect((await testServer.call('GET', 'practice/a/audit', { token })).status).toBe(403)
    await change(id, { role: 'CLINIC_ADMIN', active: true })
    expect((await testServer.call('GET', 'practice/a/audit', { token })).status).toBe(200)
    await change(id, { role: 'CLINIC_USER', active: true })
    expect((await testServer.call('GET', 'practice/a/audit', { token })).status).toBe(403)
    expect((await trail())[0]).toMatchObject({ action: 'staff-role-changed', member: { id, role: 'CLINIC_USER' } })
  })

  describe('of several practices', () => {
    let group: string
    let groupToken: string
    beforeEach(async () => {
      group = await staff(testServer.db, 'b', 'group@b.example')
      groupToken = await testServer.signIn(group)
    })

    test('one account works in each by the role that it has there, and nowhere else', async () => {
      expect((await testServer.call('GET', 'practice/a/clients', { token: groupToken })).status).toBe(404)
      expect((await invite({ username: 'group@b.example', role: 'CLINIC_ADMIN' })).status).toBe(201)
      const mail = (await testServer.mails()).find(({ kind }) => kind === 'staff-offer')
      expect(mail).toMatchObject({ isToStaff: true, link: null })
      expect((await testServer.call('GET', 'practice/a/clients', { token: groupToken })).status).toBe(404)
      expect((await accept(groupToken)).status).toBe(204)
      expect((await testServer.call('GET', 'practice/a/clients', { token: groupToken })).status).toBe(200)
      expect((await testServer.call('GET', 'practice/a/audit', { token: groupToken })).status).toBe(200)
      expect((await testServer.call('GET', 'practice/b/audit', { token: groupToken })).status).toBe(403)
      expect(await userBy(groupToken)).toMatchObject({
        practiceId: 'b',
        roles: ['CLINIC_USER'],
        workplaces: [
          { practiceId: 'b', name: 'Praktijk b', role: 'CLINIC_USER' },
          { practiceId: 'a', name: 'Praktijk a', role: 'CLINIC_ADMIN' },
        ],
      })
      expect(await userBy(adminToken)).not.toHaveProperty('workplaces')
    })

    test('an invitation does not tell whether its address has an account, nor whose', async () => {
      const { db } = testServer
      await db.updateTable('account').set({ first_name: 'Guus', last_name: 'Smit' }).where('id', '=', group).execute()
      await totp(db, group)
      const typed = { firstName: 'Noor', role: 'CLINIC_USER' } as const
      const seen = async (username: string) => {
        const answer = await invite({ username, ...typed })
        const member = (await answer.json()) as StaffMember
        const { id } = member
        expect(await codeOf(await invite({ username }))).toBe('409 already-staff')
        await testServer.mails()
        const again = await testServer.call('POST', `practice/a/staff/${id}/invitation`, { token: adminToken })
        const reset = await testServer.call('POST', `practice/a/staff/${id}/second-factor/removal`, {
          token: adminToken,
          body: PROOF,
        })
        const states = [
          member,
          ...(await list()).filter((each) => each.id === id),
          await (await change(id, { role: 'CLINIC_ADMIN', active: true })).json(),
          await (await change(id, { role: 'CLINIC_USER', active: false })).json(),
          await (await change(id, { role: 'CLINIC_USER', active: true })).json(),
          await (await change(id, { role: 'CLINIC_USER', active: false })).json(),
          await (await invite({ username })).json(),
        ].map((each) => ({ ...(each as StaffMember), id: 'its', username: 'its' }))
        const entries = (await trail()).filter((entry) => entry.member?.id === id)
        const noted = entries.map(({ action, member: { name = '' } = {} }) => `${action} ${name}`)
        return { status: answer.status, again: again.status, reset: await codeOf(reset), states, noted: noted.sort() }
      }
      const known = await seen('group@b.example')
      const kinds = async () =>
        (await testServer.mails()).filter(({ kind }) => kind !== 'admin-change').map(({ kind, to }) => `${kind} ${to}`)
      expect(new Set(await kinds())).toEqual(new Set(['staff-offer group@b.example']))
      expect(known).toEqual(await seen('nobody@b.example'))
      expect(new Set(await kinds())).toEqual(
        new Set(['staff-offer group@b.example', 'staff-activation nobody@b.example']),
      )
      expect(known.status).toBe(201)
      expect(known.states[0]).toMatchObject({ firstName: 'Noor', state: 'offered', secondFactor: false })
      expect(known.noted).toContain('staff-invited Noor')
    })

    test('who accepts is shown as who they are, and not before', async () => {
      const { db } = testServer
      const chosen = { first_name: 'Guus', last_name: 'Smit', own_name: 1 } as const
      await db.updateTable('account').set(chosen).where('id', '=', group).execute()
      await invite({ username: 'group@b.example' })
      const shown = async () => (await list()).find(({ id }) => id === group)!
      const nameless = { id: group, username: 'group@b.example', role: 'CLINIC_USER', secondFactor: false }
      expect(await shown()).toEqual({ ...nameless, state: 'offered' })
      expect((await testServer.call('GET', 'practice/a', { token: groupToken })).status).toBe(404)
      expect(await shown()).toEqual({ ...nameless, state: 'offered' })
      await accept(groupToken)
      expect(await shown()).toEqual({ ...nameless, firstName: 'Guus', lastName: 'Smit', state: 'active' })
      // The practice has known them, and goes on to.
      await change(group, { role: 'CLINIC_USER', active: false })
      await db.updateTable('account').set({ first_name: 'Gijs' }).where('id', '=', group).execute()
      expect(await shown()).toMatchObject({ firstName: 'Guus', state: 'ended' })
    })

    test('a user of the further one is no admin there', async () => {
      await membership(testServer.db, admin, 'b')
      expect((await testServer.call('GET', 'practice/b/clients', { token: adminToken })).status).toBe(200)
      expect((await testServer.call('GET', 'practice/b/audit', { token: adminToken })).status).toBe(403)
    })

    test('who has left the further one sees nothing of it any more', async () => {
      await membership(testServer.db, group, 'a')
      expect((await testServer.call('GET', 'practice/a/clients', { token: groupToken })).status).toBe(200)
      await change(group, { role: 'CLINIC_USER', active: false })
      expect((await testServer.call('GET', 'practice/b/clients', { token: groupToken })).status).toBe(200)
      expect((await testServer.call('GET', 'practice/a/clients', { token: groupToken })).status).toBe(404)
      expect(await userBy(groupToken)).not.toHaveProperty('workplaces')
    })

    test('who leaves the first of them has the other one as the first', async () => {
      const id = await staff(testServer.db, 'a', 'user@a.example')
      await membership(testServer.db, id, 'b', 'CLINIC_ADMIN')
      expect((await change(id, { role: 'CLINIC_USER', active: false })).status).toBe(200)
      const user = await userBy(await testServer.signIn(id))
      expect(user).toMatchObject({ practiceId: 'b', roles: ['CLINIC_ADMIN'] })
      expect(user).not.toHaveProperty('workplaces')
      await change(id, { role: 'CLINIC_USER', active: true })
      const token = await testServer.signIn(id)
      await accept(token)
      expect(await userBy(token)).toMatchObject({ practiceId: 'b', workplaces: [{}, {}] })
    })

    test('an export of the further one may name them, and changes nothing', async () => {
      await membership(testServer.db, group, 'a', 'CLINIC_ADMIN')
      const { loaded, changes } = await importStaff(staffLine('group@b.example', { practiceId: 'a' }))
      expect([loaded, changes?.user]).toEqual([true, { added: 1, updated: 0, unchanged: 0 }])
      expect(await userBy(groupToken)).toMatchObject({ practiceId: 'b', roles: ['CLINIC_USER'], workplaces: [{}, {}] })
      expect((await testServer.call('GET', 'user/offers', { token: groupToken })).status).toBe(200)
    })
  })

  describe('what admins did, an export does not undo', () => {
    const lineOf = (role: string) => staffLine('user@a.example', { practiceId: 'a', roles: [role] })
    const stateOf = async () => {
      const found = (await list()).find(({ username }) => username === 'user@a.example')!
      return `${found.role} ${found.state}`
    }
    let id: string
    beforeEach(async () => {
      await importStaff(lineOf('CLINIC_USER'))
      id = (await list()).find(({ username }) => username === 'user@a.example')!.id
      await accept(await testServer.signIn(id))
    })

    test('a role: another one that the export says is offered', async () => {
      await change(id, { role: 'CLINIC_ADMIN', active: true })
      await importStaff(lineOf('CLINIC_USER'))
      expect(await list()).not.toContainEqual(expect.objectContaining({ offeredRole: expect.anything() }))
      await importStaff(lineOf('CLINIC_ADMIN'))
      await importStaff(lineOf('CLINIC_USER'))
      const token = await testServer.signIn(id)
      expect(await stateOf()).toBe('CLINIC_ADMIN active')
      expect(await list()).toContainEqual(expect.objectContaining({ id, offeredRole: 'CLINIC_USER' }))
      expect(await (await testServer.call('GET', 'user/offers', { token })).json()).toEqual([
        expect.objectContaining({ practiceId: 'a', role: 'CLINIC_USER', currentRole: 'CLINIC_ADMIN' }),
      ])
      await accept(token)
      expect(await stateOf()).toBe('CLINIC_USER active')
      expect((await trail()).map(({ action, member }) => [action, member?.role])).toEqual(
        expect.arrayContaining([
          ['staff-role-offered', 'CLINIC_USER'],
          ['staff-role-changed', 'CLINIC_USER'],
        ]),
      )
    })

    test('a role that is changed here takes the place of the one that the export offers', async () => {
      await change(id, { role: 'CLINIC_ADMIN', active: true })
      await importStaff(lineOf('CLINIC_ADMIN'))
      await importStaff(lineOf('CLINIC_USER'))
      await change(id, { role: 'CLINIC_ADMIN', active: true })
      expect((await accept(await testServer.signIn(id))).status).toBe(404)
      expect(await stateOf()).toBe('CLINIC_ADMIN active')
    })

    test('a role that is declined stays what it was, and an export that says that one again takes the offer back', async () => {
      const token = await testServer.signIn(id)
      await change(id, { role: 'CLINIC_ADMIN', active: true })
      await importStaff(lineOf('CLINIC_ADMIN'))
      await importStaff(lineOf('CLINIC_USER'))
      expect((await testServer.call('DELETE', 'user/offers/a', { token })).status).toBe(204)
      expect(await stateOf()).toBe('CLINIC_ADMIN active')
      await importStaff(lineOf('CLINIC_ADMIN'))
      await importStaff(lineOf('CLINIC_USER'))
      await importStaff(lineOf('CLINIC_ADMIN'))
      expect((await accept(token)).status).toBe(404)
      expect(await stateOf()).toBe('CLINIC_ADMIN active')
    })

    test('that somebody has left, whatever the export says of the role', async () => {
      await change(id, { role: 'CLINIC_USER', active: false })
      await importStaff(lineOf('CLINIC_USER'))
      await importStaff(lineOf('CLINIC_ADMIN'))
      expect(await stateOf()).toBe('CLINIC_USER ended')
      expect(await userBy(await testServer.signIn(id))).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
    })

    test('the name that somebody gave themselves', async () => {
      const token = await testServer.signIn(id)
      const body = { language: 'nl', firstName: 'Tessa', lastName: 'Bos' }
      expect((await testServer.call('PUT', 'user', { token, body })).status).toBe(200)
      await importStaff(lineOf('CLINIC_USER'))
      expect(await userBy(token)).toMatchObject({ firstName: 'Tessa', lastName: 'Bos' })
    })
  })

  test('a name that is emptied is none, and one that is not told stays', async () => {
    const put = async (body: object) =>
      (await (
        await testServer.call('PUT', 'user', { token: adminToken, body: { language: 'nl', ...body } })
      ).json()) as User
    expect(await put({ firstName: 'Tessa', lastName: 'Bos' })).toMatchObject({ firstName: 'Tessa', lastName: 'Bos' })
    expect(await put({ lastName: ' ' })).toMatchObject({ firstName: 'Tessa' })
    expect(await put({})).not.toHaveProperty('lastName')
  })
})
