import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { InvitationState, MailFailure } from '#contract/invitation.ts'
import type { Page } from '#contract/paging.ts'
import { mailFailureOf } from '#server/mail/mail-failure.ts'
import { invitations } from '#server/db/migrations/0021-invitations.ts'
import { operations } from '#server/db/migrations/0043-operations.ts'
import { NOT_SENT_IN_TIME } from '#server/mail/given-up.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { MailRefusedError } from '#server/mail/refused.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { checked, clientLine, practiceLine, uuid as uuidOf } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR = 60 * 60_000

/** The index of a later step, which the columns of a former one need. */
const NOT_INVITED =
  "create index client_not_invited on client (practice_id) where activation = 'not-invited' and locked = 0"

onEngines('what became of invitations', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const list = async (search = '', practiceId = 'a', by = token) =>
    (await (
      await testServer.call('GET', `practice/${practiceId}/clients?${search}`, { token: by })
    ).json()) as Page<ClientListItem>
  const stateOf = async (uuid: string) => {
    const found = (await list()).content.find((each) => each.uuid === uuid)
    return [found?.invitation, found?.mailFailure]
  }
  const register = async (email: string, lastName = 'Jansen') => {
    const uuid = await client(testServer.db, 'a', { email, last_name: lastName })
    await testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token })
    return uuid
  }
  const again = async (uuid: string, by = token) =>
    (await testServer.call('POST', `clients/${uuid}/invitation`, { token: by })).status
  const activate = async (email = 'jan@mail.example') => {
    const link = (await testServer.mails()).findLast(({ to }) => to === email)!.link!
    const body = { newPassword: 'Welkom#2027' }
    await testServer.call('POST', 'password/reset', { token: new URL(link).searchParams.get('token')!, body })
  }
  /** The owner opens the practice. */
  const visit = async (email = 'jan@mail.example', practiceId = 'a') => {
    const { id } = await testServer.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', email)
      .executeTakeFirstOrThrow()
    const owner = await testServer.signIn(id)
    return () => testServer.call('GET', `user/client?practiceId=${practiceId}`, { token: owner })
  }
  const open = async (email?: string, practiceId?: string) => (await (await visit(email, practiceId))()).status
  const trail = async (practiceId = 'a', by = token) => {
    const answer = await testServer.call('GET', `practice/${practiceId}/audit`, { token: by })
    return ((await answer.json()) as Page<AuditEntry>).content
  }
  const refuse = (code: string, isPermanent = true) => {
    const { send } = testServer.ports.mail
    testServer.ports.mail.send = async () => {
      throw new MailRefusedError(code, isPermanent)
    }
    return () => (testServer.ports.mail.send = send)
  }
  /** What the lists say is what is counted. */
  const counts = async () => {
    const numbers: Partial<Record<InvitationState, number>> = {}
    for (const state of ['invited', 'activated', 'failed'] as const) {
      const { content, page } = await list(`state=${state}`)
      expect(content.map(({ invitation }) => invitation)).toEqual(content.map(() => state))
      expect(page.totalElements).toBe(content.length)
      numbers[state] = content.length
    }
    return numbers
  }

  test('a registered client is invited, and activated when its owner opens the practice', async () => {
    const uuid = await register('jan@mail.example')
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 0, failed: 0 })
    await activate()
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await open()).toBe(200)
    expect(await stateOf(uuid)).toEqual(['activated', undefined])
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 0 })
    const [entry, ...others] = await trail()
    expect(entry).toMatchObject({ action: 'activated', client: { uuid } })
    expect(entry).not.toHaveProperty('account')
    expect(others.map(({ action }) => action)).toEqual(['registered'])
  })

  test('the owner who opens it many times, or at once, activates it once', { tags: ['database'] }, async () => {
    await register('jan@mail.example')
    const look = await visit()
    const answers = await Promise.all(Array.from({ length: 20 }, look))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    await look()
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 0 })
    expect((await trail()).map(({ action }) => action)).toEqual(['activated', 'registered'])
  })

  test('many who open it at once are all counted', { tags: ['database'] }, async () => {
    const emails = Array.from({ length: 10 }, (_, index) => `c${index}@mail.example`)
    for (const email of emails) await register(email)
    const looks = await Promise.all(emails.map((email) => visit(email)))
    expect((await Promise.all(looks.map((look) => look()))).map(({ status }) => status)).toEqual(emails.map(() => 200))
    expect(await counts()).toEqual({ invited: 0, activated: 10, failed: 0 })
  })

  test('staff who look at the records, and an owner who is locked out, activate nothing', async () => {
    const uuid = await register('jan@mail.example')
    expect((await testServer.call('GET', `clients/${uuid}`, { token })).status).toBe(200)
    const look = await visit()
    await testServer.db.updateTable('client').set({ locked: 1 }).where('uuid', '=', uuid).execute()
    expect((await look()).status).toBe(403)
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    await testServer.db.updateTable('client').set({ locked: 0 }).where('uuid', '=', uuid).execute()
    expect((await look()).status).toBe(200)
    expect(await stateOf(uuid)).toEqual(['activated', undefined])
  })

  test('a practice cannot tell whether an address has an account with a password elsewhere, until its owner opens it', async () => {
    const adminOfB = await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    let tokenOfB = await testServer.signIn(adminOfB)
    const moveClock = async (ms: number) => {
      testServer.now = new Date(testServer.now.getTime() + ms)
      tokenOfB = await testServer.signIn(adminOfB)
    }
    /** What practice B sees of a client of the address, from the registration to the removal. */
    const seen = async (email: string, then: () => Promise<void>) => {
      const uuid = await client(testServer.db, 'b', { email, last_name: 'Vos' })
      const known: unknown[] = []
      const ask = async (method: string, path: string) => {
        const answer = await testServer.call(method, path, { token: tokenOfB })
        const text = (await answer.text()).replaceAll(uuid, 'UUID').replaceAll(email, 'EMAIL')
        known.push(method, path.replaceAll(uuid, 'UUID'), answer.status, text.replace(/urn:uuid:[\w-]+/, 'INSTANCE'))
      }
      const look = async () => {
        for (const state of ['invited', 'activated', 'failed']) await ask('GET', `practice/b/clients?state=${state}`)
        for (const path of ['clients', 'news']) await ask('GET', `practice/b/${path}`)
        const entries = await trail('b', tokenOfB)
        known.push(
          entries.filter((entry) => entry.client?.uuid === uuid).map(({ action, account: by }) => [action, by]),
        )
      }
      await ask('POST', `practice/b/clients?clientUuid=${uuid}`)
      await look()
      await ask('POST', `clients/${uuid}/invitation`)
      await testServer.mails()
      await ask('POST', `clients/${uuid}/invitation`)
      await then()
      await look()
      await moveClock(2 * HOUR)
      // What was put off behind a mail of another practice goes by itself.
      await deliverOutbox(testServer.ports)
      for (const _ of [1, 2]) await ask('POST', `clients/${uuid}/invitation`)
      await testServer.mails()
      await look()
      await moveClock(-2 * HOUR)
      const audit = testServer.db.selectFrom('audit').select('action').where('client_uuid', '=', uuid)
      expect((await audit.where('action', '=', 'activated').execute()).length).toBe(0)
      await ask('DELETE', `clients/${uuid}`)
      await testServer.db.deleteFrom('client').where('uuid', '=', uuid).execute()
      await testServer.db.updateTable('client_count').set({ unregistered: 0 }).where('practice_id', '=', 'b').execute()
      return known
    }
    const nobody = await seen('new@mail.example', async () => {})
    await client(testServer.db, 'a', { account_id: await account(testServer.db, 'has@mail.example') })
    expect(await seen('has@mail.example', async () => {})).toEqual(nobody)
    await register('late@mail.example')
    await testServer.mails()
    // The owner chooses the password by the mail of practice A, and opens that one, meanwhile.
    const late = await seen('late@mail.example', async () => {
      await activate('late@mail.example')
      expect(await open('late@mail.example', 'a')).toBe(200)
    })
    expect(late).toEqual(nobody)
    // Of a mail of another practice that does not arrive nothing is told either.
    const accept = refuse('550 5.1.1')
    await register('gone@mail.example')
    await testServer.mails()
    accept()
    expect(await seen('gone@mail.example', async () => {})).toEqual(nobody)
  })

  test('what an owner asks for, or another practice sends, changes no state', async () => {
    const staffOfB = await staff(testServer.db, 'b', 'staff@b.example')
    let tokenOfB = await testServer.signIn(staffOfB)
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    const accept = refuse('550 5.1.1')
    await testServer.call('POST', 'password/forgot?email=jan@mail.example')
    const elsewhere = await client(testServer.db, 'b', { email: 'jan@mail.example' })
    await testServer.call('POST', `practice/b/clients?clientUuid=${elsewhere}`, { token: tokenOfB })
    testServer.now = new Date(testServer.now.getTime() + HOUR)
    await deliverOutbox(testServer.ports)
    tokenOfB = await testServer.signIn(staffOfB)
    token = await testServer.signIn(await staff(testServer.db, 'a', 'late@a.example'))
    expect((await list('', 'b', tokenOfB)).content[0]).toMatchObject({ invitation: 'failed' })
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    accept()
    await testServer.call('POST', 'password/forgot?email=jan@mail.example')
    await testServer.mails()
    expect((await list('', 'b', tokenOfB)).content[0]).toMatchObject({ invitation: 'failed' })
  })

  test('a mail that comes back says why, until one is sent', async () => {
    const accept = refuse('550 5.1.1')
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    expect(await stateOf(uuid)).toEqual(['failed', 'unknown-address'])
    expect(await counts()).toEqual({ invited: 0, activated: 0, failed: 1 })

    accept()
    expect(await again(uuid)).toBe(204)
    expect(await testServer.mails()).toHaveLength(1)
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 0, failed: 0 })
  })

  test('a mail that is refused for now is tried again, and has failed once it is given up', async () => {
    refuse('452 4.2.2', false)
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    testServer.now = new Date(testServer.now.getTime() + 73 * HOUR)
    await deliverOutbox(testServer.ports)
    token = await testServer.signIn(await staff(testServer.db, 'a', 'late@a.example', 'CLINIC_ADMIN'))
    expect(await stateOf(uuid)).toEqual(['failed', 'mailbox-full'])
  })

  test('who is activated stays so when a mail comes back, of which another practice hears nothing', async () => {
    const accountId = await account(testServer.db, 'jan@mail.example')
    await client(testServer.db, 'b', { account_id: accountId })
    refuse('554 5.7.1')
    const uuid = await client(testServer.db, 'a', { account_id: accountId })
    await queueMail(testServer.db, { kind: 'access', accountId, practiceId: 'a', now: testServer.now })
    await deliverOutbox(testServer.ports)
    expect(await stateOf(uuid)).toEqual(['activated', 'refused'])
    const tokenOfB = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
    expect((await list('', 'b', tokenOfB)).content[0]).not.toHaveProperty('mailFailure')
  })

  test('inviting again sends one mail, and is in the trail', { tags: ['database'] }, async () => {
    const accept = refuse('550 5.1.1')
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    accept()
    expect(new Set(await Promise.all([again(uuid), again(uuid)]))).toEqual(new Set([204, 409]))
    expect((await testServer.mails()).map(({ kind, to }) => [kind, to])).toEqual([['activation', 'jan@mail.example']])
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 0, failed: 0 })
    const entries = await trail()
    expect(entries.map(({ action }) => action)).toEqual(['invited-again', 'registered'])
    expect(entries[0]!.client!.uuid).toBe(uuid)
  })

  test('who is not activated is invited again, by a mail for who has a password or not', async () => {
    const uuid = await register('jan@mail.example')
    await activate()
    testServer.now = new Date(testServer.now.getTime() + 2 * HOUR)
    token = await testServer.signIn(await staff(testServer.db, 'a', 'late@a.example', 'CLINIC_ADMIN'))
    expect(await again(uuid)).toBe(204)
    expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['activation', 'access'])
    expect(await open()).toBe(200)
    testServer.now = new Date(testServer.now.getTime() + 2 * HOUR)
    token = await testServer.signIn(await staff(testServer.db, 'a', 'later@a.example', 'CLINIC_ADMIN'))
    expect(await again(uuid)).toBe(409)
    const accountId = await account(testServer.db, 'piet@mail.example', { password_hash: null })
    const locked = await client(testServer.db, 'a', { account_id: accountId, locked: 1, activation: 'invited' })
    expect(await again(locked)).toBe(409)
    expect(await again(await client(testServer.db, 'a'))).toBe(409)
    expect(await testServer.mails()).toHaveLength(2)
  })

  test('the filter holds with the others, and a state that is none is refused', async () => {
    const accept = refuse('550 5.1.1')
    for (const name of ['Bakker', 'Bos', 'Visser']) await register(`${name}@mail.example`, name)
    await testServer.mails()
    accept()
    await register('jansen@mail.example', 'Bakker')
    const [bos] = (await list('state=failed&lastName=bo')).content
    expect(bos).toMatchObject({ lastName: 'Bos', invitation: 'failed' })
    await testServer.call('PUT', `clients/${bos!.uuid}`, { token, body: { locked: true } })
    const total = async (search: string) => (await list(search)).page.totalElements
    expect(await total('state=failed&locked=true')).toBe(1)
    expect(await total('state=failed&locked=false')).toBe(2)
    expect(await total('state=invited&locked=false')).toBe(1)
    expect(await total('state=failed&lastName=bakker&locked=false')).toBe(1)
    expect(await total('state=failed&page=9')).toBe(3)
    const wrong = await testServer.call('GET', 'practice/a/clients?state=all', { token })
    expect(wrong.status).toBe(400)
  })

  test('who is removed has no state, alone or with all', async () => {
    const uuids = [await register('jan@mail.example'), await register('piet@mail.example')]
    await open()
    await testServer.call('DELETE', `clients/${uuids[1]}`, { token })
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 0 })
    await testServer.call('DELETE', 'practice/a/clients', { token })
    expect(await counts()).toEqual({ invited: 0, activated: 0, failed: 0 })
    const unregistered = (await (
      await testServer.call('GET', 'clients?practiceId=a', { token })
    ).json()) as Page<Client>
    expect(unregistered.content).toHaveLength(2)
    for (const item of unregistered.content) expect(item).not.toHaveProperty('invitation')
  })

  test('a database of the version before is told who is what', async () => {
    const { db } = testServer
    const invited = await account(db, 'invited@mail.example', { password_hash: null })
    const failed = await account(db, 'failed@mail.example', { password_hash: null })
    const activated = await account(db, 'activated@mail.example')
    for (const [accountId, name] of [
      [invited, 'Bakker'],
      [failed, 'Bos'],
      [activated, 'Visser'],
    ] as const)
      await client(db, 'a', { account_id: accountId, last_name: name })
    await client(db, 'a', { last_name: 'Zeeman' })
    const time = testServer.now.toISOString()
    const mail = { created_at: time, given_up_at: time, reason: '550 5.1.1' }
    await db
      .insertInto('given_up_mail')
      .values([
        { id: '1', kind: 'activation', account_id: failed, practice_id: 'a', ...mail },
        { id: '2', kind: 'access', account_id: activated, practice_id: 'b', ...mail },
        { id: '3', kind: 'reminders', account_id: activated, practice_id: 'a', ...mail },
      ])
      .execute()
    const before = [
      'drop index client_activation',
      'drop index client_not_invited',
      'drop index client_unanswered',
      ...(engine === 'sqlite'
        ? ['drop index client_list', 'create index client_list on client (practice_id, registered, sort_name, uuid)']
        : []),
      'alter table client drop column activation',
      'alter table client drop column mail_failure',
      'alter table client_count drop column activated',
      'alter table client_count drop column failed',
    ]
    for (const statement of before) await sql.raw(statement).execute(db)
    await invitations(engine).up(db)
    await sql.raw(NOT_INVITED).execute(db)

    expect((await list()).content.map((each) => [each.lastName, each.invitation, each.mailFailure])).toEqual([
      ['Bakker', 'invited', undefined],
      ['Bos', 'failed', 'unknown-address'],
      ['Visser', 'activated', undefined],
    ])
    expect(await counts()).toEqual({ invited: 1, activated: 1, failed: 1 })
  })

  test('a database of the version before is told who was never invited', async () => {
    const { db } = testServer
    const at = testServer.now.toISOString()
    const owner = async (name: string, columns = {}, password: string | null = null) => {
      const id = await account(db, `${name}@mail.example`, { password_hash: password })
      return await client(db, 'a', { account_id: id, last_name: name, activation: 'invited', ...columns })
    }
    const accountOf = async (uuid: string) =>
      (await db.selectFrom('client').select('account_id').where('uuid', '=', uuid).executeTakeFirstOrThrow())
        .account_id!
    await owner('Never')
    await owner('Password', {}, 'has one')
    await owner('Registered', { invited_at: at })
    await owner('Refused', { activation: 'failed', mail_failure: '550 5.1.1' })
    const linked = await accountOf(await owner('Linked'))
    await db.insertInto('password_link').values({ account_id: linked, token_hash: 'x', expires_at: at }).execute()
    await queueMail(db, {
      kind: 'activation',
      accountId: await accountOf(await owner('Queued')),
      practiceId: 'a',
      now: testServer.now,
    })
    const before = [
      'drop index client_not_invited',
      'drop index file_practice',
      'drop index file_unmeasured',
      ...['practice_id', 'bytes'].map((column) => `alter table file drop column ${column}`),
      ...['most_clients', 'most_bytes'].map((column) => `alter table practice drop column ${column}`),
    ]
    for (const statement of before) await sql.raw(statement).execute(db)
    await operations().up(db)
    expect((await list()).content.map((each) => [each.lastName, each.invitation])).toEqual([
      ['Linked', 'invited'],
      ['Never', 'not-invited'],
      ['Password', 'invited'],
      ['Queued', 'invited'],
      ['Refused', 'failed'],
      ['Registered', 'invited'],
    ])
  })

  test('an import says it of whom it registers, and keeps what is known', async () => {
    await account(testServer.db, 'client2@mail.example')
    await account(testServer.db, 'other@mail.example')
    const lines = [
      practiceLine('a'),
      clientLine(1, { practiceId: 'a', registered: true, email: 'client1@mail.example' }),
      clientLine(2, { practiceId: 'a', registered: true, email: 'client2@mail.example' }),
      clientLine(3, { practiceId: 'a', registered: false, email: 'client3@mail.example' }),
    ]
    const load = (records = lines) =>
      loadExport(testServer.db, checked(records), { practiceId: 'a', now: testServer.now, invited: 'staff-and-owners' })
    const accept = refuse('550 5.1.1')
    await load()
    expect(await stateOf(uuidOf('c', 1))).toEqual(['invited', undefined])
    expect(await stateOf(uuidOf('c', 2))).toEqual(['invited', undefined])
    await deliverOutbox(testServer.ports)
    accept()
    await open('client2@mail.example')
    await load()
    expect(await stateOf(uuidOf('c', 1))).toEqual(['failed', 'unknown-address'])
    expect(await stateOf(uuidOf('c', 2))).toEqual(['activated', undefined])
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 1 })
    // As a server of a version before left them, of whom one has a password.
    await testServer.db.updateTable('client').set({ activation: null }).execute()
    await load()
    expect(await stateOf(uuidOf('c', 1))).toEqual(['failed', 'unknown-address'])
    expect(await stateOf(uuidOf('c', 2))).toEqual(['invited', undefined])
    await open('client2@mail.example')
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 1 })

    const confirm = async (address: string) => {
      await deliverOutbox(testServer.ports)
      const mails = (await testServer.mails()).filter(({ kind }) => kind === 'address-confirmation')
      const link = mails.findLast(({ to }) => to === address)!.link!
      const headers = { authorization: link.slice(link.indexOf('#confirm=') + '#confirm='.length) }
      expect((await testServer.call('POST', 'letter/confirmation', { headers })).status).toBe(200)
    }
    const corrected = { ...lines[1]!, email: 'right@mail.example' }
    await load([lines[0]!, corrected, lines[2]!, lines[3]!])
    expect(await stateOf(uuidOf('c', 1))).toEqual(['failed', 'unknown-address'])
    await confirm('right@mail.example')
    expect(await stateOf(uuidOf('c', 1))).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 1, failed: 0 })

    // The new address may be of another owner, who has not opened the portal.
    await load([lines[0]!, corrected, { ...lines[2]!, email: 'other@mail.example' }, lines[3]!])
    expect(await stateOf(uuidOf('c', 2))).toEqual(['activated', undefined])
    await confirm('other@mail.example')
    expect(await stateOf(uuidOf('c', 2))).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 2, activated: 0, failed: 0 })
  })
})

test.each([
  ['550 5.1.1', 'unknown-address'],
  ['450 4.2.2', 'mailbox-full'],
  ['552', 'mailbox-full'],
  ['554 5.7.1', 'refused'],
  ['550', 'refused'],
  [NOT_SENT_IN_TIME, 'not-sent'],
] as [string, MailFailure][])('%s is %s', (reason, failure) => {
  expect(mailFailureOf(reason)).toBe(failure)
})
