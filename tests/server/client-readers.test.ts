import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { AccessEntry } from '#contract/schemas/access-log.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { sha256 } from '#server/http/keys.ts'
import { upgradeLog } from '#server/access-log/upgrade.ts'
import { deleteOldEntries } from '#server/access-log/write.ts'
import { account, client, importKey, logEntries, practice, request, requestSettings, staff } from '#harness/builders.ts'
import { type Place, run, withDatabase } from '#harness/commands.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const KEY = 'dierenportaal_requests_of-the-tests'
const DAY_MS = 86_400_000
const TODAY = '2026-06-15'

onEngines('the list of people who saw a client', (engine) => {
  const testServer = eachTestServer(engine)
  let [adminId, samId, ownerId, clientId] = ['', '', '', '']

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    await requestSettings(db, 'a')
    const named = { practice_id: 'a', first_name: 'Tess', last_name: 'de Wit' }
    adminId = await account(db, 'tess@a.example', { ...named, staff_role: 'CLINIC_ADMIN' })
    samId = await staff(db, 'a', 'sam@a.example')
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, last_name: 'Bos' })
  })

  const call = async (accountId: string, path: string, method = 'GET', body?: unknown) =>
    testServer.call(method, path, { token: await testServer.signIn(accountId), ...(body !== undefined && { body }) })
  const readBy = async (accountId: string, id = clientId) =>
    expect((await call(accountId, `clients/${id}`)).status).toBe(200)
  const seen = (accountId: string, query = '', id = clientId) =>
    testServer.ok<Page<AccessEntry>>(call(accountId, `clients/${id}/seen${query}`))
  const rows = () =>
    testServer.db.selectFrom('audit').selectAll().where('action', '=', 'read').orderBy('day').orderBy('id').execute()
  const tess = () => ({ id: adminId, name: 'Tess de Wit', username: 'tess@a.example' })
  const sam = () => ({ id: samId, name: 'sam@a.example', username: 'sam@a.example' })

  test('shows admins the names and actions by day, latest first', async () => {
    await readBy(samId)
    await readBy(samId)
    await call(samId, `clients/${clientId}/visit-forms`)
    testServer.now = new Date('2026-06-16T10:00:00.000Z')
    await call(samId, `clients/${clientId}`, 'PUT', { locked: true })
    await readBy(adminId)
    const { content, page } = await seen(adminId)
    expect(page.totalElements).toBe(3)
    expect(content[2]).toEqual({
      day: TODAY,
      by: 'staff',
      role: 'CLINIC_USER',
      account: sam(),
      actions: ['read', 'viewed-as'],
    })
    expect(content.slice(0, 2)).toEqual(
      expect.arrayContaining([
        { day: '2026-06-16', by: 'staff', role: 'CLINIC_USER', account: sam(), actions: ['read', 'locked'] },
        { day: '2026-06-16', by: 'staff', role: 'CLINIC_ADMIN', account: tess(), actions: ['read'] },
      ]),
    )
    expect((await seen(adminId, `?endDate=${TODAY}`)).content).toEqual([content[2]])
    expect((await seen(adminId, '?startDate=2026-06-16&size=1&page=1')).content).toEqual([content[1]])
    expect((await seen(adminId, '?startDate=2026-06-17')).content).toEqual([])
  })

  test('shows owners only the roles of the readers', async () => {
    const other = await staff(testServer.db, 'a', 'kim@a.example')
    for (const accountId of [samId, other, adminId]) await readBy(accountId)
    const { content } = await seen(ownerId)
    expect(content).toHaveLength(2)
    expect(content).toEqual(
      expect.arrayContaining([
        { day: TODAY, by: 'staff', role: 'CLINIC_USER', actions: ['read'] },
        { day: TODAY, by: 'staff', role: 'CLINIC_ADMIN', actions: ['read'] },
      ]),
    )
  })

  test('has one entry per account and local day', async () => {
    const twin = await client(testServer.db, 'a', { last_name: 'Vos' })
    testServer.now = new Date('2026-06-15T21:59:00.000Z')
    await readBy(samId)
    await readBy(samId, twin)
    testServer.now = new Date('2026-06-15T22:01:00.000Z')
    await readBy(samId)
    await readBy(samId)
    const ofClient = (await rows()).filter((row) => row.client_uuid === clientId)
    expect(ofClient.map(({ day, account_id }) => [day, account_id])).toEqual([
      ['2026-06-15', samId],
      ['2026-06-16', samId],
    ])
    expect(await rows()).toHaveLength(3)
  })

  test('has no entry for paging through lists of several clients', async () => {
    await request(testServer.db, { clientId, accountId: ownerId })
    for (const list of ['practice/a/clients', 'practice/a/requests', 'practice/a/follow-up', 'practice/a/audit'])
      expect((await call(adminId, list)).status).toBe(200)
    expect(await rows()).toEqual([])
    expect((await call(adminId, `practice/a/requests?client=${clientId}`)).status).toBe(200)
    expect(await rows()).toMatchObject([{ client_uuid: clientId, account_id: adminId }])
  })

  test("has no entry for the owner's own reads", async () => {
    await readBy(ownerId)
    await call(ownerId, `clients/${clientId}/visit-forms`)
    expect((await seen(adminId)).content).toEqual([])
  })

  test('lists reads by the practice system under the name of its key', async () => {
    await importKey(testServer.db, 'a', { name: 'Balie', purpose: 'requests', hash: await sha256(KEY) })
    await request(testServer.db, { clientId, accountId: ownerId })
    const headers = { authorization: `Bearer ${KEY}` }
    expect((await testServer.call('GET', 'practice/a/requests?after=0', { headers })).status).toBe(200)
    expect((await seen(adminId)).content).toEqual([{ day: TODAY, by: 'system', key: 'Balie', actions: ['read'] }])
    expect((await seen(ownerId)).content).toEqual([{ day: TODAY, by: 'system', actions: ['read'] }])
  })

  test('does not prevent a read that cannot be logged', async () => {
    await sql`alter table audit rename to elsewhere`.execute(testServer.db)
    await readBy(samId)
    expect(testServer.logged.filter(({ event }) => event === 'audit-failed')).toMatchObject([
      { level: 'error', event: 'audit-failed', fields: { action: 'read', clients: 1 } },
    ])
    expect(JSON.stringify(testServer.logged)).not.toContain(samId)
    await sql`alter table elsewhere rename to audit`.execute(testServer.db)
    testServer.now = new Date(testServer.now.getTime() + 6000)
    await readBy(samId)
    expect(await rows()).toHaveLength(1)
  })

  test('is deleted with an erased client', async () => {
    const twin = await client(testServer.db, 'a', { last_name: 'Vos' })
    const formerStaff = await staff(testServer.db, 'a', 'rob@mail.example')
    const own = await client(testServer.db, 'a', { account_id: formerStaff })
    await readBy(samId)
    await readBy(samId, twin)
    await readBy(formerStaff, twin)
    await testServer.db
      .updateTable('account')
      .set({ practice_id: null, staff_role: null })
      .where('id', '=', formerStaff)
      .execute()
    const erase = (id: string) =>
      eraseClient(testServer.db, testServer.ports.files, { clientId: id, now: testServer.now })
    await erase(clientId)
    expect((await rows()).map(({ client_uuid }) => client_uuid)).toEqual([twin, twin])
    await erase(own)
    expect((await rows()).map(({ account_id }) => account_id)).toContain(samId)
    expect(JSON.stringify(await rows())).not.toContain(formerStaff)
    expect((await seen(adminId, '', twin)).content).toHaveLength(2)
  })

  test('is retained as long as other access log entries', async () => {
    const read = (day: string) =>
      ({
        practice_id: 'a',
        at: `${day}T10:00:00.000Z`,
        action: 'read',
        client_uuid: clientId,
        account_id: samId,
        day,
      }) as const
    await logEntries(testServer.db, [read('2024-06-14'), read('2024-06-15')])
    await deleteOldEntries(testServer.ports, testServer.now)
    expect((await rows()).map(({ day }) => day)).toEqual(['2024-06-15'])
  })

  test('is moved once into the access log from the table of an earlier version', async () => {
    const twin = await client(testServer.db, 'a', { last_name: 'Vos' })
    const read = { client_uuid: clientId, day: TODAY, practice_id: 'a', account_id: samId, key_name: '' }
    const formerly = [
      read,
      { ...read, client_uuid: twin, day: '2026-06-14' },
      { ...read, account_id: '', key_name: 'Balie' },
    ]
    await readBy(samId)
    await testServer.db.insertInto('client_reading').values(formerly).execute()
    await upgradeLog(testServer.ports)
    await upgradeLog(testServer.ports)
    expect(await testServer.db.selectFrom('client_reading').selectAll().execute()).toEqual([])
    expect((await rows()).map((row) => [row.client_name, row.account_name, row.details, row.day])).toEqual([
      ['Vos', 'sam@a.example', null, '2026-06-14'],
      ['Bos', 'sam@a.example', null, TODAY],
      ['Bos', null, '{"key":"Balie"}', TODAY],
    ])
  })
})

