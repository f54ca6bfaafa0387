import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewSharedCard } from '#contract/shared-card.ts'
import { createApp } from '#server/app.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { photoKey } from '#server/files/keys.ts'
import { sha256 } from '#server/http/keys.ts'
import { endAccess } from '#server/access-log/end-access.ts'
import { leakReport } from '#server/access-log/breach-report.ts'
import type { Scope } from '#server/access-log/scope.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import {
  account,
  client,
  importKey,
  invoice,
  logEntries,
  patient,
  practice,
  reminder,
  request,
  requestSettings,
  staff,
} from '#harness/builders.ts'
import { type Place, look, run } from '#harness/commands.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const KEY = 'dierenportaal_requests_of-the-tests-'

/** The tables with something by which one gets in, or with what is made of it: each ends, or has a reason to stay. */
const ENDED = [
  'session',
  'password_link',
  'invitation_link',
  'shared_card',
  'calendar_feed',
  'letter',
  'address_change',
  'removed_row',
  'import_key',
]
const STAYS = {
  account: 'the password, by which its person signs in again',
  passkey: 'the same',
  totp: 'the same',
  recovery_code: 'the same',
  client: 'only whose account it is',
  used_token: 'what is good no more',
  secret: 'fingerprints of the secrets of servers',
  address_key: 'signs addresses of calendars, of which the rows end, and of unsubscribing, which gives nothing to read',
  attempt: 'counts failures',
  audit: 'by which session it was viewed',
  file: 'hashes of files',
  import_run: 'hashes of exports',
  address_mail: 'hashes of addresses',
  recipient_mail: 'the same',
  practice_mailbox: 'confirms an address that gets mails only',
  client_reading: 'names of keys, of a former version',
  staff_proposal: 'names of keys',
  removed_file: 'keys of files',
  removed_record: 'keys of records',
  kept_record: 'the same',
  replaced_record: 'the same',
} as const
const TELLING = /hash|token|secret|code|session|sealed|credential|public_key|key_name|fingerprint|^key$/

interface Door {
  name: string
  opens: () => Promise<boolean>
}

