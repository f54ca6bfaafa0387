import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_MESSAGES, MAX_PHOTOS, MAX_PHOTO_BYTES, MESSAGES_PER_DAY, REQUESTS_PER_DAY } from '#contract/request.ts'
import type { Page } from '#contract/paging.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { createRandom } from '#server/demo/random.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { exportClient } from '#server/export/client.ts'
import { sha256 } from '#server/http/keys.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { answerRequest } from '#server/requests/change.ts'
import { notifyPractices } from '#server/requests/notify.ts'
import { importKey, request, staff } from '#harness/builders.ts'
import { requestPractice } from '#harness/requests.ts'
import { talkOf } from '#harness/request-talk.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CLOSED = '409 request-closed'
const CONFLICT = '409 conflict'
/** `HISTORIES=300` in the environment runs more of them. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 12)
const HISTORY_MS = 5000
const KEY = 'dierenportaal_requests_of-the-tests'

onEngines('messages in a request', (engine) => {
  const testServer = eachTestServer(engine)
  let people = { ownerId: '', clientId: '', memberId: '' }
  beforeEach(async () => void (people = await requestPractice(testServer, ['a', 'b'])))
  const talk = talkOf(testServer, () => people)
  const shown = async (uuid: string) =>
    ((await talk.toOwner(uuid)).messages ?? []).map(({ side, text, outcome }) => [side, text, outcome])
  const statusesOf = async (replies: Promise<Response>[]) => (await Promise.all(replies.map(outcomeOf))).toSorted()
  const mails = async () => {
    await notifyPractices(testServer.ports)
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).map(({ kind }) => kind)
  }

  test('pass the turn between owner and practice until the practice ends the request', async () => {
    const uuid = await talk.send()
    expect(await talk.badges()).toEqual({ owner: 0, practice: 1 })
    await testServer.ok(talk.respond(uuid, 'asked', { text: 'Hoe lang al?' }))
    expect(await talk.badges()).toEqual({ owner: 1, practice: 0 })
    await testServer.ok(talk.write(uuid, { text: 'Een week.' }))
    expect(await talk.badges()).toEqual({ owner: 0, practice: 1 })
    await testServer.ok(talk.respond(uuid, 'replied', { text: 'Kijk het nog even aan.' }))
    expect(await talk.badges()).toEqual({ owner: 1, practice: 0 })
    const last = (await talk.toOwner(uuid)).messages?.at(-1)?.uuid ?? ''
    await testServer.ok(talk.read(uuid, last))
    expect(await talk.badges()).toEqual({ owner: 0, practice: 0 })
    await testServer.ok(talk.end(uuid))
    expect(await shown(uuid)).toEqual([
      ['practice', 'Hoe lang al?', 'asked'],
      ['owner', 'Een week.', undefined],
      ['practice', 'Kijk het nog even aan.', 'replied'],
    ])
    expect(await talk.toStaff(uuid)).toMatchObject({
      state: 'answered',
      messages: [{ by: 'staff@a.example' }, { by: 'Anna Bakker' }, {}],
    })
    expect(await talk.badges()).toEqual({ owner: 0, practice: 0 })
  })

  test('keep an answer as the last message, also one of an earlier version that the owner reopens', async () => {
    const old = {
      state: 'answered',
      closed_at: '2026-06-14T10:00:00.000Z',
      answer: '{"text":"Ja.","by":"Tess"}',
    } as const
    const uuid = await request(testServer.db, { clientId: people.clientId, accountId: people.ownerId, ...old })
    expect(await shown(uuid)).toEqual([['practice', 'Ja.', 'answered']])
    await testServer.ok(talk.reopen(uuid, { text: 'Toch niet.' }))
    expect(await shown(uuid)).toEqual([
      ['practice', 'Ja.', 'answered'],
      ['owner', 'Toch niet.', undefined],
    ])
    expect(await talk.toStaff(uuid)).toMatchObject({ state: 'sent' })
    expect(await talk.toStaff(uuid)).not.toHaveProperty('answer')
  })

  test('are refused after the end, and reopen the request for seven days', async () => {
    const uuid = await talk.send()
    await talk.respond(uuid, 'declined')
    expect(await outcomeOf(talk.write(uuid))).toBe(CLOSED)
    expect(await outcomeOf(talk.respond(uuid, 'asked'))).toBe(CLOSED)
    testServer.advance(7 * DAY_MS - 1)
    await testServer.ok(talk.reopen(uuid))
    expect(await talk.badges()).toMatchObject({ practice: 1 })
    await talk.respond(uuid, 'answered')
    testServer.advance(7 * DAY_MS)
    expect(await outcomeOf(talk.reopen(uuid))).toBe(CLOSED)
  })

  test('do not reopen a kind of request that the practice no longer accepts', async () => {
    const uuid = await talk.send()
    await talk.respond(uuid, 'answered')
    await testServer.db.updateTable('request_settings').set({ data: '{"kinds":["DETAILS"]}' }).execute()
    expect(await outcomeOf(talk.reopen(uuid))).toBe('409 request-not-taken')
  })

  test('a request cannot be ended without a message of the practice', async () => {
    const uuid = await talk.send()
    expect(await outcomeOf(talk.end(uuid))).toBe(CONFLICT)
    await talk.respond(uuid, 'asked')
    await talk.write(uuid)
    await testServer.ok(talk.end(uuid))
    expect((await talk.end(uuid)).status).toBe(200)
  })

  test('are idempotent by their uuid and refused with other content', async () => {
    const uuid = await talk.send()
    const own = { uuid: crypto.randomUUID() }
    const theirs = { uuid: crypto.randomUUID() }
    expect((await talk.write(uuid, own)).status).toBe(201)
    expect((await talk.write(uuid, own)).status).toBe(200)
    expect(await outcomeOf(talk.write(uuid, { ...own, text: 'Iets anders' }))).toBe(CONFLICT)
    expect((await talk.respond(uuid, 'answered', theirs)).status).toBe(201)
    expect((await talk.respond(uuid, 'answered', theirs)).status).toBe(200)
    expect(await outcomeOf(talk.respond(uuid, 'declined', theirs))).toBe(CONFLICT)
    expect(await outcomeOf(talk.respond(await talk.send(), 'answered', theirs))).toBe(CONFLICT)
    expect(await shown(uuid)).toHaveLength(2)
  })

  test('of a reader who has not read the last message are refused', async () => {
    const uuid = await talk.send()
    await testServer.ok(talk.respond(uuid, 'asked', { lastUuid: uuid }))
    await talk.write(uuid)
    expect(await outcomeOf(talk.respond(uuid, 'answered', { lastUuid: uuid }))).toBe(CONFLICT)
    expect(await outcomeOf(talk.end(uuid, { lastUuid: uuid }))).toBe(CONFLICT)
    const lastUuid = (await talk.toStaff(uuid)).messages?.at(-1)?.uuid
    await testServer.ok(talk.respond(uuid, 'answered', { lastUuid }))
  })

  test('of two members of staff at once are stored once', { tags: ['database'] }, async () => {
    const colleague = await staff(testServer.db, 'a', 'other@a.example')
    const uuid = await talk.send()
    const both = [people.memberId, colleague].map((by) => talk.respond(uuid, 'asked', { lastUuid: uuid }, by))
    expect(await statusesOf(both)).toEqual(['201', CONFLICT])
  })

  test('of an owner arrive or are refused while the practice ends the request', { tags: ['database'] }, async () => {
    const uuid = await talk.send()
    const [written] = await Promise.all([talk.write(uuid), talk.respond(uuid, 'answered')])
    expect((await shown(uuid)).length).toBe(written.status === 201 ? 2 : 1)
    expect(await talk.toStaff(uuid)).toMatchObject({ state: 'answered' })
  })

  test('are limited for each account and day, and for each request and side', async () => {
    const uuid = await talk.send()
    const insert = (count: number, at: string) =>
      testServer.db
        .insertInto('request_message')
        .values(
          Array.from({ length: count }, (_, index) => ({
            uuid: crypto.randomUUID(),
            request_uuid: uuid,
            client_uuid: people.clientId,
            position: index + 1,
            side: 'owner' as const,
            at,
            hash: '',
            data: '{"text":"Hoi"}',
          })),
        )
        .execute()
    await insert(MAX_MESSAGES, '2026-06-01T10:00:00.000Z')
    expect(await outcomeOf(talk.write(uuid))).toBe('400 validation-failed')
    await testServer.ok(talk.write(await talk.send()))
    await testServer.db.updateTable('request_message').set({ at: testServer.now.toISOString() }).execute()
    expect(MESSAGES_PER_DAY).toBeLessThanOrEqual(MAX_MESSAGES)
    expect(await outcomeOf(talk.write(await talk.send()))).toBe('429 rate-limited')
  })

  const uploadAs = async (authorization: string, path: string, bytes = PICTURES.jpg) => {
    const headers = { authorization, 'content-type': 'image/jpeg' }
    return await testServer.fetch(
      new Request(`http://portal.test/api/${path}`, { method: 'POST', headers, body: bytes }),
    )
  }
  const upload = async (by: string, path: string) =>
    (await testServer.ok<{ id: string }>(uploadAs(await testServer.signIn(by), path))).id
  const uploadAsOwner = () => upload(people.ownerId, `clients/${people.clientId}/request-photos`)
  const addressesOf = ({ photos = [], messages = [] }: PracticeRequest) =>
    [photos, ...messages.map((each) => each.photos ?? [])].map((list) => list.map(({ url }) => url))

  describe('with photos', () => {
    test('show each photo with its message, to both sides', async () => {
      const uuid = await talk.send()
      const own = await uploadAsOwner()
      await testServer.ok(talk.write(uuid, { photoIds: [own] }))
      const theirs = await upload(people.memberId, `practice/a/requests/${uuid}/photos`)
      await testServer.ok(talk.respond(uuid, 'asked', { photoIds: [theirs] }))
      const toStaff = await talk.toStaff(uuid)
      const toOwner = await talk.toOwner(uuid)
      expect(addressesOf(toStaff).map(({ length }) => length)).toEqual([0, 1, 1])
      for (const url of [toStaff, { ...toStaff, ...toOwner }].flatMap(addressesOf).flat())
        expect((await testServer.fetch(new Request(url))).status).toBe(200)
      expect(await outcomeOf(talk.write(uuid, { photoIds: [theirs] }))).toBe('400 validation-failed')
      const stranger = await staff(testServer.db, 'b', 'staff@b.example')
      await expect(upload(stranger, `practice/b/requests/${uuid}/photos`)).rejects.toThrow('404')
    })

    test('keep a photo that the practice has seen', async () => {
      const photo = await uploadAsOwner()
      const uuid = await talk.send({ photoIds: [photo] })
      await talk.respond(uuid, 'asked')
      await talk.write(uuid)
      const path = `clients/${people.clientId}/request-photos/${photo}`
      expect(await outcomeOf(testServer.callAs(people.ownerId, 'DELETE', path))).toBe(CONFLICT)
    })
  })

  describe('cause mails', () => {
    test('once per turn to the owner', async () => {
      const uuid = await talk.send()
      await talk.respond(uuid, 'asked')
      await talk.respond(uuid, 'replied')
      await talk.respond(uuid, 'asked')
      await deliverOutbox(testServer.ports)
      expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['request-asked'])
      await talk.write(uuid)
      await talk.respond(uuid, 'answered')
      await deliverOutbox(testServer.ports)
      expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['request-asked', 'request-answered'])
    })

    test('none to an owner who has read the message before it is sent', async () => {
      const uuid = await talk.send()
      const asking = {
        practiceId: 'a',
        requestId: uuid,
        outcome: 'asked',
        text: 'Hoe lang al?',
        now: testServer.now,
      } as const
      await inTransaction(testServer.db, (trx) => answerRequest(trx, asking))
      await talk.read(uuid, (await talk.toOwner(uuid)).messages?.[0]?.uuid ?? '')
      await deliverOutbox(testServer.ports)
      expect(await testServer.mails()).toEqual([])
    })

    test('once per turn to the practice', async () => {
      await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      const uuid = await talk.send()
      expect(await mails()).toEqual(['requests-new'])
      await talk.write(uuid)
      testServer.advance(HOUR_MS)
      expect(await mails()).toEqual(['requests-new'])
      await talk.see(uuid)
      await talk.write(uuid)
      expect(await mails()).toEqual(['requests-new', 'requests-new'])
    })
  })

  describe('by a key', () => {
    let keyId = ''
    beforeEach(async () => {
      keyId = await importKey(testServer.db, 'a', { name: 'Balie', purpose: 'requests', hash: await sha256(KEY) })
    })
    const call = (method: string, path: string, body?: unknown) =>
      testServer.call(method, path, { headers: { authorization: `Bearer ${KEY}` }, body })
    const send = (requestId: string, { bytes = PICTURES.jpg, practiceId = 'a', key = KEY } = {}) =>
      uploadAs(`Bearer ${key}`, `practice/${practiceId}/requests/${requestId}/photos`, bytes)
    const uploaded = async (requestId: string) => (await testServer.ok<{ id: string }>(send(requestId))).id

    test('are read with the changes since a number, and written once', async () => {
      const uuid = await talk.send()
      await talk.write(uuid, { text: 'Nog iets' })
      const changes = await testServer.ok<Page<PracticeRequest>>(call('GET', 'practice/a/requests?after=0'))
      expect(changes.content).toMatchObject([{ number: 2, messages: [{ side: 'owner', text: 'Nog iets' }] }])
      const body = { uuid: crypto.randomUUID(), text: 'Welk dier?', outcome: 'asked' }
      const path = `practice/a/requests/${uuid}`
      expect((await call('POST', `${path}/messages`, body)).status).toBe(201)
      expect((await call('POST', `${path}/messages`, body)).status).toBe(200)
      expect(await talk.toOwner(uuid)).toMatchObject({ state: 'asked', messages: [{}, { side: 'practice' }] })
      await testServer.ok(call('POST', `${path}/end`, {}))
    })

    test('have photos, which the key reads as those of the owner, and are stored once', async () => {
      const uuid = await talk.send()
      await testServer.ok(talk.write(uuid, { photoIds: [await uploadAsOwner()] }))
      const message = { uuid: crypto.randomUUID(), text: 'Zo dus.', outcome: 'asked', photoIds: [await uploaded(uuid)] }
      const path = `practice/a/requests/${uuid}/messages`
      expect((await call('POST', path, message)).status).toBe(201)
      const again = await call('POST', path, message)
      expect(again.status).toBe(200)
      const urls = addressesOf((await again.json()) as PracticeRequest)
      expect(urls.map(({ length }) => length)).toEqual([0, 1, 1])
      for (const url of urls.flat()) expect((await testServer.fetch(new Request(url))).status).toBe(200)
      expect(addressesOf(await talk.toStaff(uuid)).map(({ length }) => length)).toEqual([0, 1, 1])
      expect(await outcomeOf(call('POST', path, { ...message, photoIds: [] }))).toBe(CONFLICT)
    })

    test('have only photos that the same key has uploaded for the same client', async () => {
      const uuid = await talk.send()
      const write = (more: object) =>
        outcomeOf(
          call('POST', `practice/a/requests/${uuid}/messages`, {
            uuid: crypto.randomUUID(),
            text: 'Zo.',
            outcome: 'asked',
            ...more,
          }),
        )
      const photoIds = [await uploaded(uuid)]
      expect(await outcomeOf(talk.respond(uuid, 'asked', { photoIds }))).toBe('400 validation-failed')
      expect(await write({ photoIds: [await uploadAsOwner()] })).toBe('400 validation-failed')
      expect(await write({ photoIds: [photoIds[0], ...Array.from({ length: MAX_PHOTOS }, () => uuid)] })).toBe(
        '400 validation-failed',
      )
      expect(await write({ photoIds })).toBe('201')
      expect(await write({ photoIds })).toBe('400 validation-failed')
    })

    test('get a photo only within the access of the key, and of a type and size for photos', async () => {
      const uuid = await talk.send()
      expect(await outcomeOf(send(uuid, { key: `${KEY}x` }))).toBe('401 unauthenticated')
      expect(await outcomeOf(send(uuid, { practiceId: 'b' }))).toBe('404 not-found')
      expect(await outcomeOf(send(crypto.randomUUID()))).toBe('404 not-found')
      expect(await outcomeOf(send(uuid, { bytes: PICTURES.webp }))).toBe('415 unsupported-media-type')
      expect(await outcomeOf(send(uuid, { bytes: new Uint8Array(MAX_PHOTO_BYTES + 1) }))).toBe('413 too-large')
      await uploaded(uuid)
      const change = (scopes: string) => testServer.db.updateTable('import_key').set({ scopes }).execute()
      await change('requests:read')
      expect(await outcomeOf(send(uuid))).toBe('403 scope-missing')
      await change('requests:answer')
      await testServer.db.updateTable('practice').set({ locked: 1 }).execute()
      expect(await outcomeOf(send(uuid))).toBe('403 practice-locked')
    })

    test.each([
      ['as many photos', REQUESTS_PER_DAY * MAX_PHOTOS - 1, 1],
      ['as many bytes', 1, USUAL_LIMITS.photoBytesPerDay - PICTURES.jpg.length],
    ])('get %s in a day as staff can send', async (_, count, size) => {
      const uuid = await talk.send()
      const of = { client_uuid: people.clientId, account_id: keyId, request_uuid: null, position: 0 }
      const photo = { ...of, type: 'image/jpeg', bytes: size, created_at: testServer.now.toISOString() }
      const photos = Array.from({ length: count }, () => ({ ...photo, id: crypto.randomUUID() }))
      await testServer.db.insertInto('request_photo').values(photos).execute()
      await uploaded(uuid)
      expect(await outcomeOf(send(uuid))).toBe('429 rate-limited')
      testServer.advance(DAY_MS)
      await uploaded(uuid)
    })
  })

  test('are part of the data of the owner', async () => {
    const uuid = await talk.send()
    await talk.respond(uuid, 'asked', { text: 'Hoe lang al?' })
    expect(await exportClient(testServer.db, people.clientId, testServer.now)).toMatchObject({
      requests: [{ uuid, messages: [{ side: 'practice', text: 'Hoe lang al?' }] }],
    })
  })

  test(
    'keep the badges right in random histories',
    { tags: ['database'], timeout: HISTORIES * HISTORY_MS },
    async () => {
      const random = createRandom(45)
      const steps = [
        'write',
        'reopen',
        'asked',
        'replied',
        'answered',
        'declined',
        'end',
        'see',
        'read',
        'withdraw',
      ] as const
      for (let history = 0; history < HISTORIES; history += 1) {
        const uuid = await talk.send()
        const accepted: string[] = ['write']
        for (let count = 0; count < 8; count += 1) {
          const step = random.pick(steps)
          const last = (await talk.toStaff(uuid)).messages?.at(-1)?.uuid ?? uuid
          const calls = {
            write: talk.write,
            reopen: talk.reopen,
            end: talk.end,
            see: talk.see,
            withdraw: talk.withdraw,
          }
          const reply =
            step === 'read'
              ? await talk.read(uuid, last)
              : step in calls
                ? await calls[step as keyof typeof calls](uuid)
                : await talk.respond(uuid, step)
          if (reply.status < 300) accepted.push(step)
        }
        const ofTurn = accepted.filter((step) => !['see', 'read'].includes(step))
        const isLast = (...names: string[]) => names.includes(ofTurn.at(-1) ?? '')
        const message = accepted.findLastIndex((step) => ['asked', 'replied', 'answered', 'declined'].includes(step))
        const later = accepted.slice(message + 1)
        const isRead = later.some((step) => ['read', 'write', 'reopen', 'withdraw'].includes(step))
        expect([accepted, await talk.badges()]).toEqual([
          accepted,
          { owner: isLast('asked') || (message > 0 && !isRead) ? 1 : 0, practice: isLast('write', 'reopen') ? 1 : 0 },
        ])
        await testServer.db.deleteFrom('request').execute()
        await testServer.db.deleteFrom('request_count').execute()
        testServer.advance(DAY_MS)
      }
    },
  )
})
