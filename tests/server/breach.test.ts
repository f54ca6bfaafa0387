import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewShareLink } from '#contract/schemas/share-link.ts'
import { createApp } from '#server/app.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { photoKey } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { endAccess, type Scope } from '#server/access-log/end-access.ts'
import { breachReport } from '#server/access-log/breach-report.ts'
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
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf, recordingPdf } from '#harness/test-server.ts'

const KEY = 'dierenportaal_requests_of-the-tests-'

/** Tables with credentials, or data derived from credentials, that `endAccess` deletes. */
const ENDED =
  'session password_link invitation_link shared_card calendar_feed letter address_change removed_row import_key oidc_sign_in'
/** Tables whose rows `endAccess` keeps, by the reason. */
const KEPT = {
  'the owner signs in again by these': 'account passkey totp recovery_code',
  'holds only the account of a client': 'client',
  'is used up': 'used_token',
  'holds fingerprints of the secrets of servers': 'secret',
  'signs URLs of calendars, whose rows end, and of unsubscribing, which shows nothing': 'address_key',
  'counts failures': 'attempt',
  'names the session of a view': 'audit',
  'holds hashes of files, exports, addresses, messages and estimates':
    'file import_run address_mail recipient_mail request_message estimate estimate_answer',
  'confirms an address that only receives mails': 'practice_mailbox',
  'holds names of keys': 'client_reading staff_proposal price_list',
  'sends events without names, and has encrypted secrets of receivers': 'webhook_endpoint',
  'is valid only while there is no practice': 'setup_code',
  'holds keys of files and records': 'removed_file removed_record kept_record replaced_record',
}
const SENSITIVE = /hash|token|secret|code|session|sealed|credential|public_key|key_name|fingerprint|^key$/

/** Tests of whether each credential still works, by its name. */
type Access = Record<string, () => Promise<boolean>>