onEngines('ending what lets somebody in', (engine) => {
  let testServer: TestServer
  let drawn: (Sheet | Letters)[]
  beforeEach(async () => {
    drawn = []
    testServer = await openTestServer(engine, {
      pdf: async (sheet) => {
        drawn.push(sheet)
        return new TextEncoder().encode('%PDF-')
      },
    })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = (method: string, path: string, token: string, body?: unknown) =>
    testServer.call(method, path, { token, ...(body !== undefined && { body }) })
  const get = async (url: string) => (await testServer.fetch(new Request(url))).status === 200
  const urlOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { url: string }).url
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

  /** One of every kind, of a practice, its staff and its owner. `once` opens by being used. */
  async function doors(id: string): Promise<{ ofStaff: Door[]; ofOwner: Door[]; ofPractice: Door[]; keys: Door[] }> {
    const { db, ports } = testServer
    await practice(db, id)
    await requestSettings(db, id)
    const staffId = await staff(db, id, `staff@${id}.example`, 'CLINIC_ADMIN')
    const ownerId = await account(db, `owner@${id}.example`)
    const clientId = await client(db, id, { account_id: ownerId })
    const patientId = await patient(db, clientId, 'Bella')
    await reminder(db, clientId)
    const invoiceId = await invoice(db, clientId)
    const photoId = crypto.randomUUID()
    const requestId = await request(db, { clientId, accountId: ownerId })
    await db
      .insertInto('request_photo')
      .values({
        id: photoId,
        client_uuid: clientId,
        account_id: ownerId,
        request_uuid: requestId,
        position: 0,
        type: 'image/png',
        bytes: 3,
        created_at: testServer.now.toISOString(),
      })
      .execute()
    await ports.files.put(photoKey(photoId), new Uint8Array([1, 2, 3]))
    await importKey(db, id, { name: 'Balie', purpose: 'requests', hash: await sha256(KEY + id), account_id: staffId })
    const [byStaff, byOwner] = [await testServer.signIn(staffId), await testServer.signIn(ownerId)]

    // A second server, which knows the token already.
    const beside = createApp(ports)
    const isSignedIn = (token: string) => async () =>
      (await beside.fetch(new Request('http://portal.test/api/user', { headers: { authorization: token } }))).status ===
      200
    const linkOf = async (username: string) => {
      await testServer.call('POST', `password/forgot?email=${username}`)
      const { link } = (await testServer.mails()).findLast(({ to }) => to === username)!
      return new URL(link!).searchParams.get('token')!
    }
    // A good link gets as far as the password, which is refused.
    const opensLink = (token: string) => async () =>
      (await codeOf(await call('POST', 'password/reset', token, { newPassword: 'x' }))) !== 'reset-token-invalid'
    const photoOf = async (answer: Promise<Response>) => {
      const { photos } = (await (await answer).json()) as { photos: { url: string }[] }
      return photos[0]!.url
    }

    const card = await call('POST', `clients/${clientId}/patients/${patientId}/shared-cards`, byOwner, {
      parts: ['identity'],
    })
    const { secret } = (await card.json()) as NewSharedCard
    const calendar = await urlOf(call('POST', `clients/${clientId}/calendar`, byOwner))
    const paper = (token: string) => urlOf(call('GET', `clients/${clientId}/invoices/${invoiceId}/file`, token))
    const herd = await urlOf(call('GET', `clients/${clientId}/herd/medicines/file?format=csv`, byOwner))
    const [ownPaper, staffPaper] = [await paper(byOwner), await paper(byStaff)]
    const ownPhoto = await photoOf(call('GET', `clients/${clientId}/requests/${requestId}`, byOwner))
    const staffPhoto = await photoOf(call('GET', `practice/${id}/requests/${requestId}`, byStaff))
    const upload = await urlOf(
      testServer.call('GET', `practice/${id}/logoUploadUrl`, {
        token: byStaff,
        headers: { 'content-type': 'image/png' },
      }),
    )
    const [links, staffLink] = [await linkOf(`owner@${id}.example`), await linkOf(`staff@${id}.example`)]

    const letterTo = async () => {
      const clientUuids = [await client(db, id)]
      expect((await call('POST', `practice/${id}/letters`, byStaff, { clientUuids })).status).toBe(200)
      const last = drawn.at(-1)!
      return 'letters' in last ? last.letters[0]!.code.value : ''
    }
    const give = async (code: string, email: string) =>
      (await testServer.call('POST', 'letter', { body: { code, email } })).status === 204
    const [code, given] = [await letterTo(), await letterTo()]
    await give(given, `given@${id}.example`)
    const mailed = (await testServer.mails()).findLast(({ kind }) => kind === 'letter')
    const confirmation = /#confirm=(.+)$/.exec(mailed!.link!)![1]!

    await db
      .insertInto('address_change')
      .values({
        client_uuid: await client(db, id),
        account_id: await account(db, `changed@${id}.example`),
        asked_at: testServer.now.toISOString(),
        token_hash: await sha256(`changed ${id}`),
        token_ends_at: new Date(testServer.now.getTime() + 86_400_000).toISOString(),
      })
      .execute()

    const headers = { authorization: `Bearer ${KEY}${id}` }
    const ofSystem = () => testServer.call('GET', `practice/${id}/requests?after=0`, { headers })
    const { content } = (await (await ofSystem()).json()) as { content: { photos: { url: string }[] }[] }
    const systemPhoto = content[0]!.photos[0]!.url

    return {
      ofStaff: [
        { name: 'the session of staff', opens: isSignedIn(byStaff) },
        { name: 'the password link of staff', opens: opensLink(staffLink) },
        { name: 'the address of a paper, of staff', opens: () => get(staffPaper) },
        { name: 'the address of a photo, of staff', opens: () => get(staffPhoto) },
        {
          name: 'the address for a logo',
          // Refused for its type before it is used.
          opens: async () => {
            const body = new Uint8Array([1])
            const sent = new Request(upload, { method: 'PUT', body, headers: { 'content-type': 'image/png' } })
            return (await testServer.fetch(sent)).status === 415
          },
        },
      ],
      ofOwner: [
        { name: 'the session of an owner', opens: isSignedIn(byOwner) },
        { name: 'the password link of an owner', opens: opensLink(links) },
        {
          name: 'a shared card',
          opens: async () => (await testServer.call('GET', 'shared-card', { token: secret })).status === 200,
        },
        { name: 'a calendar', opens: () => get(calendar) },
        { name: 'the address of a paper, of an owner', opens: () => get(ownPaper) },
        { name: 'the address of the medicines', opens: () => get(herd) },
        { name: 'the address of a photo, of an owner', opens: () => get(ownPhoto) },
      ],
      ofPractice: [
        { name: 'the code of a letter', opens: () => give(code, `code@${id}.example`) },
        {
          name: 'the link to confirm a new address',
          opens: async () => {
            const hash = await sha256(`changed ${id}`)
            const row = await db
              .selectFrom('address_change')
              .select('token_hash')
              .where('token_hash', '=', hash)
              .execute()
            return row.length === 1
          },
        },
        {
          name: 'the link of a letter',
          // It opens once; a link that is not looked at is a good one.
          opens: async () => {
            const hash = await sha256(confirmation)
            const row = await db.selectFrom('letter').select('token_hash').where('token_hash', '=', hash).execute()
            return row.length === 1
          },
        },
      ],
      keys: [
        { name: 'a key', opens: async () => (await ofSystem()).status === 200 },
        { name: 'the address of a photo, of a key', opens: () => get(systemPhoto) },
      ],
    }
  }

  const open = async (some: Door[]) => {
    const opened: string[] = []
    for (const { name, opens } of some) if (await opens()) opened.push(name)
    return opened
  }
  const names = (some: Door[]) => some.map(({ name }) => name)
  const end = (scope: Scope, keys = false) =>
    inTransaction(testServer.db, (trx) => endAccess(trx, { scope, keys, now: testServer.now }))
  const idOf = async (username: string) =>
    (await testServer.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow())
      .id

  test('of a practice ends every kind, and none of another practice', async () => {
    const [a, b] = [await doors('a'), await doors('b')]
    const [all, others] = [[...a.ofStaff, ...a.ofOwner, ...a.ofPractice], Object.values(b).flat()]
    expect(await open([...all, ...a.keys])).toEqual(names([...all, ...a.keys]))
    expect(await open(others)).toEqual(names(others))
    await end({ practiceId: 'a' })
    expect(await open(all)).toEqual([])
    expect(await open(a.keys)).toEqual(names(a.keys))
    expect(await open(others)).toEqual(names(others))
    await end({ practiceId: 'a' }, true)
    expect(await open(a.keys)).toEqual([])
    expect(await open(others)).toEqual(names(others))
    const trail = testServer.db.selectFrom('audit').select('practice_id').where('action', '=', 'access-ended')
    expect(await trail.execute()).toEqual([{ practice_id: 'a' }, { practice_id: 'a' }])
  })

  test('of an account ends its own, and none of others of its practice', async () => {
    const { ofStaff, ofOwner, ofPractice, keys } = await doors('a')
    await end({ accountId: await idOf('owner@a.example') }, true)
    expect(await open(ofOwner)).toEqual([])
    const others = [...ofStaff, ...ofPractice, ...keys]
    expect(await open(others)).toEqual(names(others))
    await end({ accountId: await idOf('staff@a.example') })
    expect(await open(ofStaff)).toEqual([])
    expect(await open(keys)).toEqual(names(keys))
    await end({ accountId: await idOf('given@a.example') })
    await end({ accountId: await idOf('changed@a.example') })
    expect(await open(ofPractice)).toEqual(['the code of a letter'])
  })

  test('of all ends every kind of all practices, and signing in opens a new session', async () => {
    const all = [await doors('a'), await doors('b')].flatMap((of) => Object.values(of).flat())
    await end('all', true)
    expect(await open(all)).toEqual([])
    testServer.now = new Date(testServer.now.getTime() + 1000)
    const body = { username: 'owner@a.example', password: 'Welkom#2026' }
    expect((await testServer.call('POST', 'user/authenticate', { body })).status).toBe(200)
    const made = await testServer.signIn(await idOf('owner@a.example'))
    const { uuid } = await testServer.db
      .selectFrom('invoice')
      .innerJoin('client', 'client.uuid', 'invoice.client_uuid')
      .where('client.practice_id', '=', 'a')
      .select('invoice.uuid')
      .executeTakeFirstOrThrow()
    const { client_uuid: id } = await testServer.db
      .selectFrom('invoice')
      .select('client_uuid')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow()
    expect(await get(await urlOf(call('GET', `clients/${id}/invoices/${uuid}/file`, made)))).toBe(true)
  })

  test('with a removal that can be undone: neither its cards nor its calendar come back', async () => {
    const { ofOwner } = await doors('a')
    const admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    const { uuid } = await testServer.db
      .selectFrom('client')
      .select('uuid')
      .where('account_id', '=', await idOf('owner@a.example'))
      .executeTakeFirstOrThrow()
    await call('DELETE', `clients/${uuid}`, admin)
    await end({ practiceId: 'a' })
    const { id } = await testServer.db.selectFrom('removal').select('id').executeTakeFirstOrThrow()
    const again = await testServer.signIn(await idOf('admin@a.example'))
    expect((await call('POST', `practice/a/removals/${id}/undo`, again)).status).toBe(200)
    expect(await open(ofOwner)).toEqual([])
  })

  test('knows each table with something of the kind', async () => {
    const tables = (await testServer.db.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => TELLING.test(name)),
    )
    const known = [...ENDED, ...Object.keys(STAYS)]
    expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })
})