onEngines('npm run access', (engine) => {
  const COMMAND = 'server/cli/access/main.ts'
  const CLIENT = '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a02'
  let where: Place
  beforeEach(async () => {
    where = {
      dataDir: mkdtempSync(join(tmpdir(), 'portal-')),
      databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
    }
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))

  test('prints the readers of a client by day, only for clients of that practice', async () => {
    const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
    await withDatabase(where, async (db) => {
      for (const id of ['a', 'b']) await practice(db, id)
      await client(db, 'a', { uuid: CLIENT })
      const account_id = await staff(db, 'a', 'sam@a.example')
      const entry = { client_uuid: CLIENT, practice_id: 'a', day, at: `${day}T10:00:00.000Z`, action: 'read' as const }
      await logEntries(db, [
        { ...entry, details: JSON.stringify({ key: 'Balie' }) },
        { ...entry, account_id },
      ])
    })
    const of = ['--practice', 'a', '--client', CLIENT]
    const { code, output, errors } = await run(COMMAND, of, where)
    const lines = [`${day}\tsystem\t\t\tBalie\tread`, `${day}\tstaff\tCLINIC_USER\tsam@a.example\tsam@a.example\tread`]
    expect({ code, errors, lines: output.trimEnd().split('\n') }).toEqual({ code: 0, errors: '', lines })
    const before = await run(COMMAND, [...of, '--to', '2000-01-01'], where)
    expect(before.output).toBe('Nobody read or changed this client in the period.\n')
    expect(await run(COMMAND, ['--practice', 'b', '--client', CLIENT], where)).toMatchObject({
      code: 1,
      errors: `There is no client ${CLIENT} at practice b.\n`,
    })
    expect(await run(COMMAND, [...of, '--from', 'gisteren'], where)).toMatchObject({ code: 2 })
  })
})