onEngines('ending access after a breach', (engine) => {
  const { drawn, pdf } = recordingPdf()
  const testServer = eachTestServer(engine, () => {
    drawn.length = 0
    return { pdf }
  })

  const call = (method: string, path: string, token: string, body?: unknown) =>
    testServer.call(method, path, { token, ...(body !== undefined && { body }) })
  const opens = (url: string) => async () => (await testServer.fetch(new Request(url))).status === 200
  const urlOf = async (response: Promise<Response>) => (await testServer.ok<{ url: string }>(response)).url
  const idOf = async (username: string) => (await rowsOf(testServer.db, 'account', ['id'], { username }))[0]!.id

  /** Creates one credential of each kind for a practice, its staff, its owner and its import key. */
  async function accessTo(
    id: string,
  ): Promise<{ ofStaff: Access; ofOwner: Access; ofPractice: Access; ofKey: Access }> {
    const { db, ports } = testServer
    await practice(db, id)
    await requestSettings(db, id)
    const staffId = await staff(db, id, `staff@${id}.example`, 'CLINIC_ADMIN')
    const accountId = await account(db, `owner@${id}.example`)
    const clientId = await client(db, id, { account_id: accountId })
    const patientId = await patient(db, clientId, 'Bella')
    await reminder(db, clientId)
    const invoiceId = await invoice(db, clientId)
    const photoId = crypto.randomUUID()
    const requestId = await request(db, { clientId, accountId })
    const created_at = testServer.now.toISOString()
    const photo = {
      id: photoId,
      request_uuid: requestId,
      position: 0,
      type: 'image/png',
      bytes: 3,
      created_at,
    } as const
    await db
      .insertInto('request_photo')
      .values({ ...photo, client_uuid: clientId, account_id: accountId })
      .execute()
    await ports.files.put(photoKey(photoId), new Uint8Array([1, 2, 3]))
    await importKey(db, id, { name: 'Balie', purpose: 'requests', hash: await sha256(KEY + id), account_id: staffId })
    const [byStaff, byOwner] = [await testServer.signIn(staffId), await testServer.signIn(accountId)]

    // A second server, which has cached the session.
    const beside = createApp(ports)
    const isSignedIn = (authorization: string) => async () =>
      (await beside.fetch(new Request('http://portal.test/api/user', { headers: { authorization } }))).status === 200
    const linkOf = async (username: string) => {
      await testServer.call('POST', `password/forgot?email=${username}`)
      const { link } = (await testServer.mails()).findLast(({ to }) => to === username)!
      return new URL(link!).searchParams.get('token')!
    }
    // A valid link gets past the token check; the password `x` is then rejected.
    const opensLink = (token: string) => async () =>
      (await outcomeOf(call('POST', 'password/reset', token, { newPassword: 'x' }))) !== '401 reset-token-invalid'
    const photoOf = async (response: Promise<Response>) =>
      (await testServer.ok<{ photos: { url: string }[] }>(response)).photos[0]!.url
    const isStored = (table: 'letter' | 'address_change', secret: string) => async () =>
      (await rowsOf(db, table, ['token_hash'], { token_hash: await sha256(secret) })).length === 1

    const { secret } = await testServer.ok<NewShareLink>(
      call('POST', `clients/${clientId}/patients/${patientId}/shared-cards`, byOwner, { parts: ['identity'] }),
    )
    const file = (token: string) => urlOf(call('GET', `clients/${clientId}/invoices/${invoiceId}/file`, token))
    const upload = await urlOf(
      testServer.call('GET', `practice/${id}/logoUploadUrl`, {
        token: byStaff,
        headers: { 'content-type': 'image/png' },
      }),
    )
    const letterTo = async () => {
      const clientUuids = [await client(db, id)]
      await call('POST', `practice/${id}/letters`, byStaff, { clientUuids })
      const last = drawn.at(-1)!
      return 'letters' in last ? last.letters[0]!.code.value : ''
    }
    const give = async (code: string, email: string) =>
      (await testServer.call('POST', 'letter', { body: { code, email } })).status === 204
    const [code, given] = [await letterTo(), await letterTo()]
    await give(given, `given@${id}.example`)
    const mailed = (await testServer.mails()).findLast(({ kind }) => kind === 'letter')
    const confirmation = /#confirm=(.+)$/.exec(mailed!.link!)![1]!
    const change = {
      client_uuid: await client(db, id),
      account_id: await account(db, `changed@${id}.example`),
      asked_at: created_at,
      token_hash: await sha256(`changed ${id}`),
      token_ends_at: '2026-06-16T10:00:00.000Z',
    }
    await db.insertInto('address_change').values(change).execute()
    const ofSystem = () =>
      testServer.call('GET', `practice/${id}/requests?after=0`, { headers: { authorization: `Bearer ${KEY}${id}` } })
    const { content } = await testServer.ok<{ content: { photos: { url: string }[] }[] }>(ofSystem())

    return {
      ofStaff: {
        'session of staff': isSignedIn(byStaff),
        'password link of staff': opensLink(await linkOf(`staff@${id}.example`)),
        'URL of a document, of staff': opens(await file(byStaff)),
        'URL of a photo, of staff': opens(await photoOf(call('GET', `practice/${id}/requests/${requestId}`, byStaff))),
        // The server rejects this body for its type before it uses up the URL.
        'URL for the upload of a logo': async () => {
          const sent = { method: 'PUT', body: new Uint8Array([1]), headers: { 'content-type': 'image/png' } }
          return (await testServer.fetch(new Request(upload, sent))).status === 415
        },
      },
      ofOwner: {
        'session of an owner': isSignedIn(byOwner),
        'password link of an owner': opensLink(await linkOf(`owner@${id}.example`)),
        'shared card': async () => (await testServer.call('GET', 'shared-card', { token: secret })).status === 200,
        calendar: opens(await urlOf(call('POST', `clients/${clientId}/calendar`, byOwner))),
        'URL of a document, of an owner': opens(await file(byOwner)),
        'URL of the medicines': opens(
          await urlOf(call('GET', `clients/${clientId}/herd/medicines/file?format=csv`, byOwner)),
        ),
        'URL of a photo, of an owner': opens(
          await photoOf(call('GET', `clients/${clientId}/requests/${requestId}`, byOwner)),
        ),
      },
      ofPractice: {
        'code of a letter': () => give(code, `code@${id}.example`),
        // These links work only once, so the test looks up their rows instead of following them.
        'link to confirm a new address': isStored('address_change', `changed ${id}`),
        'link of a letter': isStored('letter', confirmation),
      },
      ofKey: {
        key: async () => (await ofSystem()).status === 200,
        'URL of a photo, of a key': opens(content[0]!.photos[0]!.url),
      },
    }
  }

  const working = async (...some: Access[]) => {
    const found: string[] = []
    for (const [name, works] of some.flatMap((access) => Object.entries(access))) if (await works()) found.push(name)
    return found
  }
  const names = (...some: Access[]) => some.flatMap((access) => Object.keys(access))
  const expectWorking = async (...some: Access[]) => expect(await working(...some)).toEqual(names(...some))
  const end = (scope: Scope, keys = false) =>
    inTransaction(testServer.db, (trx) => endAccess(trx, { scope, keys, now: testServer.now }))

  test('for one practice ends every kind of access to that practice only', async () => {
    const [{ ofKey, ...rest }, others] = [await accessTo('a'), Object.values(await accessTo('b'))]
    const all = Object.values(rest)
    await expectWorking(...all, ofKey, ...others)
    await end({ practiceId: 'a' })
    expect(await working(...all)).toEqual([])
    await expectWorking(ofKey, ...others)
    await end({ practiceId: 'a' }, true)
    expect(await working(ofKey)).toEqual([])
    await expectWorking(...others)
    const ended = { practice_id: 'a' }
    expect(await rowsOf(testServer.db, 'audit', ['practice_id'], { action: 'access-ended' })).toEqual([ended, ended])
  })

  test('for one account ends the access of that account only', async () => {
    const { ofStaff, ofOwner, ofPractice, ofKey } = await accessTo('a')
    await end({ accountId: await idOf('owner@a.example') }, true)
    expect(await working(ofOwner)).toEqual([])
    await expectWorking(ofStaff, ofPractice, ofKey)
    await end({ accountId: await idOf('staff@a.example') })
    expect(await working(ofStaff)).toEqual([])
    await expectWorking(ofKey)
    await end({ accountId: await idOf('given@a.example') })
    await end({ accountId: await idOf('changed@a.example') })
    expect(await working(ofPractice)).toEqual(['code of a letter'])
  })

  test('for all practices ends every kind of access, after which users can sign in again', async () => {
    const all = [await accessTo('a'), await accessTo('b')].flatMap((access) => Object.values(access))
    await end('all', true)
    expect(await working(...all)).toEqual([])
    testServer.advance(1000)
    const body = { username: 'owner@a.example', password: 'Welkom#2026' }
    expect(await outcomeOf(testServer.call('POST', 'user/authenticate', { body }))).toBe('200')
    const accountId = await idOf('owner@a.example')
    const [owned] = await rowsOf(testServer.db, 'client', ['uuid'], { account_id: accountId })
    const [document] = await rowsOf(testServer.db, 'invoice', ['uuid'], { client_uuid: owned!.uuid })
    const path = `clients/${owned!.uuid}/invoices/${document!.uuid}/file`
    expect(await opens(await urlOf(call('GET', path, await testServer.signIn(accountId))))()).toBe(true)
  })

  test('is not reversed when the removal of a client is undone', async () => {
    const { ofOwner } = await accessTo('a')
    const adminId = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const [owned] = await rowsOf(testServer.db, 'client', ['uuid'], { account_id: await idOf('owner@a.example') })
    await call('DELETE', `clients/${owned!.uuid}`, await testServer.signIn(adminId))
    await end({ practiceId: 'a' })
    const [removal] = await rowsOf(testServer.db, 'removal', ['id'])
    const path = `practice/a/removals/${removal!.id}/undo`
    expect(await outcomeOf(call('POST', path, await testServer.signIn(adminId)))).toBe('200')
    expect(await working(ofOwner)).toEqual([])
  })

  test('covers every table that may contain credentials', async () => {
    const tables = (await testServer.db.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => SENSITIVE.test(name)),
    )
    const known = [ENDED, ...Object.values(KEPT)].join(' ').split(' ')
    expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })
})

