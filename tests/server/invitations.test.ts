import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import type { Client, ClientListItem } from '#contract/client.ts'
import type { InvitationState, MailFailure } from '#contract/invitation.ts'
import type { Page } from '#contract/paging.ts'
import { mailFailureOf } from '#server/mail/mail-failure.ts'
import { invitations } from '#server/db/migrations/0021-invitations.ts'
import { NOT_SENT_IN_TIME } from '#server/mail/given-up.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRefusedError } from '#server/mail/refused.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#testing/builders.ts'
import { checked, clientLine, practiceLine, uuid as uuidOf } from '#testing/example-export.ts'
import { type TestServer, engines, openTestServer } from '#testing/test-server.ts'

const HOUR = 60 * 60_000

describe.each(engines)('what became of invitations on %s', (engine) => {
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

  test('a registered client is invited, and activated by the first password', async () => {
    const uuid = await register('jan@mail.example')
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 0, failed: 0 })
    await activate()
    expect(await stateOf(uuid)).toEqual(['activated', undefined])
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 0 })
    const elsewhere = await client(testServer.db, 'b', { email: 'jan@mail.example' })
    const tokenOfB = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
    await testServer.call('POST', `practice/b/clients?clientUuid=${elsewhere}`, { token: tokenOfB })
    expect((await list('state=activated', 'b', tokenOfB)).page.totalElements).toBe(1)
  })

  test('a mail that comes back says why, until one is sent', async () => {
    const accept = refuse('550 5.1.1')
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    expect(await stateOf(uuid)).toEqual(['failed', 'unknown-address'])
    expect(await counts()).toEqual({ invited: 0, activated: 0, failed: 1 })

    accept()
    await testServer.call('POST', 'password/forgot?email=jan@mail.example')
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

  test('who is activated stays so when a mail about another practice comes back', async () => {
    const accountId = await account(testServer.db, 'jan@mail.example')
    await client(testServer.db, 'b', { account_id: accountId })
    refuse('554 5.7.1')
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    expect(await stateOf(uuid)).toEqual(['activated', 'refused'])
    const tokenOfB = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
    expect((await list('', 'b', tokenOfB)).content[0]).not.toHaveProperty('mailFailure')
  })

  test('inviting again sends one mail, and is in the trail', async () => {
    const accept = refuse('550 5.1.1')
    const uuid = await register('jan@mail.example')
    await testServer.mails()
    accept()
    expect(new Set(await Promise.all([again(uuid), again(uuid)]))).toEqual(new Set([204, 409]))
    expect((await testServer.mails()).map(({ kind, to }) => [kind, to])).toEqual([['activation', 'jan@mail.example']])
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 0, failed: 0 })
    const answer = await testServer.call('GET', 'practice/a/audit', { token })
    const trail = ((await answer.json()) as Page<AuditEntry>).content
    expect(trail.map(({ action }) => action)).toEqual(['invited-again', 'registered'])
    expect(trail[0]!.client!.uuid).toBe(uuid)
  })

  test('only who has no password is invited again', async () => {
    const uuid = await register('jan@mail.example')
    await activate()
    expect(await again(uuid)).toBe(409)
    const accountId = await account(testServer.db, 'piet@mail.example', { password_hash: null })
    const locked = await client(testServer.db, 'a', { account_id: accountId, locked: 1, activation: 'invited' })
    expect(await again(locked)).toBe(409)
    expect(await again(await client(testServer.db, 'a'))).toBe(409)
    expect(await testServer.mails()).toHaveLength(1)
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
    await activate()
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

    expect((await list()).content.map((each) => [each.lastName, each.invitation, each.mailFailure])).toEqual([
      ['Bakker', 'invited', undefined],
      ['Bos', 'failed', 'unknown-address'],
      ['Visser', 'activated', undefined],
    ])
    expect(await counts()).toEqual({ invited: 1, activated: 1, failed: 1 })
  })

  test('an import says it of whom it registers, and keeps what is known', async () => {
    await account(testServer.db, 'client2@mail.example')
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
    expect(await stateOf(uuidOf('c', 2))).toEqual(['activated', undefined])
    await deliverOutbox(testServer.ports)
    accept()
    await load()
    expect(await stateOf(uuidOf('c', 1))).toEqual(['failed', 'unknown-address'])
    expect(await counts()).toEqual({ invited: 0, activated: 1, failed: 1 })

    await load([lines[0]!, { ...lines[1]!, email: 'right@mail.example' }, lines[2]!, lines[3]!])
    expect(await stateOf(uuidOf('c', 1))).toEqual(['invited', undefined])
    expect(await counts()).toEqual({ invited: 1, activated: 1, failed: 0 })
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
