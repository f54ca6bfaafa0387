import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { REQUESTS_PER_DAY } from '#contract/request.ts'
import { account, client, request, requestSettings } from '#harness/builders.ts'
import { PRACTICE, type Place, envOf, looking, makeClinic, PASSWORD_HASH, signIn } from '#harness/clinic.ts'
import { mailsAmiss } from '#harness/damage.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { kill, startServer } from '#harness/server-process.ts'
import { onEngines } from '#harness/test-server.ts'

const REQUESTS = 60
const OWNERS = 5
const SENT = OWNERS * REQUESTS_PER_DAY

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-crash-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Requests that wait, each of a client and an account of its own. */
const addRequests = (place: Place) =>
  looking(place, (db) =>
    db.transaction().execute(async (trx) => {
      await requestSettings(trx, PRACTICE)
      const uuids: string[] = []
      for (let index = 0; index < REQUESTS; index += 1) {
        const accountId = await account(trx, `owner${index}@mail.example`)
        const clientId = await client(trx, PRACTICE, { account_id: accountId })
        uuids.push(await request(trx, { clientId, accountId }))
      }
      return uuids
    }),
  )

onEngines('a server that is killed in the midst of answers', (engine) => {
  test('has kept each one that it acknowledged, and none twice, with one mail to each owner', async () => {
    const place: Place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
    const uuids = await addRequests(place)
    const acknowledged = new Set<string>()
    // Killed at once, so that not all are acknowledged by then.
    const enough = Promise.withResolvers<void>()
    await using first = await startServer(envOf(place))
    let server: { url: string } = first
    const token = await signIn(server.url)
    const waiting = [...uuids]
    const answer = async (uuid: string, words = 'Ja.') => {
      const reply = await fetch(`${server.url}/api/practice/${PRACTICE}/requests/${uuid}/answer`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ outcome: 'answered', text: words }),
      })
      await reply.text()
      return reply.status
    }
    const callers = Array.from({ length: 6 }, async () => {
      for (let uuid = waiting.pop(); uuid !== undefined; uuid = waiting.pop()) {
        const status = await answer(uuid).catch(() => undefined)
        if (status === undefined) return
        expect(status).toBe(200)
        acknowledged.add(uuid)
        if (acknowledged.size === 20) enough.resolve()
      }
    })
    await enough.promise
    await kill(first.child)
    await Promise.all(callers)
    expect(acknowledged.size).toBeLessThan(REQUESTS)

    await using again = await openServer(envOf(place))
    server = again
    // The same answer of the same person is accepted again, also one whose response was cut off; it changes nothing.
    for (const uuid of uuids) expect(await answer(uuid)).toBe(200)
    for (const uuid of acknowledged) expect(await answer(uuid, 'Nee.')).toBe(409)
    await looking(place, async (db) => {
      const rows = await db.selectFrom('request').select(['state', 'number']).execute()
      expect(rows.filter(({ state }) => state !== 'answered')).toEqual([])
      expect(new Set(rows.map(({ number }) => number)).size).toBe(REQUESTS)
      const trail = await db
        .selectFrom('audit')
        .select('client_uuid')
        .where('action', '=', 'request-answered')
        .execute()
      expect(new Set(trail.map((entry) => entry.client_uuid)).size).toBe(REQUESTS)
      expect(trail).toHaveLength(REQUESTS)
      const counts = await db.selectFrom('request_count').select(['state', 'count']).orderBy('state').execute()
      expect(counts).toEqual([
        { state: 'answered', count: REQUESTS },
        { state: 'sent', count: 0 },
      ])
      expect(await mailsAmiss(db, place)).toEqual([])
    })
  })
})

/** Owners of a client each, who can sign in. */
const addOwners = (place: Place) =>
  looking(place, async (db) => {
    await requestSettings(db, PRACTICE)
    const owners: { username: string; clientId: string }[] = []
    for (let index = 0; index < OWNERS; index += 1) {
      const username = `owner${index}@mail.example`
      const accountId = await account(db, username, { password_hash: PASSWORD_HASH })
      owners.push({ username, clientId: await client(db, PRACTICE, { account_id: accountId }) })
    }
    return owners
  })

onEngines('a server that is killed while requests are sent', (engine) => {
  test('has kept each one that it acknowledged, and takes each one once', async () => {
    const place: Place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
    const owners = await addOwners(place)
    const acknowledged = new Set<string>()
    // Killed at once, so that not all are acknowledged by then.
    const enough = Promise.withResolvers<void>()
    await using first = await startServer(envOf(place))
    let server: { url: string } = first
    // As many as an account may send in a day, so that one that is doubled would be refused too.
    const sendings = await Promise.all(
      owners.map(async ({ username, clientId }) => {
        const token = await signIn(server.url, username)
        return { token, clientId, uuids: Array.from({ length: REQUESTS_PER_DAY }, () => crypto.randomUUID()) }
      }),
    )
    const send = async ({ token, clientId }: { token: string; clientId: string }, uuid: string) => {
      const reply = await fetch(`${server.url}/api/clients/${clientId}/requests`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ uuid, kind: 'QUESTION', text: 'Mag hij mee naar buiten?' }),
      })
      await reply.text()
      return reply.status
    }
    const senders = sendings.map(async (sending) => {
      for (const uuid of sending.uuids) {
        const status = await send(sending, uuid).catch(() => undefined)
        if (status === undefined) return
        expect(status).toBe(201)
        acknowledged.add(uuid)
        if (acknowledged.size === 20) enough.resolve()
      }
    })
    await enough.promise
    await kill(first.child)
    await Promise.all(senders)
    expect(acknowledged.size).toBeLessThan(SENT)

    await using again = await openServer(envOf(place))
    server = again
    for (const sending of sendings)
      for (const uuid of sending.uuids)
        expect(acknowledged.has(uuid) ? [200] : [200, 201]).toContain(await send(sending, uuid))
    await looking(place, async (db) => {
      const rows = await db.selectFrom('request').select(['uuid', 'number']).execute()
      expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(sendings.flatMap(({ uuids }) => uuids).toSorted())
      expect(new Set(rows.map(({ number }) => number)).size).toBe(SENT)
      const trail = await db.selectFrom('audit').select('client_uuid').where('action', '=', 'request-sent').execute()
      expect(trail).toHaveLength(SENT)
      const counts = await db.selectFrom('request_count').select(['state', 'count']).execute()
      expect(counts).toEqual([{ state: 'sent', count: SENT }])
    })
  })
})
