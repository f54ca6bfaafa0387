import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { memoryFiles } from '#mocks/files.ts'
import { MAX_PHOTOS, MAX_PHOTO_BYTES, PHOTO_SIDE, REQUESTS_PER_DAY } from '#contract/request.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { createApp } from '#server/app.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Images } from '#server/ports.ts'
import { lockRows } from '#server/db/locks.ts'
import { photoKey } from '#server/files/keys.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { removeUnneededPhotos } from '#server/requests/remove-photos.ts'
import { account, client, practice, requestSettings, staff } from '#harness/builders.ts'
import { isWaiting } from '#harness/postgres.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'
import { PICTURES, letters, pngOf, pngWith } from './pictures.ts'

const HOUR_MS = 3_600_000

onEngines('photos of requests', (engine) => {
  let testServer: TestServer
  let ownerId: string
  let clientId: string
  let owner: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a')
    await requestSettings(db, 'a')
    ownerId = await account(db, 'owner@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId })
    owner = await testServer.signIn(ownerId)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const upload = async (bytes: Uint8Array<ArrayBuffer>, token = owner, fetch = testServer.fetch) =>
    await fetch(
      new Request(`http://portal.test/api/clients/${clientId}/request-photos`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'image/jpeg' },
        body: bytes,
      }),
    )
  const uploaded = async (bytes: Uint8Array<ArrayBuffer> = PICTURES.jpg) =>
    ((await (await upload(bytes)).json()) as { id: string }).id
  const send = async (photoIds: string[], { token = owner, of = clientId } = {}) =>
    await testServer.call('POST', `clients/${of}/requests`, {
      token,
      body: { uuid: crypto.randomUUID(), kind: 'QUESTION', text: 'Wat is dit?', photoIds },
    })
  const urlOf = async (reply: Response) => ((await reply.json()) as PortalRequest).photos?.[0]?.url ?? ''
  const read = (url: string) => testServer.fetch(new Request(url))

  test('a photo is kept without its metadata, and read by the address of its request', async () => {
    const id = await uploaded(pngWith('tEXt', 'Comment\0Dorpsstraat 1'))
    const reply = await send([id, await uploaded()])
    expect(reply.status).toBe(201)
    const url = await urlOf(reply)
    const photo = await read(url)
    expect(photo.status).toBe(200)
    expect(photo.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await photo.arrayBuffer())).toEqual(PICTURES.png)
    expect((await read(url.replace(/signature=.*/, `signature=${'A'.repeat(43)}`))).status).toBe(403)
  })

  test.runIf(engine === 'postgres')('an upload that waits for its client keeps no other upload waiting', async () => {
    const { db } = testServer
    const other = { owner, clientId }
    const nextId = await account(db, 'next@mail.example')
    clientId = await client(db, 'a', { account_id: nextId })
    owner = await testServer.signIn(nextId)
    let first: Promise<Response> | undefined
    await db.transaction().execute(async (trx) => {
      await lockRows(trx, 'client', sql`(${clientId})`)
      first = upload(PICTURES.jpg)
      await expect.poll(() => isWaiting(db)).toBe(true)
      ;({ owner, clientId } = other)
      expect((await upload(PICTURES.jpg)).status).toBe(201)
    })
    expect((await first)?.status).toBe(201)
  })

  test('is for the account that sent it and for staff, asked again each time', async () => {
    const { db } = testServer
    const url = await urlOf(await send([await uploaded()]))
    const member = await staff(db, 'a', 'staff@a.example')
    const list = await testServer.call('GET', 'practice/a/requests', { token: await testServer.signIn(member) })
    const { content } = (await list.json()) as { content: PortalRequest[] }
    const ofStaff = content[0]?.photos?.[0]?.url ?? ''
    expect((await read(ofStaff)).status).toBe(200)

    await db.updateTable('client').set({ locked: 1 }).where('uuid', '=', clientId).execute()
    expect((await read(url)).status).toBe(403)
    expect((await read(ofStaff)).status).toBe(200)
    // The client has got another owner.
    const next = await account(db, 'next@mail.example')
    await db.updateTable('client').set({ locked: 0, account_id: next }).where('uuid', '=', clientId).execute()
    expect((await read(url)).status).toBe(404)
  })

  test.each([
    ['what is no picture', letters('<svg onload="x()"/>'), 415],
    ['WebP', PICTURES.webp, 415],
    ['what is too large', new Uint8Array(MAX_PHOTO_BYTES + 1), 413],
    ['a JPEG', PICTURES.jpg, 201],
    ['a PNG, as large as a browser sends it', pngOf({ width: PHOTO_SIDE, height: PHOTO_SIDE }), 201],
  ])('%s, by its bytes', async (_, bytes, status) => {
    expect((await upload(bytes)).status).toBe(status)
  })

  test('none is read but of the owner', async () => {
    const stranger = await testServer.signIn(await account(testServer.db, 'other@mail.example'))
    expect((await upload(new Uint8Array(MAX_PHOTO_BYTES + 1), stranger)).status).toBe(404)
  })

  test('an account has so many attempts in an hour, which are counted before the photo is read', async () => {
    for (let times = 0; times < USUAL_LIMITS.uploadsPerHour; times += 1)
      expect((await upload(letters('no photo'))).status).toBe(415)
    const refused = await upload(new Uint8Array(MAX_PHOTO_BYTES + 1))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    testServer.now = new Date(testServer.now.getTime() + HOUR_MS)
    expect((await upload(PICTURES.jpg, await testServer.signIn(ownerId))).status).toBe(201)
  })

  test('is looked into by the port for images, which may be busy', async () => {
    let images: Images = async () => {
      throw new ProblemError('overloaded')
    }
    const app = createApp({ ...testServer.ports, images: (...image) => images(...image) })
    const fetch = async (call: Request) => await app.fetch(call, {})
    const busy = await upload(PICTURES.jpg, owner, fetch)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
    images = testServer.ports.images
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(201)
  })

  test('none is taken that another site sends with the cookie', async () => {
    const cookie = (await testServer.call('GET', 'user')).headers.get('set-cookie')!.split(';')[0]!
    const withCookie = (headers: Record<string, string>) => async (call: Request) => {
      for (const [name, value] of Object.entries({ cookie, ...headers })) call.headers.set(name, value)
      return await testServer.fetch(call)
    }
    expect((await upload(PICTURES.jpg, owner, withCookie({}))).status).toBe(403)
    const header = { 'x-xsrf-token': cookie.slice('XSRF-TOKEN='.length) }
    expect((await upload(PICTURES.jpg, owner, withCookie(header))).status).toBe(201)
  })

  test.each(['database', 'files'])('none is taken while the disk of the %s is full', async (which) => {
    let full: string | undefined = which
    const app = createApp({ ...testServer.ports, isFull: async (what) => what === full })
    const fetch = async (call: Request) => await app.fetch(call, {})
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(507)
    full = undefined
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(201)
  })

  test('is of one request, and of this account and client', async () => {
    const { db } = testServer
    const [id, left] = [await uploaded(), await uploaded()]
    expect((await send([id, id])).status).toBe(400)
    await practice(db, 'b')
    await requestSettings(db, 'b')
    expect((await send([id], { of: await client(db, 'b', { account_id: ownerId }) })).status).toBe(400)
    expect((await send([id])).status).toBe(201)
    expect((await send([id])).status).toBe(400)
    expect((await send([crypto.randomUUID()])).status).toBe(400)
    const next = await account(db, 'next@mail.example')
    await db.updateTable('client').set({ account_id: next }).where('uuid', '=', clientId).execute()
    expect((await send([left], { token: await testServer.signIn(next) })).status).toBe(400)
  })

  test('an account has as many as its requests of a day can have', async () => {
    const one = {
      client_uuid: clientId,
      account_id: ownerId,
      request_uuid: null,
      position: 0,
      type: 'image/png',
      bytes: 9,
    }
    const created_at = testServer.now.toISOString()
    const rows = Array.from({ length: REQUESTS_PER_DAY * MAX_PHOTOS - 1 }, () => ({
      ...one,
      id: crypto.randomUUID(),
      created_at,
    }))
    await testServer.db.insertInto('request_photo').values(rows).execute()
    expect((await upload(PICTURES.jpg)).status).toBe(201)
    expect((await upload(PICTURES.jpg)).status).toBe(429)
  })

  test('is removed after a day without a request, and not with one', async () => {
    const { db, ports } = testServer
    const [kept, left] = [await uploaded(), await uploaded()]
    await send([kept])
    testServer.now = new Date(testServer.now.getTime() + 24 * HOUR_MS)
    owner = await testServer.signIn(ownerId)
    // No more claimed, and not yet removed.
    expect((await send([left])).status).toBe(400)
    await removeUnneededPhotos(ports, new Date(testServer.now.getTime() + HOUR_MS / 2))
    expect(await ports.files.sizeOf(photoKey(left))).toBeDefined()
    await removeUnneededPhotos(ports, new Date(testServer.now.getTime() + 2 * HOUR_MS))
    expect(await ports.files.sizeOf(photoKey(left))).toBeUndefined()
    expect(await ports.files.sizeOf(photoKey(kept))).toBeDefined()
    expect(await db.selectFrom('request_photo').select('id').execute()).toEqual([{ id: kept }])
  })

  test('an account uploads so many bytes in a day, also where it removes them again', async () => {
    const limits = { ...testServer.ports.settings.limits, photoBytesPerDay: 2 * PICTURES.jpg.length }
    const app = createApp({ ...testServer.ports, settings: { ...testServer.ports.settings, limits } })
    const fetch = async (call: Request) => await app.fetch(call, {})
    const { id } = (await (await upload(PICTURES.jpg, owner, fetch)).json()) as { id: string }
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(201)
    expect((await remove(id)).status).toBe(204)
    const refused = await upload(PICTURES.jpg, owner, fetch)
    // It is ten o'clock.
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(14 * 3600)])
    testServer.now = new Date(testServer.now.getTime() + 14 * HOUR_MS)
    expect((await upload(PICTURES.jpg, await testServer.signIn(ownerId), fetch)).status).toBe(201)
  })

  test('is refused beyond what a practice without a quota of its own may store', async () => {
    const limits = { ...testServer.ports.settings.limits, practiceBytes: PICTURES.jpg.length }
    const app = createApp({ ...testServer.ports, settings: { ...testServer.ports.settings, limits } })
    const fetch = async (call: Request) => await app.fetch(call, {})
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(201)
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(507)
    await testServer.db.updateTable('practice').set({ most_bytes: 10_000 }).execute()
    expect((await upload(PICTURES.jpg, owner, fetch)).status).toBe(201)
  })

  const remove = (id: string, token = owner, of = clientId) =>
    testServer.call('DELETE', `clients/${of}/request-photos/${id}`, { token })
  const actions = async () =>
    (await testServer.db.selectFrom('audit').select('action').orderBy('action').execute()).map(({ action }) => action)

  describe('removed by its owner', () => {
    test('goes from a request that the practice has not seen, and the practice’s system hears of it', async () => {
      const { db, ports } = testServer
      const [kept, id] = [await uploaded(), await uploaded()]
      const sent = (await (await send([kept, id])).json()) as PortalRequest
      const numberOf = async () => (await db.selectFrom('request').select('number').executeTakeFirstOrThrow()).number
      const before = await numberOf()
      expect((await remove(id)).status).toBe(204)
      const request = await testServer.call('GET', `clients/${clientId}/requests/${sent.uuid}`, { token: owner })
      expect(((await request.json()) as PortalRequest).photos?.map((photo) => photo.id)).toEqual([kept])
      expect(Number(await numberOf())).toBeGreaterThan(Number(before))
      await testServer.mails()
      expect([await ports.files.sizeOf(photoKey(id)), await ports.files.sizeOf(photoKey(kept))]).toEqual([
        undefined,
        PICTURES.jpg.length,
      ])
      expect(await actions()).toEqual(['photo-removed', 'request-sent'])
      expect((await remove(id)).status).toBe(404)
    })

    test('goes before it is sent, without an entry in the trail', async () => {
      const id = await uploaded()
      expect((await remove(id)).status).toBe(204)
      expect((await send([id])).status).toBe(400)
      expect(await actions()).toEqual([])
    })

    test.each(['seen', 'answered', 'declined', 'withdrawn'] as const)(
      'stays with a request that is %s',
      async (state) => {
        const id = await uploaded()
        await send([id])
        await testServer.db.updateTable('request').set({ state }).execute()
        const reply = await remove(id)
        expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([409, 'conflict'])
      },
    )

    test('stays where somebody else asks', async () => {
      const { db } = testServer
      const id = await uploaded()
      await send([id])
      const stranger = await account(db, 'stranger@mail.example')
      const other = await client(db, 'a', { account_id: stranger })
      expect((await remove(id, await testServer.signIn(stranger))).status).toBe(404)
      expect((await remove(id, await testServer.signIn(stranger), other)).status).toBe(404)
      expect((await remove(id, await testServer.signIn(await staff(db, 'a', 'x@a.example')))).status).toBe(403)
      // The client has got another owner, who has sent none of it.
      await db.updateTable('client').set({ account_id: stranger }).where('uuid', '=', clientId).execute()
      expect((await remove(id, await testServer.signIn(stranger))).status).toBe(404)
    })
  })

  test('of a request that is withdrawn goes after a day, and of others stays', async () => {
    const { ports } = testServer
    const [kept, left] = [await uploaded(), await uploaded()]
    await send([kept])
    const { uuid } = (await (await send([left])).json()) as PortalRequest
    await testServer.call('POST', `clients/${clientId}/requests/${uuid}/withdrawal`, { token: owner })
    await removeUnneededPhotos(ports, new Date(testServer.now.getTime() + 24 * HOUR_MS))
    expect(await ports.files.sizeOf(photoKey(left))).toBeDefined()
    await removeUnneededPhotos(ports, new Date(testServer.now.getTime() + 24 * HOUR_MS + 1))
    expect([await ports.files.sizeOf(photoKey(left)), await ports.files.sizeOf(photoKey(kept))]).toEqual([
      undefined,
      PICTURES.jpg.length,
    ])
  })

  test.each(['erased', 'deleted with its row'])(
    'leaves no file where its client is %s while it arrives',
    async (how) => {
      const { db, ports } = testServer
      const { put } = ports.files
      ports.files.put = async (key, content) => {
        if (how === 'erased') await eraseClient(db, ports.files, { clientId, now: testServer.now })
        else await db.deleteFrom('client').where('uuid', '=', clientId).execute()
        await put(key, content)
      }
      expect((await upload(PICTURES.jpg)).status).toBe(404)
      ports.files.put = put
      expect((ports.files as ReturnType<typeof memoryFiles>).stored.size).toBe(0)
    },
  )

  test('leaves no file where it arrives while its client is being erased', async () => {
    const { db, ports } = testServer
    const before = await uploaded()
    const { remove: removeFile } = ports.files
    let arrived = false
    ports.files.remove = async (key) => {
      // Erasing has looked which files there are.
      if (!arrived) {
        arrived = true
        expect((await upload(PICTURES.jpg)).status).toBe(201)
      }
      await removeFile(key)
    }
    await eraseClient(db, ports.files, { clientId, now: testServer.now })
    expect(await ports.files.sizeOf(photoKey(before))).toBeUndefined()
    expect((ports.files as ReturnType<typeof memoryFiles>).stored.size).toBe(0)
  })

  test('goes with a client that is erased, and so do its requests', async () => {
    const { db, ports } = testServer
    const id = await uploaded()
    await send([id])
    await eraseClient(db, ports.files, { clientId, now: testServer.now })
    expect(await ports.files.sizeOf(photoKey(id))).toBeUndefined()
    for (const table of ['request', 'request_photo'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    const counts = await db.selectFrom('request_count').select('count').execute()
    expect(counts.map(({ count }) => Number(count))).toEqual([0])
  })
})
