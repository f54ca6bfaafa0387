import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportKey, ImportRun } from '#contract/schemas/imports.ts'
import { drainImports } from '#server/import-jobs/drain.ts'
import { leaseNext } from '#server/import-jobs/queue.ts'
import { markPausedKeys } from '#server/import-jobs/paused-keys.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { sha256 } from '#server/http/keys.ts'
import { importKey, importRun, membership, practice, requestSettings, staff, staffOffer } from '#harness/builders.ts'
import { fileText, smallExport } from '#harness/example-export.ts'
import { eachFolder } from '#harness/folders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const IMPORT_KEY = 'dierenportaal_import_of-the-tests'
const REQUESTS_KEY = 'dierenportaal_requests_of-the-tests'
const OTHER_KEY = 'dierenportaal_import_of-another-admin'
const PROOF = { currentPassword: 'Welkom#2026' }
const PRACTICE = 'de-krekel'
const PERMITTED = ['404 not-found', '202', '200', '404 not-found']
const PAUSED = Array<string>(4).fill('403 key-paused')
const LOWER = { role: 'CLINIC_USER', active: true, proof: PROOF }

onEngines('keys whose maker is no longer an admin', (engine) => {
  const folder = eachFolder()
  const testServer = eachTestServer(engine, () => ({ importFolder: folder.path }))
  let [makerId, adminId, importId, requestsId] = ['', '', '', '']
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, PRACTICE)
    await practice(db, 'b')
    await requestSettings(db, PRACTICE)
    makerId = await staff(db, PRACTICE, 'maker@a.example', 'CLINIC_ADMIN')
    adminId = await staff(db, PRACTICE, 'admin@a.example', 'CLINIC_ADMIN')
    const made = async (purpose: 'import' | 'requests', key: string, of: { account_id: string; name: string }) =>
      await importKey(db, PRACTICE, { purpose, hash: await sha256(key), made_by: 'Maker', ...of })
    importId = await made('import', IMPORT_KEY, { account_id: makerId, name: 'Nacht' })
    requestsId = await made('requests', REQUESTS_KEY, { account_id: makerId, name: 'Balie' })
    await made('import', OTHER_KEY, { account_id: adminId, name: 'Andere' })
  })

  const callAsAdmin = (method: string, path: string, body?: object) =>
    testServer.callAs(adminId, method, `practice/${PRACTICE}/${path}`, body)
  const callBy = (key: string, method: string, path: string, body?: object) =>
    testServer.call(method, `practice/${PRACTICE}/${path}`, { headers: { authorization: `Bearer ${key}` }, body })
  const send = (key: string, sequence: number) =>
    testServer.fetch(
      new Request(`http://portal.test/api/practice/${PRACTICE}/import?sequence=${sequence}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
        body: fileText(smallExport()),
      }),
    )
  /** Outcomes of all calls that the two keys are for. */
  const uses = async () => [
    await outcomeOf(callBy(IMPORT_KEY, 'GET', 'imports/9')),
    await outcomeOf(send(IMPORT_KEY, 1)),
    await outcomeOf(callBy(REQUESTS_KEY, 'GET', 'requests?after=0')),
    await outcomeOf(callBy(REQUESTS_KEY, 'POST', 'requests/none/answer', { outcome: 'answered', text: 'Goed.' })),
  ]
  const keep = (id: string) => testServer.ok(callAsAdmin('POST', `import-keys/${id}/takeover`, PROOF))
  const change = (body: object, by = adminId) =>
    testServer.ok(testServer.callAs(by, 'PUT', `practice/${PRACTICE}/staff/${makerId}`, body))
  const update = (columns: object) =>
    testServer.db.updateTable('account').set(columns).where('id', '=', makerId).execute()
  const mailed = async () =>
    (await testServer.mails())
      .filter(({ kind }) => kind === 'import-key-maker-left')
      .map(({ to, details }) => [to, details?.keys])
  const acceptLowerRole = async () => {
    await staffOffer(testServer.db, makerId, PRACTICE)
    await testServer.ok(testServer.callAs(makerId, 'POST', `user/offers/${PRACTICE}`))
  }

  test.each<[string, () => Promise<unknown>]>([
    ['is deactivated', () => change({ ...LOWER, role: 'CLINIC_ADMIN', active: false })],
    ['gets a lower role', () => change(LOWER)],
    ['chooses a lower role', () => change(LOWER, makerId)],
    ['accepts an offer of a lower role', acceptLowerRole],
    ['loses the account', () => testServer.db.deleteFrom('account').where('id', '=', makerId).execute()],
    ['loses the role in the database', () => update({ staff_role: 'CLINIC_USER' })],
  ])('are paused when the maker %s, until an admin takes them over', async (_, leave) => {
    await leave()
    expect(await uses()).toEqual(PAUSED)
    const keys = await testServer.ok<ImportKey[]>(callAsAdmin('GET', 'import-keys'))
    expect(keys.map(({ name, makerLeft = false }) => `${name} ${makerLeft}`).toSorted()).toEqual([
      'Andere false',
      'Balie true',
      'Nacht true',
    ])
    for (const id of [importId, requestsId]) await keep(id)
    expect(await uses()).toEqual(PERMITTED)
  })

  test('stay paused when the maker becomes an admin again', async () => {
    await change(LOWER)
    await change({ ...LOWER, role: 'CLINIC_ADMIN' })
    expect(await uses()).toEqual(PAUSED)
  })

  test("depend on the maker's role at this practice", async () => {
    await membership(testServer.db, makerId, 'b', 'CLINIC_USER')
    expect(await uses()).toEqual(PERMITTED)
    await update({ practice_id: 'b', staff_role: 'CLINIC_ADMIN' })
    expect(await uses()).toEqual(PAUSED)
  })

  test('are announced to the admins once', async () => {
    await change(LOWER)
    expect(await mailed()).toEqual([['admin@a.example', ['Balie', 'Nacht']]])
    await markPausedKeys(testServer.ports)
    expect(await mailed()).toHaveLength(1)
    await testServer.db.updateTable('import_key').set({ maker_left: 0 }).where('id', '=', importId).execute()
    await markPausedKeys(testServer.ports)
    await deliverOutbox(testServer.ports)
    expect((await mailed()).map(([, names]) => names)).toEqual([['Balie', 'Nacht'], ['Nacht']])
  })

  describe('with a pending import', () => {
    // Another import of the practice is running, so the export sent next has to wait.
    beforeEach(async () => {
      await importRun(testServer.db, PRACTICE, { id: 'elsewhere', sequence: 1, state: 'running', server: 'elsewhere' })
      await send(IMPORT_KEY, 2)
    })
    const finishRunning = () =>
      testServer.db.updateTable('import_run').set({ state: 'done' }).where('id', '=', 'elsewhere').execute()
    const drain = async () => {
      await drainImports({ ...testServer.ports, imports: testServer.ports.imports! })
      await testServer.mails()
    }
    const unblock = async () => {
      await finishRunning()
      await drain()
    }
    const run = async (sequence = 2) => {
      const { state, paused, problems } = await testServer.ok<ImportRun>(callAsAdmin('GET', `imports/${sequence}`))
      return [state, paused && 'paused', problems?.first[0]?.code].filter(Boolean).join(' ')
    }
    const outcome = async () => [await run(), (await testServer.rows('client')).length]
    const revoke = () => callAsAdmin('DELETE', `import-keys/${importId}`, PROOF)
    const deleteKey = () => testServer.db.deleteFrom('import_key').where('id', '=', importId).execute()

    test('load the import if the key is still valid', async () => {
      expect(await outcome()).toEqual(['waiting', 0])
      await unblock()
      expect(await outcome()).toEqual(['done', 1])
    })

    test('cause the import to be rejected when the key is revoked', async () => {
      await revoke()
      expect(await run()).toBe('refused keyRevoked')
      await unblock()
      expect([await outcome(), await readdir(folder.path)]).toEqual([['refused keyRevoked', 0], []])
    })

    test.each<[string, () => Promise<unknown>]>([
      ['is deleted by an older version', deleteKey],
      [
        'is deleted and not named in the import',
        async () => {
          await testServer.db.updateTable('import_run').set({ key_id: null }).execute()
          await deleteKey()
        },
      ],
      [
        'is revoked after a pause',
        async () => {
          await change(LOWER)
          await revoke()
        },
      ],
    ])('cause the import to be rejected when the key %s', async (_, act) => {
      await act()
      await unblock()
      expect(await outcome()).toEqual(['refused keyRevoked', 0])
    })

    test.each([
      ['refuse it when the key has expired', 0, ['refused keyEnded', 0]],
      ['load it after the key has expired, if an admin has confirmed it', 1, ['done', 1]],
    ] as const)('%s', async (_, confirmed, expected) => {
      await testServer.db.updateTable('import_run').set({ confirmed }).where('sequence', '=', 2).execute()
      await testServer.db.updateTable('import_key').set({ ends_at: testServer.now.toISOString() }).execute()
      await unblock()
      expect(await outcome()).toEqual(expected)
    })

    test('load the import once an admin takes the key over', async () => {
      await change(LOWER)
      await unblock()
      expect(await outcome()).toEqual(['waiting paused', 0])
      await keep(importId)
      await drain()
      expect(await outcome()).toEqual(['done', 1])
    })

    test('let a newer import of another key supersede the paused import', async () => {
      await change(LOWER)
      await unblock()
      await send(OTHER_KEY, 3)
      await drain()
      expect([await run(3), ...(await outcome())]).toEqual(['done', 'refused superseded', 1])
    })

    test.each<[string, () => Promise<unknown>, string]>([
      ['is revoked', revoke, 'refused keyRevoked'],
      ['is paused', () => change(LOWER), 'waiting paused'],
    ])('do not load an import already leased by a server when the key %s', async (_, act, becomes) => {
      await testServer.mails()
      await finishRunning()
      const { server } = testServer.ports.imports!
      expect(await leaseNext(testServer.db, { server, now: testServer.now })).toMatchObject({ sequence: 2 })
      await act()
      expect(await run()).toBe(becomes)
    })
  })
})
