import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportKey, ImportRun } from '#contract/imports.ts'
import type { Problem } from '#contract/problem.ts'
import { drainImports } from '#server/feed/drain.ts'
import { leaseNext } from '#server/feed/queue.ts'
import { markPausedKeys } from '#server/feed/paused-keys.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { sha256 } from '#server/http/keys.ts'
import { importKey, importRun, membership, practice, requestSettings, staff } from '#harness/builders.ts'
import { fileText, smallExport } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const KEYS = { import: 'dierenportaal_import_of-the-tests', requests: 'dierenportaal_requests_of-the-tests' }
const OTHER = 'dierenportaal_import_of-another-admin'
const PROOF = { currentPassword: 'Welkom#2026' }
const PRACTICE = 'de-krekel'

onEngines('keys of somebody who is no admin any more', (engine) => {
  let folder: string
  let testServer: TestServer
  let makerId: string
  let maker: string
  let admin: string
  let ids: { import: string; requests: string; other: string }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-feed-'))
    testServer = await openTestServer(engine, { importFolder: folder })
    const { db } = testServer
    await practice(db, PRACTICE)
    await practice(db, 'b')
    await requestSettings(db, PRACTICE)
    makerId = await staff(db, PRACTICE, 'maker@a.example', 'CLINIC_ADMIN')
    maker = await testServer.signIn(makerId)
    const adminId = await staff(db, PRACTICE, 'admin@a.example', 'CLINIC_ADMIN')
    admin = await testServer.signIn(adminId)
    const made = async (purpose: 'import' | 'requests', key: string, of: { account_id: string; name: string }) =>
      await importKey(db, PRACTICE, { purpose, hash: await sha256(key), made_by: 'Maker', ...of })
    ids = {
      import: await made('import', KEYS.import, { account_id: makerId, name: 'Nacht' }),
      requests: await made('requests', KEYS.requests, { account_id: makerId, name: 'Balie' }),
      other: await made('import', OTHER, { account_id: adminId, name: 'Andere' }),
    }
  })
  afterEach(async () => {
    await testServer[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const codeOf = async (answer: Response) =>
    answer.status < 400 ? answer.status : `${answer.status} ${((await answer.json()) as Problem).code}`
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const ask = (method: string, path: string, key: string, body?: unknown) =>
    testServer.call(method, `practice/${PRACTICE}/${path}`, { headers: bearer(key), ...(body ? { body } : {}) })
  const send = (key: string, sequence: number) =>
    testServer.fetch(
      new Request(`http://portal.test/api/practice/${PRACTICE}/import?sequence=${sequence}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/x-ndjson', ...bearer(key) },
        body: fileText(smallExport()),
      }),
    )
  const uses = async () => [
    await codeOf(await ask('GET', 'imports/9', KEYS.import)),
    await codeOf(await send(KEYS.import, 1)),
    await codeOf(await ask('GET', 'requests?after=0', KEYS.requests)),
    await codeOf(await ask('POST', 'requests/none/answer', KEYS.requests, { outcome: 'answered', text: 'Goed.' })),
  ]
  const PERMITTED = ['404 not-found', 202, 200, '404 not-found']
  const PAUSED = ['403 key-paused', '403 key-paused', '403 key-paused', '403 key-paused']
  const keep = (id: string) =>
    testServer.call('POST', `practice/${PRACTICE}/import-keys/${id}/takeover`, { token: admin, body: PROOF })
  const keys = async () =>
    (await (await testServer.call('GET', `practice/${PRACTICE}/import-keys`, { token: admin })).json()) as ImportKey[]
  const change = (body: unknown, token = admin) =>
    testServer.call('PUT', `practice/${PRACTICE}/staff/${makerId}`, { token, body })
  const mailed = async () =>
    (await testServer.mails())
      .filter(({ kind }) => kind === 'import-key-maker-left')
      .map(({ to, details }) => [to, details?.keys])

  test('work while their maker is an admin', async () => {
    expect(await uses()).toEqual(PERMITTED)
  })

  const LEAVING: [string, () => Promise<unknown>][] = [
    ['is deactivated', () => change({ role: 'CLINIC_ADMIN', active: false, proof: PROOF })],
    ['gets a lower role', () => change({ role: 'CLINIC_USER', active: true, proof: PROOF })],
    ['lowers their own role', () => change({ role: 'CLINIC_USER', active: true, proof: PROOF }, maker)],
    [
      'accepts a lower role of an export',
      async () => {
        await testServer.db
          .insertInto('staff_offer')
          .values({ account_id: makerId, practice_id: PRACTICE, role: 'CLINIC_USER', offered_at: '2026-06-15' })
          .execute()
        return await testServer.call('POST', `user/offers/${PRACTICE}`, { token: maker })
      },
    ],
    ['loses the account', () => testServer.db.deleteFrom('account').where('id', '=', makerId).execute()],
    [
      'loses the role by another way',
      () => testServer.db.updateTable('account').set({ staff_role: 'CLINIC_USER' }).where('id', '=', makerId).execute(),
    ],
  ]

  test.each(LEAVING)('are refused when the maker %s, and work once an admin keeps them', async (_, leave) => {
    await leave()
    expect(await uses()).toEqual(PAUSED)
    expect((await keys()).map(({ name, makerLeft = false }) => [name, makerLeft])).toEqual(
      expect.arrayContaining([
        ['Nacht', true],
        ['Balie', true],
        ['Andere', false],
      ]),
    )
    for (const id of [ids.import, ids.requests]) expect((await keep(id)).status).toBe(200)
    expect(await uses()).toEqual(PERMITTED)
  })

  test('stay paused when the maker becomes an admin again', async () => {
    await change({ role: 'CLINIC_USER', active: true, proof: PROOF })
    await change({ role: 'CLINIC_ADMIN', active: true, proof: PROOF })
    expect(await uses()).toEqual(PAUSED)
  })

  test('are not paused by what happens to the maker at another practice', async () => {
    await membership(testServer.db, makerId, 'b', 'CLINIC_USER')
    expect(await uses()).toEqual(PERMITTED)
    await testServer.db
      .updateTable('account')
      .set({ practice_id: 'b', staff_role: 'CLINIC_ADMIN' })
      .where('id', '=', makerId)
      .execute()
    expect(await uses()).toEqual(PAUSED)
  })

  test('are announced to the admins once, whichever way they were paused', async () => {
    await change({ role: 'CLINIC_USER', active: true, proof: PROOF })
    expect(await mailed()).toEqual([['admin@a.example', ['Balie', 'Nacht']]])
    await markPausedKeys(testServer.ports)
    expect(await mailed()).toHaveLength(1)
    await testServer.db.updateTable('import_key').set({ maker_left: 0 }).where('id', '=', ids.import).execute()
    await markPausedKeys(testServer.ports)
    await deliverOutbox(testServer.ports)
    expect((await mailed()).map(([, names]) => names)).toEqual([['Balie', 'Nacht'], ['Nacht']])
  })

  describe('exports that wait', () => {
    /** Keeps exports of the practice from being loaded, as one that is being loaded elsewhere does. */
    const block = () =>
      importRun(testServer.db, PRACTICE, { id: 'elsewhere', sequence: 1, state: 'running', server: 'elsewhere' })
    async function unblock() {
      await testServer.db.updateTable('import_run').set({ state: 'done' }).where('id', '=', 'elsewhere').execute()
      await drain()
    }
    const loading = () => ({ ...testServer.ports, imports: testServer.ports.imports! })
    const drain = async () => {
      await drainImports(loading())
      await testServer.mails()
    }
    const run = async (sequence: number) => {
      const answer = await testServer.call('GET', `practice/${PRACTICE}/imports/${sequence}`, { token: admin })
      const { state, paused, problems } = (await answer.json()) as ImportRun
      return [state, paused, problems?.first[0]?.code].filter((value) => value !== undefined)
    }
    const clients = async () => (await testServer.db.selectFrom('client').select('uuid').execute()).length
    const revoke = () =>
      testServer.call('DELETE', `practice/${PRACTICE}/import-keys/${ids.import}`, { token: admin, body: PROOF })

    test('are loaded when nothing happens to their key', async () => {
      await block()
      await send(KEYS.import, 2)
      expect(await run(2)).toEqual(['waiting'])
      await unblock()
      expect([await run(2), await clients()]).toEqual([['done'], 1])
    })

    test('are refused when their key is revoked', async () => {
      await block()
      await send(KEYS.import, 2)
      await revoke()
      expect(await run(2)).toEqual(['refused', 'keyRevoked'])
      await unblock()
      expect([await run(2), await clients(), await readdir(folder)]).toEqual([['refused', 'keyRevoked'], 0, []])
    })

    test.each([{ key_id: undefined }, { key_id: null }])(
      'are refused when their key was deleted by a former version: %j',
      async (stored) => {
        await block()
        await send(KEYS.import, 2)
        if (stored.key_id === null) await testServer.db.updateTable('import_run').set(stored).execute()
        await testServer.db.deleteFrom('import_key').where('id', '=', ids.import).execute()
        await unblock()
        expect([await run(2), await clients()]).toEqual([['refused', 'keyRevoked'], 0])
      },
    )

    test.each([
      ['are refused', 0, [['refused', 'keyEnded'], 0]],
      ['are loaded where an admin has confirmed them', 1, [['done'], 1]],
    ] as const)('%s once their key has ended', async (_, confirmed, expected) => {
      const ends_at = new Date(testServer.now.getTime() + 1000).toISOString()
      await testServer.db.updateTable('import_key').set({ ends_at }).execute()
      await block()
      await send(KEYS.import, 2)
      await testServer.db.updateTable('import_run').set({ confirmed }).where('sequence', '=', 2).execute()
      testServer.now = new Date(ends_at)
      await unblock()
      expect([await run(2), await clients()]).toEqual(expected)
    })

    test('wait while their key is paused, and are loaded once an admin keeps it', async () => {
      await block()
      await send(KEYS.import, 2)
      await change({ role: 'CLINIC_USER', active: true, proof: PROOF })
      await unblock()
      expect([await run(2), await clients()]).toEqual([['waiting', true], 0])
      expect((await keep(ids.import)).status).toBe(200)
      await drain()
      expect([await run(2), await clients()]).toEqual([['done'], 1])
    })

    test('do not keep a newer export of another key waiting, which takes their place', async () => {
      await block()
      await send(KEYS.import, 2)
      await change({ role: 'CLINIC_USER', active: true, proof: PROOF })
      await unblock()
      await send(OTHER, 3)
      await drain()
      expect([await run(3), await run(2)]).toEqual([['done'], ['refused', 'superseded']])
      expect(await clients()).toBe(1)
    })

    test('are refused with the key after a pause', async () => {
      await block()
      await send(KEYS.import, 2)
      await change({ role: 'CLINIC_USER', active: true, proof: PROOF })
      await revoke()
      await unblock()
      expect([await run(2), await clients()]).toEqual([['refused', 'keyRevoked'], 0])
    })

    test.each<[string, () => Promise<unknown>, string[]]>([
      ['revoked', revoke, ['refused', 'keyRevoked']],
      ['paused', () => change({ role: 'CLINIC_USER', active: true, proof: PROOF }), ['waiting', 'true']],
    ])('are not loaded when the key is %s while that goes on', async (_, act, becomes) => {
      await block()
      await send(KEYS.import, 2)
      await testServer.mails()
      await testServer.db.updateTable('import_run').set({ state: 'done' }).where('id', '=', 'elsewhere').execute()
      const { server } = loading().imports
      expect(await leaseNext(testServer.db, { server, now: testServer.now })).toMatchObject({ sequence: 2 })
      await act()
      expect((await run(2)).map(String)).toEqual(becomes)
    })
  })
})
