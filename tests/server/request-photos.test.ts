import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { memoryFiles } from '#mocks/files.ts'
import { MAX_PHOTOS, MAX_PHOTO_BYTES, PHOTO_SIDE, REQUESTS_PER_DAY } from '#contract/request.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { createApp } from '#server/app.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Images, Limits, Ports } from '#server/ports.ts'
import { lockRows } from '#server/db/transaction.ts'
import { photoKey } from '#server/files/store.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { removeUnneededPhotos } from '#server/requests/remove-photos.ts'
import { account, client, practice, requestSettings } from '#harness/builders.ts'
import { isWaiting } from '#harness/postgres.ts'
import { ANSWER, question, requestPractice } from '#harness/requests.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'
import { PICTURES, letters, pngOf, pngWith } from './pictures.ts'

const HOUR_MS = 3_600_000

onEngines('photos of requests', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId, memberId] = ['', '', '']
  beforeEach(async () => void ({ ownerId, clientId, memberId } = await requestPractice(testServer)))

  type Fetch = (request: Request) => Promise<Response>
  interface Upload {
    bytes?: Uint8Array<ArrayBuffer>
    by?: string
    to?: string
    fetch?: Fetch
  }
  const upload = async ({ bytes = PICTURES.jpg, by = ownerId, to = clientId, fetch }: Upload = {}) =>
    await (fetch ?? testServer.fetch)(
      new Request(`http://portal.test/api/clients/${to}/request-photos`, {
        method: 'POST',
        headers: { authorization: await testServer.signIn(by), 'content-type': 'image/jpeg' },
        body: bytes,
      }),
    )
  const statusOf = async (options: Upload = {}) => (await upload(options)).status
  const uploaded = async (bytes = PICTURES.jpg) => (await testServer.ok<{ id: string }>(upload({ bytes }))).id
  /** Handles requests with other ports on the same database. */
  const withPorts = (ports: Partial<Ports>): Fetch => {
    const app = createApp({ ...testServer.ports, ...ports })
    return async (request) => await app.fetch(request, {})
  }
  const withLimits = (limits: Partial<Limits>) => {
    const { settings } = testServer.ports
    return withPorts({ settings: { ...settings, limits: { ...settings.limits, ...limits } } })
  }
  const send = (photoIds: string[], { by = ownerId, of = clientId } = {}) =>
    testServer.callAs(by, 'POST', `clients/${of}/requests`, question({ photoIds }))
  const sent = (...photoIds: string[]) => testServer.ok<PortalRequest>(send(photoIds))
  const remove = (id: string, by = ownerId, of = clientId) =>
    outcomeOf(testServer.callAs(by, 'DELETE', `clients/${of}/request-photos/${id}`))
  const statusAt = async (url: string) => (await testServer.fetch(new Request(url))).status
  const urlOf = ({ photos }: PortalRequest) => photos![0]!.url
  const isStored = async (id: string) => (await testServer.ports.files.sizeOf(photoKey(id))) !== undefined
  const storedFiles = () => (testServer.ports.files as ReturnType<typeof memoryFiles>).stored.size
  const nextOwner = async () => {
    const next = await account(testServer.db, 'next@mail.example')
    await testServer.db.updateTable('client').set({ account_id: next }).where('uuid', '=', clientId).execute()
    return next
  }
  const erase = () => eraseClient(testServer.db, testServer.ports.files, { clientId, now: testServer.now })

  test('are stored without metadata and served at a signed URL', async () => {
    const id = await uploaded(pngWith('tEXt', 'Comment\0Dorpsstraat 1'))
    const url = urlOf(await sent(id, await uploaded()))
    const photo = await testServer.fetch(new Request(url))
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(new Uint8Array(await photo.arrayBuffer())).toEqual(PICTURES.png)
    expect(await statusAt(url.replace(/signature=.*/, `signature=${'A'.repeat(43)}`))).toBe(403)
  })

  test('can be read by staff and by the account that sent them', async () => {
    const url = urlOf(await sent(await uploaded()))
    const { content } = await testServer.readAs<{ content: PortalRequest[] }>(memberId, 'practice/a/requests')
    const ofStaff = urlOf(content[0]!)
    expect(await statusAt(ofStaff)).toBe(200)
    await testServer.db.updateTable('client').set({ locked: 1 }).execute()
    expect([await statusAt(url), await statusAt(ofStaff)]).toEqual([403, 200])
    await testServer.db.updateTable('client').set({ locked: 0 }).execute()
    await nextOwner()
    expect(await statusAt(url)).toBe(404)
  })

  describe('during the upload', () => {
    test.runIf(engine === 'postgres')('do not wait for uploads to another client', async () => {
      const { db } = testServer
      const by = await account(db, 'next@mail.example')
      const to = await client(db, 'a', { account_id: by })
      let first: Promise<number> | undefined
      await db.transaction().execute(async (trx) => {
        await lockRows(trx, 'client', sql`(${to})`)
        first = statusOf({ by, to })
        await expect.poll(() => isWaiting(db)).toBe(true)
        expect(await statusOf()).toBe(201)
      })
      expect(await first).toBe(201)
    })

    test.each([
      ['SVG', letters('<svg onload="x()"/>'), 415],
      ['WebP', PICTURES.webp, 415],
      ['too large', new Uint8Array(MAX_PHOTO_BYTES + 1), 413],
      ['JPEG', PICTURES.jpg, 201],
      ['PNG of the largest size', pngOf({ width: PHOTO_SIDE, height: PHOTO_SIDE }), 201],
    ])('are identified by their bytes: %s', async (_, bytes, status) => {
      expect(await statusOf({ bytes })).toBe(status)
    })

    test('are checked for access before size', async () => {
      const by = await account(testServer.db, 'other@mail.example')
      expect(await statusOf({ bytes: new Uint8Array(MAX_PHOTO_BYTES + 1), by })).toBe(404)
    })

    test('are limited per hour, before the photo is read', async () => {
      for (let times = 0; times < USUAL_LIMITS.uploadsPerHour; times += 1)
        expect(await statusOf({ bytes: letters('no photo') })).toBe(415)
      const rejected = await upload({ bytes: new Uint8Array(MAX_PHOTO_BYTES + 1) })
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '3600'])
      testServer.advance(HOUR_MS)
      expect(await statusOf()).toBe(201)
    })

    test('return 503 while image processing is overloaded', async () => {
      let images: Images = async () => {
        throw new ProblemError('overloaded')
      }
      const fetch = withPorts({ images: (...image) => images(...image) })
      const busy = await upload({ fetch })
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
      images = testServer.ports.images
      expect(await statusOf({ fetch })).toBe(201)
    })

    test('are rejected from another site despite the cookie', async () => {
      const cookie = (await testServer.call('GET', 'user')).headers.get('set-cookie')!.split(';')[0]!
      const withHeaders = (headers: Record<string, string>) => async (request: Request) => {
        for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
        return await testServer.fetch(request)
      }
      expect(await statusOf({ fetch: withHeaders({ cookie }) })).toBe(403)
      const token = { 'x-xsrf-token': cookie.slice('XSRF-TOKEN='.length) }
      expect(await statusOf({ fetch: withHeaders({ cookie, ...token }) })).toBe(201)
    })

    test.each(['database', 'files'])('return 507 while the disk of the %s is full', async (which) => {
      let full: string | undefined = which
      const fetch = withPorts({ isFull: async (what) => what === full })
      expect(await statusOf({ fetch })).toBe(507)
      full = undefined
      expect(await statusOf({ fetch })).toBe(201)
    })

    test("are limited to the number that a day's requests can contain", async () => {
      const row = { client_uuid: clientId, account_id: ownerId, request_uuid: null, position: 0, type: 'image/png' }
      const created_at = testServer.now.toISOString()
      const ids = Array.from({ length: REQUESTS_PER_DAY * MAX_PHOTOS - 1 }, () => crypto.randomUUID())
      await testServer.db
        .insertInto('request_photo')
        .values(ids.map((id) => ({ ...row, id, bytes: 9, created_at })))
        .execute()
      expect([await statusOf(), await statusOf()]).toEqual([201, 429])
    })

    test('are limited in bytes per day, including removed photos', async () => {
      const fetch = withLimits({ photoBytesPerDay: 2 * PICTURES.jpg.length })
      const { id } = await testServer.ok<{ id: string }>(upload({ fetch }))
      expect(await statusOf({ fetch })).toBe(201)
      expect(await remove(id)).toBe('204')
      const rejected = await upload({ fetch })
      // The test clock is at 10:00 UTC, so 14 hours remain of the day.
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, String(14 * 3600)])
      testServer.advance(14 * HOUR_MS)
      expect(await statusOf({ fetch })).toBe(201)
    })

    test('are limited by the storage quota of the practice', async () => {
      const fetch = withLimits({ practiceBytes: PICTURES.jpg.length })
      expect([await statusOf({ fetch }), await statusOf({ fetch })]).toEqual([201, 507])
      await testServer.db.updateTable('practice').set({ most_bytes: 10_000 }).execute()
      expect(await statusOf({ fetch })).toBe(201)
    })
  })

  test('belong to one request of the account that uploaded them', async () => {
    const { db } = testServer
    const [id, unused] = [await uploaded(), await uploaded()]
    const statuses = async (...calls: Parameters<typeof send>[]) => {
      const all = []
      for (const call of calls) all.push((await send(...call)).status)
      return all
    }
    await practice(db, 'b')
    await requestSettings(db, 'b')
    const atB = await client(db, 'b', { account_id: ownerId })
    expect(await statuses([[id, id]], [[id], { of: atB }], [[id]], [[id]], [[crypto.randomUUID()]])).toEqual([
      400, 400, 201, 400, 400,
    ])
    expect(await statuses([[unused], { by: await nextOwner() }])).toEqual([400])
  })

  describe('after the purge', () => {
    const cleanUp = (hours: number) =>
      removeUnneededPhotos(testServer.ports, new Date(testServer.now.getTime() + hours * HOUR_MS))

    test('are deleted after a day without a request', async () => {
      const [used, unused] = [await uploaded(), await uploaded()]
      await sent(used)
      testServer.advance(24 * HOUR_MS)
      expect((await send([unused])).status).toBe(400)
      await cleanUp(0.5)
      expect(await isStored(unused)).toBe(true)
      await cleanUp(2)
      expect([await isStored(unused), await isStored(used)]).toEqual([false, true])
      expect(await testServer.db.selectFrom('request_photo').select('id').execute()).toEqual([{ id: used }])
    })

    test('are deleted a day after their request was withdrawn', async () => {
      const [used, unused] = [await uploaded(), await uploaded()]
      const answered = await sent(used)
      await testServer.ok(testServer.callAs(memberId, 'POST', `practice/a/requests/${answered.uuid}/answer`, ANSWER))
      const { uuid } = await sent(unused)
      await testServer.ok(testServer.callAs(ownerId, 'POST', `clients/${clientId}/requests/${uuid}/withdrawal`))
      await cleanUp(24)
      expect(await isStored(unused)).toBe(true)
      await cleanUp(24 + 1 / HOUR_MS)
      expect([await isStored(unused), await isStored(used)]).toEqual([false, true])
    })
  })

  describe('when the owner removes one', () => {
    const actions = async () =>
      (await testServer.db.selectFrom('audit').select('action').orderBy('action').execute()).map(({ action }) => action)

    test('are removed from an unseen request, which gets a new number', async () => {
      const [used, id] = [await uploaded(), await uploaded()]
      const { uuid } = await sent(used, id)
      const { number } = await testServer.readAs<{ number: number }>(memberId, `practice/a/requests/${uuid}`)
      expect(await remove(id)).toBe('204')
      const after = await testServer.readAs<PortalRequest & { number: number }>(memberId, `practice/a/requests/${uuid}`)
      expect(after.photos?.map((photo) => photo.id)).toEqual([used])
      expect(after.number).toBeGreaterThan(number)
      await testServer.mails()
      expect([await isStored(id), await isStored(used)]).toEqual([false, true])
      expect(await actions()).toEqual(['photo-removed', 'read', 'request-sent'])
      expect(await remove(id)).toBe('404 not-found')
    })

    test('are removed without a log entry if no request has them', async () => {
      const id = await uploaded()
      expect(await remove(id)).toBe('204')
      expect((await send([id])).status).toBe(400)
      expect(await actions()).toEqual([])
    })

    test.each(['seen', 'answered', 'declined', 'withdrawn'] as const)(
      'remain with 409 once the request is %s',
      async (state) => {
        const id = await uploaded()
        await sent(id)
        await testServer.db.updateTable('request').set({ state }).execute()
        expect(await remove(id)).toBe('409 conflict')
      },
    )

    test('cannot be removed by anybody else', async () => {
      const id = await uploaded()
      await sent(id)
      const stranger = await account(testServer.db, 'stranger@mail.example')
      const theirs = await client(testServer.db, 'a', { account_id: stranger })
      expect(await remove(id, stranger)).toBe('404 not-found')
      expect(await remove(id, stranger, theirs)).toBe('404 not-found')
      expect(await remove(id, memberId)).toBe('403 forbidden')
      expect(await remove(id, await nextOwner())).toBe('404 not-found')
    })
  })

  describe('when the client is erased', () => {
    test('are removed together with the requests', async () => {
      await sent(await uploaded())
      await erase()
      expect(storedFiles()).toBe(0)
      for (const table of ['request', 'request_photo'] as const)
        expect(await testServer.db.selectFrom(table).selectAll().execute()).toEqual([])
      const counts = await testServer.db.selectFrom('request_count').select('count').execute()
      expect(counts.map(({ count }) => Number(count))).toEqual([0])
    })

    test.each([
      ['erased', erase],
      ['deleted', () => testServer.db.deleteFrom('client').where('uuid', '=', clientId).execute()],
    ])('leave no file if the client is %s during an upload', async (_, end) => {
      const { files } = testServer.ports
      const { put } = files
      files.put = async (key, content) => {
        await end()
        await put(key, content)
      }
      expect(await statusOf()).toBe(404)
      expect(storedFiles()).toBe(0)
    })

    test('leave no file if uploaded while the files are being removed', async () => {
      const { files } = testServer.ports
      await uploaded()
      const { remove: removeFile } = files
      let hasArrived = false
      files.remove = async (key) => {
        if (!hasArrived) {
          hasArrived = true
          expect(await statusOf()).toBe(201)
        }
        await removeFile(key)
      }
      await erase()
      expect(storedFiles()).toBe(0)
    })
  })
})