onEngines('what may have leaked', (engine) => {
  const COMMAND = 'server/cli/leak/main.ts'
  const BOS = '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a03'
  const DAY = '2026-06-01'
  const PERIOD = { from: '2026-05-01', to: '2026-06-30' }
  let where: Place
  let samId: string

  beforeEach(async () => {
    where = {
      dataDir: mkdtempSync(join(tmpdir(), 'portal-')),
      databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
    }
    samId = await look(where, async (db) => {
      for (const id of ['a', 'b']) await practice(db, id)
      const sam = await staff(db, 'a', 'sam@a.example')
      const bos = await client(db, 'a', {
        uuid: BOS,
        last_name: 'Bos',
        email: 'bos@mail.example',
        client_number: '12',
        account_id: await account(db, 'bos@mail.example'),
      })
      await client(db, 'a', { last_name: 'Vos' })
      const other = await client(db, 'b', { last_name: 'Das' })
      await patient(db, bos, 'Bella')
      await invoice(db, bos)
      const readOn = (day: string) => ({ at: `${day}T10:00:00.000Z`, action: 'read' as const, day })
      const ofBos = { practice_id: 'a', client_uuid: bos }
      const by = { ...ofBos, account_id: sam, account_username: 'sam@a.example', account_name: 'Sam' }
      await logEntries(db, [
        { ...by, ...readOn(DAY) },
        { ...by, ...readOn('2026-04-30') },
        { ...ofBos, ...readOn(DAY), details: JSON.stringify({ key: 'Balie' }) },
        { ...readOn(DAY), practice_id: 'b', client_uuid: other, account_id: 'elsewhere' },
        { ...by, at: '2026-04-30T21:59:59.000Z', action: 'deleted' },
        { ...by, at: '2026-04-30T22:00:00.000Z', action: 'locked' },
        { ...by, at: '2026-06-30T22:00:00.000Z', action: 'unlocked' },
      ])
      await db
        .insertInto('session')
        .values([{ id: 'theirs', account_id: sam, signed_in_at: new Date().toISOString() }])
        .execute()
      return sam
    })
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))

  const report = (scope: Scope) => look(where, (db) => leakReport(db, { scope, period: PERIOD, now: new Date() }))

  test('of a practice: its clients, the kinds of data, who has seen them in the period, and nothing of others', async () => {
    const { practices, clients, kinds, accounts } = await report({ practiceId: 'a' })
    expect(practices).toEqual([{ id: 'a', name: 'Praktijk a' }])
    expect(clients.map(({ name, email, seenBy }) => [name, email, seenBy])).toEqual([
      ['Bos', 'bos@mail.example', 2],
      ['Vos', null, 0],
    ])
    const counts = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
    expect(counts).toMatchObject({ names: 2, 'e-mail addresses': 1, animals: 1, invoices: 1, requests: 0 })
    expect(accounts).toHaveLength(2)
    expect(accounts).toContainEqual({
      id: samId,
      username: 'sam@a.example',
      name: 'sam@a.example',
      actions: { locked: 1, read: 1 },
      first: '2026-04-30T22:00:00.000Z',
      last: DAY,
      clients: [BOS],
    })
    expect(accounts).toContainEqual({ key: 'Balie', actions: { read: 1 }, first: DAY, last: DAY, clients: [BOS] })
  })

  test('of an account: what staff could read, and an owner of their own', async () => {
    const names = async (scope: Scope) => (await report(scope)).clients.map(({ name }) => name)
    expect(await names({ accountId: samId })).toEqual(['Bos', 'Vos'])
    const owner = await look(where, (db) =>
      db.selectFrom('account').select('id').where('username', '=', 'bos@mail.example').executeTakeFirstOrThrow(),
    )
    expect(await names({ accountId: owner.id })).toEqual(['Bos'])
    expect(await names('all')).toEqual(['Bos', 'Vos', 'Das'])
  })

  describe('by command', () => {
    const period = ['--from', PERIOD.from, '--to', PERIOD.to]
    const sessions = () => look(where, (db) => db.selectFrom('session').select('id').execute())

    test('is told and written for its user alone, and ends nothing unless asked', async () => {
      const out = join(where.dataDir, 'leak')
      const { code, output, errors } = await run(COMMAND, ['--practice', 'a', ...period, '--out', out], where)
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      expect(output).toContain('Clients that could be read: 2\n')
      expect(output).toContain('sam@a.example <sam@a.example>: locked 1, read 1; 1 clients;')
      expect(output).toContain('within 72 hours')
      const read = (name: string) => readFileSync(join(out, name), 'utf8')
      expect(read('clients.csv')).toContain('a;12;Bos;bos@mail.example;')
      expect(read('accounts.csv')).toContain('Balie;read 1;1;')
      expect((JSON.parse(read('leak.json')) as { clients: unknown[] }).clients).toHaveLength(2)
      for (const name of ['leak.txt', 'leak.json', 'clients.csv', 'accounts.csv'])
        expect(statSync(join(out, name)).mode & 0o777).toBe(0o600)
      expect(statSync(out).mode & 0o777).toBe(0o700)
      expect(await sessions()).toHaveLength(1)
      expect(await run(COMMAND, ['--practice', 'a', '--out', out], where)).toMatchObject({
        code: 1,
        errors: `${out} is there already.\n`,
      })
    })

    test('ends the sessions of the account that is named', async () => {
      const other = await run(COMMAND, ['--account', 'bos@mail.example', '--end-sessions'], where)
      expect(other.output).toContain('Ended: 0 sessions')
      expect(await sessions()).toHaveLength(1)
      const { code, output } = await run(COMMAND, ['--account', 'Sam@A.example', '--end-sessions'], where)
      expect(code).toBe(0)
      expect(output).toContain('Ended: 1 sessions')
      expect(await sessions()).toEqual([])
    })

    test.each([
      [[], 2, 'Say --practice, --account or --all'],
      [['--practice', 'a', '--all'], 2, 'Say --practice, --account or --all'],
      [['--all', '--keys'], 2, '--keys goes with --end-sessions'],
      [['--all', '--from', 'gisteren'], 2, '--from is no day: gisteren'],
      [['--practice', 'mees'], 1, 'There is no practice mees.'],
      [['--account', 'mees@mail.example'], 1, 'There is no account mees@mail.example.'],
    ])('refuses %j', async (args, code, reason) => {
      const refused = await run(COMMAND, args, where)
      expect(refused.code).toBe(code)
      expect(refused.errors).toContain(reason)
      expect(await sessions()).toHaveLength(1)
    })
  })
})