onEngines('a breach report', (engine) => {
  const COMMAND = 'server/cli/breach/main.ts'
  const BOS = '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a03'
  const DAY = '2026-06-01'
  const PERIOD = { from: '2026-05-01', to: '2026-06-30' }
  const where = eachPlace(engine)
  let [samId, ownerId] = ['', '']

  beforeEach(() =>
    withDatabase(where, async (db) => {
      for (const id of ['a', 'b']) await practice(db, id)
      samId = await staff(db, 'a', 'sam@a.example')
      ownerId = await account(db, 'bos@mail.example')
      const named = { last_name: 'Bos', email: 'bos@mail.example', client_number: '12' }
      await client(db, 'a', { uuid: BOS, ...named, account_id: ownerId })
      await client(db, 'a', { last_name: 'Vos' })
      const other = await client(db, 'b', { last_name: 'Das' })
      await patient(db, BOS, 'Bella')
      await invoice(db, BOS)
      const readOn = (day: string) => ({ at: `${day}T10:00:00.000Z`, action: 'read' as const, day })
      const ofBos = { practice_id: 'a', client_uuid: BOS }
      const by = { ...ofBos, account_id: samId, account_username: 'sam@a.example', account_name: 'Sam' }
      await logEntries(db, [
        { ...by, ...readOn(DAY) },
        { ...by, ...readOn('2026-04-30') },
        { ...ofBos, ...readOn(DAY), details: JSON.stringify({ key: 'Balie' }) },
        { ...readOn(DAY), practice_id: 'b', client_uuid: other, account_id: 'elsewhere' },
        { ...by, at: '2026-04-30T21:59:59.000Z', action: 'deleted' },
        { ...by, at: '2026-04-30T22:00:00.000Z', action: 'locked' },
        { ...by, at: '2026-06-30T22:00:00.000Z', action: 'unlocked' },
      ])
      const session = { id: 'theirs', account_id: samId, signed_in_at: new Date().toISOString() }
      await db.insertInto('session').values(session).execute()
    }),
  )

  const report = (scope: Scope) =>
    withDatabase(where, (db) => breachReport(db, { scope, period: PERIOD, now: new Date() }))

  test('for a practice lists its clients, the kinds of data, and who viewed the clients in the period', async () => {
    const { practices, clients, kinds, accounts } = await report({ practiceId: 'a' })
    expect(practices).toEqual([{ id: 'a', name: 'Praktijk a' }])
    expect(clients.map(({ name, email, seenBy }) => [name, email, seenBy])).toEqual([
      ['Bos', 'bos@mail.example', 2],
      ['Vos', null, 0],
    ])
    const counts = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
    expect(counts).toMatchObject({ names: 2, 'e-mail addresses': 1, animals: 1, invoices: 1, requests: 0 })
    const sam = { id: samId, username: 'sam@a.example', name: 'sam@a.example', actions: { locked: 1, read: 1 } }
    const seen = { last: DAY, clients: [BOS] }
    expect(new Set(accounts)).toEqual(
      new Set([
        { ...sam, first: '2026-04-30T22:00:00.000Z', ...seen },
        { key: 'Balie', actions: { read: 1 }, first: DAY, ...seen },
      ]),
    )
  })

  test('for an account lists the clients that the account could read', async () => {
    const names = async (scope: Scope) => (await report(scope)).clients.map(({ name }) => name)
    expect(await names({ accountId: samId })).toEqual(['Bos', 'Vos'])
    expect(await names({ accountId: ownerId })).toEqual(['Bos'])
    expect(await names('all')).toEqual(['Bos', 'Vos', 'Das'])
  })

  describe('from the command line', () => {
    const command = (...args: string[]) => run(COMMAND, args, where)
    const sessions = () => withDatabase(where, (db) => rowsOf(db, 'session', ['id']))

    test('prints and writes a private report without ending sessions', async () => {
      const out = join(where.dataDir, 'leak')
      const args = ['--practice', 'a', '--out', out]
      const { code, output, errors } = await command(...args, '--from', PERIOD.from, '--to', PERIOD.to)
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      for (const text of [
        'Clients that could be read: 2\n',
        'sam@a.example <sam@a.example>: locked 1, read 1; 1 clients;',
        'within 72 hours',
      ])
        expect(output).toContain(text)
      const read = (name: string) => readFileSync(join(out, name), 'utf8')
      expect(read('clients.csv')).toContain('a;12;Bos;bos@mail.example;')
      expect(read('accounts.csv')).toContain('Balie;read 1;1;')
      expect((JSON.parse(read('leak.json')) as { clients: unknown[] }).clients).toHaveLength(2)
      const modes = ['.', 'leak.txt', 'leak.json', 'clients.csv', 'accounts.csv'].map(
        (name) => statSync(join(out, name)).mode & 0o777,
      )
      expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600])
      expect(await sessions()).toHaveLength(1)
      expect(await command(...args)).toMatchObject({ code: 1, errors: `${out} already exists. Name a new folder.\n` })
    })

    test('ends sessions of the named account with --end-sessions', async () => {
      const endOf = (username: string) => command('--account', username, '--end-sessions')
      expect((await endOf('bos@mail.example')).output).toContain('Ended: 0 sessions')
      expect(await sessions()).toHaveLength(1)
      const ended = { code: 0, output: expect.stringContaining('Ended: 1 sessions') }
      expect(await endOf('Sam@A.example')).toMatchObject(ended)
      expect(await sessions()).toEqual([])
    })

    test('requires exactly one existing scope', async () => {
      const rejected: [args: string[], code: number, reason: string][] = [
        [[], 2, 'Give --practice, --account or --all'],
        [['--practice', 'a', '--all'], 2, 'Give --practice, --account or --all'],
        [['--all', '--keys'], 2, '--keys needs --end-sessions'],
        [['--all', '--from', 'gisteren'], 2, '--from is not a date (YYYY-MM-DD): gisteren'],
        [['--practice', 'mees'], 1, 'There is no practice mees.'],
        [['--account', 'mees@mail.example'], 1, 'There is no account mees@mail.example.'],
      ]
      for (const [args, code, reason] of rejected)
        expect(await command(...args)).toMatchObject({ code, errors: expect.stringContaining(reason) })
      expect(await sessions()).toHaveLength(1)
    })
  })
})
