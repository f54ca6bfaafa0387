import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/dates.ts'
import type { Page } from '#contract/paging.ts'
import type { Delivery, NewWebhook, Webhook } from '#contract/schemas/webhook.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createWebhookSender } from '#server/node/webhooks/webhook-sender.ts'
import type { WebhookSender } from '#server/ports.ts'
import { deleteOldDeliveries, deliverWebhooks } from '#server/webhooks/deliver.ts'
import { pauseRestored } from '#server/webhooks/pause-restored.ts'
import { WEBHOOK_SECRET, client, staff, webhook } from '#harness/builders.ts'
import { ANSWER, question, requestPractice } from '#harness/requests.ts'
import { eachTestServer, fieldErrorsOf, onEngines, outcomeOf } from '#harness/test-server.ts'
import { readDocument } from '../rules/documents.ts'

const PROOF = { currentPassword: 'Welkom#2026' }
const WEBHOOKS = 'practice/a/webhooks'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

// The test clock is fixed at 15 June 2026, 10:00 UTC.
onEngines('webhooks', (engine) => {
  const testServer = eachTestServer(engine, () => ({ webhooks: createWebhookSender({ networks: ['127.0.0.0/8'] }) }))
  let [ownerId, clientId, memberId, adminId, url] = ['', '', '', '', '']
  let received: Received[] = []
  /** Status of the receiver's responses; 0 closes the connection. */
  let status = 200
  let headers: Record<string, string> = {}

  beforeEach(async () => {
    ;[received, status, headers] = [[], 200, {}]
    ;({ ownerId, clientId, memberId } = await requestPractice(testServer, ['a', 'b']))
    adminId = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        if (status === 0) return void request.socket.destroy()
        if (status < 300) received.push({ headers: request.headers, body })
        response.writeHead(status, headers).end('seen')
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  })

  const add = (columns: Parameters<typeof webhook>[3] = {}) =>
    webhook(testServer.db, testServer.ports, 'a', { url, ...columns })
  const call = (method: string, path: string, body?: unknown) => testServer.callAs(adminId, method, path, body)
  const deliver = () => deliverWebhooks(testServer.ports)
  const events = () => received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: object })
  const types = () => events().map(({ type }) => type)
  const setLocked = (locked: boolean) =>
    testServer.ok(testServer.callAs(memberId, 'PUT', `clients/${clientId}`, { locked }))
  const endpoint = (id: string) => testServer.readAs<Webhook>(adminId, `${WEBHOOKS}/${id}`)
  const deliveries = async (id: string) =>
    (await testServer.readAs<Page<Delivery>>(adminId, `${WEBHOOKS}/${id}/deliveries`)).content
  const sentTo = async () => {
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).map(({ to, details }) => `${details?.change} ${to}`)
  }
  /** Advances the clock in steps of a minute, with a delivery after each. */
  async function pass(ms: number) {
    for (let passed = 0; passed < ms; passed += MINUTE_MS) {
      testServer.advance(MINUTE_MS)
      await deliver()
    }
  }

  /** Verifies a message at the time of the test with the reference implementation. */
  function verify({ body, headers: signed }: Received, secret: string) {
    vi.useFakeTimers({ toFake: ['Date'], now: testServer.now })
    onTestFinished(() => void vi.useRealTimers())
    return new Verifier(secret).verify(body, signed as Record<string, string>)
  }

  describe('delivery', () => {
    test('sends each change once, in order, with ids but without names or texts', async () => {
      await add()
      await add({ types: 'client.unlocked' })
      const { uuid: requestId } = await testServer.ok<{ uuid: string }>(
        testServer.callAs(ownerId, 'POST', `clients/${clientId}/requests`, question()),
      )
      for (const path of ['seen', 'seen', 'answer'])
        await testServer.ok(
          testServer.callAs(
            memberId,
            'POST',
            `practice/a/requests/${requestId}/${path}`,
            path === 'answer' ? ANSWER : {},
          ),
        )
      for (const locked of [true, true, false]) await setLocked(locked)
      await deliver()
      await deliver()
      const all = ['request.sent', 'request.seen', 'request.answered', 'client.locked', 'client.unlocked']
      expect(types().toSorted()).toEqual([...all, 'client.unlocked'].toSorted())
      const first = received.find(({ body }) => !body.includes('unlocked'))
      expect(verify(first!, WEBHOOK_SECRET)).toEqual({
        type: 'request.sent',
        timestamp: '2026-06-15T10:00:00.000Z',
        data: { practiceId: 'a', clientId, requestId },
      })
      expect(JSON.stringify(received)).not.toMatch(/Bakker|Een vraag|owner@mail/)
      expect(() => verify(first!, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toThrow('No matching signature')
    })

    test('sends messages that the documented example accepts, and that it refuses once changed or old', async () => {
      await add()
      await setLocked(true)
      await deliver()
      const [, code = ''] = /^```js\n([^]*?)^```$/m.exec(readDocument('docs/integrate/webhooks.md')) ?? []
      const { verify: documented } = (await import(
        /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
      )) as { verify: (secret: string, signed: IncomingHttpHeaders, body: string, now: number) => unknown }
      const [{ body, headers: signed }] = received as [Received]
      const now = testServer.now.getTime()
      expect(documented(WEBHOOK_SECRET, signed, body, now)).toMatchObject({ type: 'client.locked' })
      expect(() => documented(WEBHOOK_SECRET, signed, body.replace('locked', 'merged'), now)).toThrow('Wrong signature')
      expect(() => documented(WEBHOOK_SECRET, signed, body, now + HOUR_MS)).toThrow('Too old')
    })

    test('sends nothing of a change that was rolled back, or of another practice', async () => {
      await add()
      await webhook(testServer.db, testServer.ports, 'b', { url })
      expect(
        (await testServer.callAs(memberId, 'PUT', `clients/${crypto.randomUUID()}`, { locked: true })).status,
      ).toBe(404)
      await setLocked(true)
      await deliver()
      expect(events().map(({ data }) => data)).toEqual([{ practiceId: 'a', clientId }])
    })

    test('loses no event while the receiver is down for 24 hours, and keeps their order', async () => {
      const id = await add()
      status = 0
      const expected: string[] = []
      for (let hour = 0; hour < 24; hour += 1) {
        await setLocked(hour % 2 === 0)
        expected.push(hour % 2 === 0 ? 'client.locked' : 'client.unlocked')
        await pass(HOUR_MS)
      }
      expect(await endpoint(id)).toMatchObject({ state: 'active', waiting: 24, failingSince: expect.any(String) })
      const { attempts, error } = (await deliveries(id)).at(-1)!
      expect([attempts, error]).toEqual([29, 'connection'])
      status = 200
      await pass(HOUR_MS)
      expect(types()).toEqual(expected)
      expect(new Set(received.map(({ headers: { 'webhook-id': each } }) => each)).size).toBe(24)
      expect(await endpoint(id)).not.toHaveProperty('failingSince')
    })

    test('disables an endpoint after three days, with a mail, and sends everything once it is switched on', async () => {
      const id = await add()
      status = 500
      await setLocked(true)
      await pass(3 * DAY_MS - HOUR_MS)
      expect(await endpoint(id)).toMatchObject({ state: 'active' })
      await pass(2 * HOUR_MS)
      expect(await endpoint(id)).toMatchObject({ state: 'disabled', reason: 'failed', waiting: 1 })
      expect(await sentTo()).toEqual(['webhook-disabled admin@a.example'])
      await setLocked(false)
      status = 200
      await pass(HOUR_MS)
      expect(types()).toEqual([])
      await testServer.ok(call('PUT', `${WEBHOOKS}/${id}/state`, { active: true }))
      await testServer.mails()
      expect(types()).toEqual(['client.locked', 'client.unlocked'])
    })

    test('disables an endpoint at once that responds with 410', async () => {
      const id = await add()
      status = 410
      await setLocked(true)
      await deliver()
      expect(await endpoint(id)).toMatchObject({ state: 'disabled', reason: 'gone' })
      expect(await sentTo()).toEqual(['webhook-disabled admin@a.example'])
    })

    test('keeps the events of an endpoint that a restore has paused, until an admin resumes the endpoint', async () => {
      const id = await add()
      const paused = await add({ state: 'paused' })
      await setLocked(true)
      expect(await pauseRestored(testServer.db)).toBe(1)
      await pass(HOUR_MS)
      expect(types()).toEqual([])
      expect(await endpoint(id)).toMatchObject({ state: 'paused', reason: 'restored', waiting: 1 })
      expect(await endpoint(paused)).not.toHaveProperty('reason')
      await testServer.ok(call('PUT', `${WEBHOOKS}/${id}/state`, { active: true }))
      await testServer.mails()
      expect(types()).toEqual(['client.locked'])
      expect(await endpoint(id)).not.toHaveProperty('reason')
    })

    test('waits as long as Retry-After says, at most a day', async () => {
      const id = await add()
      ;[status, headers] = [503, { 'retry-after': '600' }]
      await setLocked(true)
      await deliver()
      expect(await endpoint(id)).toMatchObject({ nextAttemptAt: '2026-06-15T10:10:00.000Z' })
      headers = { 'retry-after': '9999999' }
      await pass(10 * MINUTE_MS)
      expect(await endpoint(id)).toMatchObject({ nextAttemptAt: '2026-06-16T10:10:00.000Z' })
    })

    test('sends each event once from two servers, and a slow endpoint delays no other', async () => {
      await add()
      await add({ url: 'https://slow.example', types: 'client.locked' })
      const slow = Promise.withResolvers<void>()
      const fast = testServer.ports.webhooks!
      const sender: WebhookSender = {
        ...fast,
        async post(to, message) {
          if (to === url) return await fast.post(to, message)
          await slow.promise
          return { status: 200, excerpt: '', ms: 1 }
        },
      }
      for (const locked of [true, false, true]) await setLocked(locked)
      // Different objects are different servers, because a drain belongs to a database object.
      const servers = [
        testServer.db,
        testServer.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }),
      ]
      const delivering = servers.map((db) => deliverWebhooks({ ...testServer.ports, db, webhooks: sender }))
      await vi.waitFor(() => expect(types()).toEqual(['client.locked', 'client.unlocked', 'client.locked']))
      slow.resolve()
      await Promise.all(delivering)
      expect(types()).toHaveLength(3)
    })

    test('sends an event again, with the same id, after a crash before its result was recorded', async () => {
      await add()
      await setLocked(true)
      const { post } = testServer.ports.webhooks!
      const crashing: WebhookSender = {
        ...testServer.ports.webhooks!,
        async post(to, message) {
          await post(to, message)
          throw new Error('crash')
        },
      }
      await deliverWebhooks({ ...testServer.ports, webhooks: crashing })
      await deliver()
      expect(received).toHaveLength(1)
      testServer.advance(MINUTE_MS)
      await deliver()
      const [first, second] = received.map((each) => each.headers['webhook-id'])
      expect([received.length, first]).toEqual([2, second])
    })

    test('keeps the events of a paused endpoint until it is resumed', async () => {
      const id = await add()
      await testServer.ok(call('PUT', `${WEBHOOKS}/${id}/state`, { active: false }))
      await setLocked(true)
      await deliver()
      expect(types()).toEqual([])
      await testServer.ok(call('PUT', `${WEBHOOKS}/${id}/state`, { active: true }))
      await testServer.mails()
      expect(types()).toEqual(['client.locked'])
    })
  })

  describe('an admin', () => {
    const body = (more: object = {}) => ({ name: 'Boekhouding', url, types: ['client.locked'], proof: PROOF, ...more })

    test('adds an endpoint and sees its secret once; all admins get a mail', async () => {
      const made = await testServer.ok<NewWebhook>(call('POST', WEBHOOKS, body()))
      expect(made).toMatchObject({ state: 'active', types: ['client.locked'], waiting: 0 })
      expect(await sentTo()).toEqual(['webhook-changed admin@a.example'])
      const shown = await testServer.readAs(adminId, WEBHOOKS)
      expect(JSON.stringify([shown, testServer.logged, await testServer.rows('webhook_endpoint')])).not.toContain(
        made.secret.slice(10),
      )
      await setLocked(true)
      await deliver()
      expect(verify(received[0]!, made.secret)).toMatchObject({ type: 'client.locked' })
    })

    test('cannot add a sixth endpoint, an address in a private network, or http elsewhere', async () => {
      for (const [wrong, code] of [
        ['https://10.0.0.1', 'privateAddress'],
        ['https://[::1]', 'privateAddress'],
        ['http://8.8.8.8', 'insecureUrl'],
        ['ftp://8.8.8.8', 'invalidUrl'],
        ['https://user@8.8.8.8', 'invalidUrl'],
      ])
        expect(await fieldErrorsOf(call('POST', WEBHOOKS, body({ url: wrong })))).toEqual([
          '400 validation-failed',
          `#/url ${code}`,
        ])
      for (const types of [[], ['client.unknown']])
        expect(await outcomeOf(call('POST', WEBHOOKS, body({ types })))).toBe('400 validation-failed')
      for (let count = 0; count < 5; count += 1) expect(await outcomeOf(call('POST', WEBHOOKS, body()))).toBe('201')
      expect(await outcomeOf(call('POST', WEBHOOKS, body()))).toBe('409 conflict')
    })

    test('changes the name without a proof, but not the URL', async () => {
      const id = await add()
      const change = (more: object) => outcomeOf(call('PUT', `${WEBHOOKS}/${id}`, body({ proof: undefined, ...more })))
      expect(await change({ name: 'Nieuw' })).toBe('200')
      expect(await sentTo()).toEqual([])
      expect(await change({ url: `${url}/2` })).toBe('422 current-password-invalid')
      expect(await change({ url: `${url}/2`, proof: PROOF })).toBe('200')
      expect(await sentTo()).toEqual(['webhook-changed admin@a.example'])
      expect(await endpoint(id)).toMatchObject({ name: 'Boekhouding', url: `${url}/2` })
    })

    test('replaces the secret; for a day both secrets sign', async () => {
      const id = await add()
      const { secret } = await testServer.ok<NewWebhook>(call('POST', `${WEBHOOKS}/${id}/secret`, PROOF))
      await setLocked(true)
      await deliver()
      for (const each of [secret, WEBHOOK_SECRET]) expect(verify(received[0]!, each)).toBeTruthy()
      testServer.advance(DAY_MS)
      await setLocked(false)
      await deliver()
      expect(verify(received[1]!, secret)).toBeTruthy()
      expect(() => verify(received[1]!, WEBHOOK_SECRET)).toThrow('No matching signature')
    })

    test('sends a test event past a failing queue', async () => {
      const id = await add()
      status = 500
      await setLocked(true)
      await deliver()
      const failed = await testServer.ok<Delivery>(call('POST', `${WEBHOOKS}/${id}/test`))
      expect(failed).toMatchObject({ type: 'webhook.test', state: 'failed', status: 500, excerpt: 'seen' })
      status = 200
      expect(await testServer.ok(call('POST', `${WEBHOOKS}/${id}/test`))).toMatchObject({ state: 'delivered' })
      expect(events()).toEqual([{ type: 'webhook.test', timestamp: expect.any(String), data: { practiceId: 'a' } }])
    })

    test('sends one event or all since a moment again, and leaves out waiting events', async () => {
      const id = await add()
      for (const locked of [true, false, true]) {
        await setLocked(locked)
        testServer.advance(HOUR_MS)
      }
      await deliver()
      const [, second] = await deliveries(id)
      await testServer.ok(call('POST', `${WEBHOOKS}/${id}/deliveries/${second!.id}/replay`))
      await testServer.mails()
      expect(types().slice(3)).toEqual(['client.unlocked'])
      const since = '2026-06-15T11:00:00.000Z'
      expect(await testServer.ok(call('POST', `${WEBHOOKS}/${id}/replay`, { since }))).toEqual({ count: 2 })
      await testServer.mails()
      expect(types().slice(4)).toEqual(['client.unlocked', 'client.locked'])
      await testServer.ok(call('PUT', `${WEBHOOKS}/${id}/state`, { active: false }))
      for (const locked of [false, true, false]) await setLocked(locked)
      const [latest] = await deliveries(id)
      await testServer.ok(call('DELETE', `${WEBHOOKS}/${id}/deliveries/${latest!.id}/waiting`))
      expect(await testServer.ok(call('DELETE', `${WEBHOOKS}/${id}/waiting`))).toEqual({ count: 2 })
      expect(await endpoint(id)).toMatchObject({ waiting: 0 })
      expect(await outcomeOf(call('POST', `${WEBHOOKS}/${id}/deliveries/0/replay`))).toBe('404 not-found')
    })

    test('removes an endpoint with its events', async () => {
      const id = await add()
      await setLocked(true)
      expect(await outcomeOf(call('DELETE', `${WEBHOOKS}/${id}`))).toBe('204')
      await deliver()
      expect([types(), await testServer.rows('webhook_delivery')]).toEqual([[], []])
    })
  })

  test('erasing a client deletes its events, except the one that says so', async () => {
    await add()
    const other = await client(testServer.db, 'a', { account_id: ownerId })
    await setLocked(true)
    await testServer.ok(testServer.callAs(memberId, 'PUT', `clients/${other}`, { locked: true }))
    const { db, now, ports } = testServer
    await eraseClient(db, ports.files, { clientId, now })
    await deliver()
    expect(events().map(({ type, data }) => [type, data])).toEqual([
      ['client.locked', { practiceId: 'a', clientId: other }],
      ['client.erased', { practiceId: 'a', clientId }],
    ])
  })

  test('events are kept for 30 days', async () => {
    await add({ state: 'paused' })
    await setLocked(true)
    const kept = async (days: number) => {
      await deleteOldDeliveries(testServer, new Date(testServer.now.getTime() + days * DAY_MS))
      return (await testServer.rows('webhook_delivery')).length
    }
    expect([await kept(29), await kept(31)]).toEqual([1, 0])
  })
})
