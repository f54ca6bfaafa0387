import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import { NOT_SENT_IN_TIME, mailFailureOf } from '#server/mail/given-up.ts'
import type { Page } from '#contract/paging.ts'
import { operations } from '#server/db/migrations/0043-operations.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { MailRejectedError } from '#server/mail/mail-rejected-error.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, practiceLine, uuid as uuidOf } from '#harness/example-export.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const HOUR = 60 * 60_000
const JAN = 'jan@mail.example'

onEngines('the invitation state of a client', (engine) => {
  const testServer = eachTestServer(engine)
  let admins: Record<string, string>

  beforeEach(async () => {
    admins = {}
    for (const id of ['a', 'b'])
      admins[await practice(testServer.db, id)] = await staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  })

  const call = (method: string, path: string, practiceId = 'a') => testServer.callAs(admins[practiceId]!, method, path)
  const list = (search = '', practiceId = 'a') =>
    testServer.readAs<Page<ClientListItem>>(admins[practiceId]!, `practice/${practiceId}/clients?${search}`)
  const stateOf = async (uuid: string) => {
    const found = (await list()).content.find((each) => each.uuid === uuid)
    return [found?.invitation, found?.mailFailure]
  }
  const register = async (email = JAN, lastName = 'Jansen') => {
    const uuid = await client(testServer.db, 'a', { email, last_name: lastName })
    await call('POST', `practice/a/clients?clientUuid=${uuid}`)
    return uuid
  }
  const again = (uuid: string) => outcomeOf(call('POST', `clients/${uuid}/invitation`))
  const activate = async (email = JAN) => {
    const link = (await testServer.mails()).findLast(({ to }) => to === email)!.link!
    const token = new URL(link).searchParams.get('token')!
    await testServer.call('POST', 'password/reset', { token, body: { newPassword: 'Welkom#2027' } })
  }
  /** Signs the owner in and returns a function that opens the practice as that owner. */
  const visit = async (email = JAN, practiceId = 'a') => {
    const [owner] = await rowsOf(testServer.db, 'account', ['id'], { username: email })
    const token = await testServer.signIn(owner!.id)
    return () => outcomeOf(testServer.call('GET', `user/client?practiceId=${practiceId}`, { token }))
  }
  const open = async (email?: string) => await (await visit(email))()
  const accessLog = async (practiceId = 'a') =>
    (await testServer.readAs<Page<AuditEntry>>(admins[practiceId]!, `practice/${practiceId}/audit`)).content
  const actions = async () => (await accessLog()).map(({ action }) => action)
  const rejectMails = (code: string, isPermanent = true) => {
    const { send } = testServer.ports.mail
    testServer.ports.mail.send = () => Promise.reject(new MailRejectedError(code, isPermanent))
    return () => (testServer.ports.mail.send = send)
  }
  /** Registers a client whose invitation mail is rejected as an unknown address. */
  const registerUnknown = async (email?: string) => {
    const accept = rejectMails('550 5.1.1')
    const uuid = await register(email)
    await testServer.mails()
    accept()
    return uuid
  }
  /** Numbers of invited, activated and failed clients, checked against the filtered lists. */
  const counts = async () => {
    const numbers: number[] = []
    for (const state of ['invited', 'activated', 'failed'] as const) {
      const { content, page } = await list(`state=${state}`)
      expect(content.map(({ invitation }) => invitation)).toEqual(content.map(() => state))
      expect(page.totalElements).toBe(content.length)
      numbers.push(content.length)
    }
    return numbers
  }

  test('becomes activated when the owner opens the practice', async () => {
    const uuid = await register()
    expect([await stateOf(uuid), await counts()]).toEqual([
      ['invited', undefined],
      [1, 0, 0],
    ])
    await activate()
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    expect(await open()).toBe('200')
    expect([await stateOf(uuid), await counts()]).toEqual([
      ['activated', undefined],
      [0, 1, 0],
    ])
    const [entry, ...others] = await accessLog()
    expect(entry).toMatchObject({ action: 'activated', client: { uuid } })
    expect(entry).not.toHaveProperty('account')
    expect(others.map(({ action }) => action)).toEqual(['registered'])
  })

  test('becomes activated once despite concurrent visits', { tags: ['database'] }, async () => {
    await register()
    const look = await visit()
    expect(new Set(await Promise.all(Array.from({ length: 20 }, look)))).toEqual(new Set(['200']))
    await look()
    expect([await counts(), await actions()]).toEqual([
      [0, 1, 0],
      ['activated', 'registered'],
    ])
  })

  test('is counted for all owners who open the practice concurrently', { tags: ['database'] }, async () => {
    const emails = Array.from({ length: 10 }, (_, index) => `c${index}@mail.example`)
    for (const email of emails) await register(email)
    const looks = await Promise.all(emails.map((email) => visit(email)))
    expect(new Set(await Promise.all(looks.map((look) => look())))).toEqual(new Set(['200']))
    expect(await counts()).toEqual([0, 10, 0])
  })

  test('is not changed by staff or by a locked owner', async () => {
    const uuid = await register()
    expect(await outcomeOf(call('GET', `clients/${uuid}`))).toBe('200')
    const look = await visit()
    await changeRows(testServer.db, 'client', { locked: 1 }, { uuid })
    expect([await look(), await stateOf(uuid)]).toEqual(['403 client-locked', ['invited', undefined]])
    await changeRows(testServer.db, 'client', { locked: 0 }, { uuid })
    expect([await look(), await stateOf(uuid)]).toEqual(['200', ['activated', undefined]])
  })

  test('does not reveal that the e-mail address has an account at another practice', async () => {
    const { db } = testServer
    /** All responses about a client that practice B gets, from registration to removal. */
    const seen = async (email: string, then = async () => {}) => {
      const uuid = await client(db, 'b', { email, last_name: 'Vos' })
      const known: unknown[] = []
      const request = async (method: string, path: string) => {
        const response = await call(method, path, 'b')
        const text = (await response.text()).replaceAll(uuid, 'UUID').replaceAll(email, 'EMAIL')
        known.push(method, path.replaceAll(uuid, 'UUID'), response.status)
        known.push(text.replace(/urn:uuid:[\w-]+/, 'INSTANCE'))
      }
      const look = async () => {
        for (const state of ['invited', 'activated', 'failed'])
          await request('GET', `practice/b/clients?state=${state}`)
        for (const path of ['practice/b/clients', 'practice/b/news', `clients/${uuid}`]) await request('GET', path)
        const entries = (await accessLog('b')).filter((entry) => entry.client?.uuid === uuid)
        known.push(entries.map(({ action, account: by }) => [action, by]))
      }
      const invite = () => request('POST', `clients/${uuid}/invitation`)
      await request('POST', `practice/b/clients?clientUuid=${uuid}`)
      await look()
      await invite()
      await testServer.mails()
      await invite()
      await then()
      await look()
      testServer.advance(2 * HOUR)
      // A queued mail of another practice has been sent by now.
      await deliverOutbox(testServer.ports)
      for (const _ of [1, 2]) await invite()
      await testServer.mails()
      await look()
      testServer.advance(-2 * HOUR)
      expect(await rowsOf(db, 'audit', ['id'], { client_uuid: uuid, action: 'activated' })).toEqual([])
      await request('DELETE', `clients/${uuid}`)
      await db.deleteFrom('client').where('uuid', '=', uuid).execute()
      await changeRows(db, 'client_count', { unregistered: 0 }, { practice_id: 'b' })
      return known
    }
    const nobody = await seen('new@mail.example')
    await client(db, 'a', { account_id: await account(db, 'has@mail.example') })
    expect(await seen('has@mail.example')).toEqual(nobody)
    await register('late@mail.example')
    await testServer.mails()
    // Meanwhile the owner sets the password by the mail of practice A, and opens practice A.
    const late = await seen('late@mail.example', async () => {
      await activate('late@mail.example')
      expect(await open('late@mail.example')).toBe('200')
    })
    expect(late).toEqual(nobody)
    // A rejected mail of another practice does not reveal the account either.
    await registerUnknown('gone@mail.example')
    expect(await seen('gone@mail.example')).toEqual(nobody)
  })

  test('is not changed by password resets or mails of another practice', async () => {
    const uuid = await register()
    await testServer.mails()
    const accept = rejectMails('550 5.1.1')
    const forgot = () => testServer.call('POST', `password/forgot?email=${JAN}`)
    await forgot()
    const clientAtB = await client(testServer.db, 'b', { email: JAN })
    await call('POST', `practice/b/clients?clientUuid=${clientAtB}`, 'b')
    testServer.advance(HOUR)
    await deliverOutbox(testServer.ports)
    const stateAtB = async () => (await list('', 'b')).content[0]!.invitation
    expect([await stateAtB(), await stateOf(uuid)]).toEqual(['failed', ['invited', undefined]])
    accept()
    await forgot()
    await testServer.mails()
    expect(await stateAtB()).toBe('failed')
  })

  test('contains the reason of a rejected mail until the next invitation', async () => {
    const uuid = await registerUnknown()
    expect([await stateOf(uuid), await counts()]).toEqual([
      ['failed', 'unknown-address'],
      [0, 0, 1],
    ])
    expect(new Set(await Promise.all([again(uuid), again(uuid)]))).toEqual(new Set(['204', '409 mailed-recently']))
    expect(await testServer.mails()).toMatchObject([{ kind: 'activation', to: JAN }])
    expect([await stateOf(uuid), await counts()]).toEqual([
      ['invited', undefined],
      [1, 0, 0],
    ])
    expect((await accessLog()).map((entry) => [entry.action, entry.client?.uuid])).toEqual([
      ['invited-again', uuid],
      ['registered', uuid],
    ])
  })

  test('becomes failed once a temporarily rejected mail is given up', async () => {
    rejectMails('452 4.2.2', false)
    const uuid = await register()
    await testServer.mails()
    expect(await stateOf(uuid)).toEqual(['invited', undefined])
    testServer.advance(73 * HOUR)
    await deliverOutbox(testServer.ports)
    expect(await stateOf(uuid)).toEqual(['failed', 'mailbox-full'])
  })

  test('remains activated if a later mail is rejected', async () => {
    const accountId = await account(testServer.db, JAN)
    await client(testServer.db, 'b', { account_id: accountId })
    rejectMails('554 5.7.1')
    const uuid = await client(testServer.db, 'a', { account_id: accountId })
    await queueMail(testServer.db, { kind: 'access', accountId, practiceId: 'a', now: testServer.now })
    await deliverOutbox(testServer.ports)
    expect(await stateOf(uuid)).toEqual(['activated', 'refused'])
    expect((await list('', 'b')).content[0]).not.toHaveProperty('mailFailure')
  })

  test('allows another mail until activation', async () => {
    const uuid = await register()
    await activate()
    testServer.advance(2 * HOUR)
    expect(await again(uuid)).toBe('204')
    expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['activation', 'access'])
    expect(await open()).toBe('200')
    testServer.advance(2 * HOUR)
    const accountId = await account(testServer.db, 'piet@mail.example', { password_hash: null })
    const locked = await client(testServer.db, 'a', { account_id: accountId, locked: 1, activation: 'invited' })
    for (const id of [uuid, locked, await client(testServer.db, 'a')]) expect(await again(id)).toBe('409 conflict')
    expect(await testServer.mails()).toHaveLength(2)
  })

  test('can be combined with other filters of the client list', async () => {
    const accept = rejectMails('550 5.1.1')
    for (const name of ['Bakker', 'Bos', 'Visser']) await register(`${name}@mail.example`, name)
    await testServer.mails()
    accept()
    await register('jansen@mail.example', 'Bakker')
    const [bos] = (await list('state=failed&lastName=bo')).content
    expect(bos).toMatchObject({ lastName: 'Bos', invitation: 'failed' })
    await changeRows(testServer.db, 'client', { locked: 1 }, { uuid: bos!.uuid })
    const totals: Record<string, number> = {
      'state=failed&locked=true': 1,
      'state=failed&locked=false': 2,
      'state=invited&locked=false': 1,
      'state=failed&lastName=bakker&locked=false': 1,
      'state=failed&page=9': 3,
    }
    for (const [search, total] of Object.entries(totals))
      expect([search, (await list(search)).page.totalElements]).toEqual([search, total])
    expect(await outcomeOf(call('GET', 'practice/a/clients?state=all'))).toBe('400 invalid-parameter')
  })

  test('is deleted with the client', async () => {
    const uuids = [await register(), await register('piet@mail.example')]
    await open()
    await call('DELETE', `clients/${uuids[1]}`)
    expect(await counts()).toEqual([0, 1, 0])
    await call('DELETE', 'practice/a/clients')
    expect(await counts()).toEqual([0, 0, 0])
    const { content } = await testServer.readAs<Page<Client>>(admins['a']!, 'clients?practiceId=a')
    expect(content).toHaveLength(2)
    for (const item of content) expect(item).not.toHaveProperty('invitation')
  })

  test('is set to never invited by the migration if there is no sign of an invitation', async () => {
    const { db } = testServer
    const at = testServer.now.toISOString()
    const owner = async (name: string, columns = {}, password_hash: string | null = null) => {
      const id = await account(db, `${name}@mail.example`, { password_hash })
      await client(db, 'a', { account_id: id, last_name: name, activation: 'invited', ...columns })
      return id
    }
    await owner('Never')
    await owner('Password', {}, 'has one')
    await owner('Registered', { invited_at: at })
    await owner('Refused', { activation: 'failed', mail_failure: '550 5.1.1' })
    const link = { account_id: await owner('Linked'), token_hash: 'x', expires_at: at }
    await db.insertInto('password_link').values(link).execute()
    const queued = { accountId: await owner('Queued'), practiceId: 'a', now: testServer.now }
    await queueMail(db, { kind: 'activation', ...queued })
    const statements = [
      ...['client_not_invited', 'file_practice', 'file_unmeasured'].map((name) => `drop index ${name}`),
      ...['practice_id', 'bytes'].map((column) => `alter table file drop column ${column}`),
      ...['most_clients', 'most_bytes'].map((column) => `alter table practice drop column ${column}`),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
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

  test('is set by an import that registers a client or corrects the e-mail address', async () => {
    const { db } = testServer
    for (const name of ['client2', 'other']) await account(db, `${name}@mail.example`)
    const line = (number: number, fields: AnyRecord = {}) => clientLine(number, { practiceId: 'a', ...fields })
    const load = (first: AnyRecord = {}, second: AnyRecord = {}) =>
      loadExport(db, checked([practiceLine('a'), line(1, first), line(2, second), line(3, { registered: false })]), {
        practiceId: 'a',
        now: testServer.now,
        invited: 'staff-and-owners',
      })
    const states = () => Promise.all([1, 2].map((number) => stateOf(uuidOf('c', number))))
    const [invited, activated, failed] = [
      ['invited', undefined],
      ['activated', undefined],
      ['failed', 'unknown-address'],
    ]
    const accept = rejectMails('550 5.1.1')
    await load()
    expect(await states()).toEqual([invited, invited])
    await deliverOutbox(testServer.ports)
    accept()
    await open('client2@mail.example')
    await load()
    expect([await states(), await counts()]).toEqual([
      [failed, activated],
      [0, 1, 1],
    ])
    // Rows as a server of an earlier version left them; one account has a password.
    await changeRows(db, 'client', { activation: null })
    await load()
    expect(await states()).toEqual([failed, invited])
    await open('client2@mail.example')
    expect(await counts()).toEqual([0, 1, 1])

    const confirm = async (address: string) => {
      await deliverOutbox(testServer.ports)
      const mails = (await testServer.mails()).filter(({ kind }) => kind === 'address-confirmation')
      const [, authorization = ''] = mails.findLast(({ to }) => to === address)!.link!.split('#confirm=')
      expect(await outcomeOf(testServer.call('POST', 'letter/confirmation', { headers: { authorization } }))).toBe(
        '200',
      )
    }
    const corrected = { email: 'right@mail.example' }
    await load(corrected)
    expect(await states()).toEqual([failed, activated])
    await confirm(corrected.email)
    expect([await states(), await counts()]).toEqual([
      [invited, activated],
      [1, 1, 0],
    ])
    // The new address may belong to another owner, who has not opened the portal.
    await load(corrected, { email: 'other@mail.example' })
    expect(await states()).toEqual([invited, activated])
    await confirm('other@mail.example')
    expect([await states(), await counts()]).toEqual([
      [invited, invited],
      [2, 0, 0],
    ])
  })
})

test.each([
  ['550 5.1.1', 'unknown-address'],
  ['450 4.2.2', 'mailbox-full'],
  ['552', 'mailbox-full'],
  ['554 5.7.1', 'refused'],
  ['550', 'refused'],
  [NOT_SENT_IN_TIME, 'not-sent'],
])('records the reply %j of a mail server as the failure %s', (reason, failure) => {
  expect(mailFailureOf(reason)).toBe(failure)
})
