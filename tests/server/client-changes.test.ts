import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { ClientFeedEntry } from '#contract/schemas/client.ts'
import { forgetRemoved } from '#server/clients/changes.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { sha256 } from '#server/http/keys.ts'
import { account, client, importKey, practice, staff } from '#harness/builders.ts'
import { changeRows } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const KEY = 'dierenportaal_clients_of-the-tests'

onEngines('the change feed of clients', (engine) => {
  const testServer = eachTestServer(engine)
  let [first, second, memberId] = ['', '', '']
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    await practice(db, 'b')
    memberId = await staff(db, 'a', 'staff@a.example')
    first = await client(db, 'a', { account_id: await account(db, 'owner@mail.example'), email: 'owner@mail.example' })
    second = await client(db, 'a')
    await client(db, 'b')
    await importKey(db, 'a', { name: 'Balie', scopes: 'clients:read', hash: await sha256(KEY) })
  })
  const call = (path: string) => testServer.call('GET', path, { headers: { authorization: `Bearer ${KEY}` } })
  const read = async (after: number) =>
    (await testServer.ok<Page<ClientFeedEntry>>(call(`practice/a/clients/changes?after=${after}`))).content

  test('has all clients first, then those that changed, without names', async () => {
    const all = await read(0)
    expect(all.map(({ uuid, number }) => [uuid, number])).toEqual(
      [first, second].toSorted().map((uuid, at) => [uuid, at + 1]),
    )
    expect(await read(2)).toEqual([])
    expect(await read(1)).toEqual(all.slice(1))
    await testServer.ok(testServer.callAs(memberId, 'PUT', `clients/${first}`, { locked: true }))
    const changed = await read(2)
    expect(changed).toEqual([
      expect.objectContaining({ uuid: first, number: 3, locked: true, registered: true, email: 'owner@mail.example' }),
    ])
    expect(changed[0]).not.toHaveProperty('lastName')
    expect(
      (await testServer.rows('audit')).some(({ action, client_uuid }) => action === 'read' && client_uuid === first),
    ).toBe(true)
  })

  test('has an entry for a client that was erased, and keeps nothing else of the client', async () => {
    await read(0)
    const { db, now, ports } = testServer
    await eraseClient(db, ports.files, { clientId: first, now })
    expect(JSON.stringify(await testServer.rows('client_change'))).not.toContain('owner@mail.example')
    await db.deleteFrom('client').where('uuid', '=', second).execute()
    await forgetRemoved(db)
    const removed = (await read(2)).map((entry) => [entry.uuid, entry.removed] as const)
    expect(Object.fromEntries(removed)).toEqual({ [first]: true, [second]: true })
    expect(await read(4)).toEqual([])
  })

  test('numbers each change once for two readers at the same time', async () => {
    await Promise.all([read(0), read(0)])
    await changeRows(testServer.db, 'client', { client_number: '77' }, { uuid: second })
    const [one, other] = await Promise.all([read(2), read(2)])
    expect(one).toEqual(other)
    expect(one.map(({ number, clientNumber }) => [number, clientNumber])).toEqual([[3, '77']])
  })

  test('needs the scope and the practice of the key', async () => {
    expect(await outcomeOf(call('practice/b/clients/changes?after=0'))).toBe('404 not-found')
    expect(await outcomeOf(call('practice/a/requests?after=0'))).toBe('403 scope-missing')
    expect(await outcomeOf(call('practice/a/clients/changes'))).toBe('400 invalid-parameter')
    expect(await outcomeOf(call('practice/a/clients/changes?after=0'))).toBe('200')
  })
})
