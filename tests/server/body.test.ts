import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { array, flag, object, requiredText, string, text } from '#contract/schemas/fields.ts'
import type { Problem } from '#contract/problem.ts'
import type { Env } from '#server/context.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { answerError } from '#server/http/problem.ts'
import { validBody } from '#server/http/validate.ts'

const schema = object({
  name: requiredText(5).required('required'),
  locked: flag().required('required'),
  note: string(),
  animals: array(object({ name: text(5) })).max(200, 'tooMany'),
})
const MAX = 10_000
const GOOD = { name: 'Bella', locked: true }

const app = new Hono<Env>()
app.onError((error, c) => answerError(error, c, () => {}))
app.use(
  withinLimits({
    ...USUAL_LIMITS,
    bodyBytes: MAX,
    urlBytes: 100,
    concurrentRequests: 1,
    unfinishedBodies: 3,
    unfinishedBodiesPerAddress: 2,
  }),
)
app.post('/', async (c) => c.json(await validBody(c, schema)))
app.get('/', (c) => c.body(null, 204))

const post = (body: BodyInit, headers: Record<string, string> = {}, clientAddress?: string) =>
  app.fetch(
    new Request('http://portal.test/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    }),
    { clientAddress },
  )
const next = (stream: ReadableStreamDefaultController<Uint8Array>, part?: string) =>
  part === undefined ? stream.close() : stream.enqueue(new TextEncoder().encode(part))
const problemOf = async (body: unknown) => (await (await post(JSON.stringify(body))).json()) as Problem

test('of a body only what is asked for is taken', async () => {
  const more = '"roles":["CLINIC_ADMIN"],"toString":1,"constructor":{"prototype":{"x":1}},"__proto__":{"note":"x"}'
  const answer = await post(`{"name":"Bella","locked":true,${more}}`)
  expect(await answer.json()).toEqual(GOOD)
})

test('takes only the fields of the schema at every depth', async () => {
  const animals = [{ name: 'Bella', uuid: 'x', owner: { name: 'x' } }, {}]
  const answer = await post(JSON.stringify({ ...GOOD, animals }))
  expect(await answer.json()).toEqual({ ...GOOD, animals: [{ name: 'Bella' }, {}] })
})

test('names each wrong field of a list, and the first hundred at most', async () => {
  const wrong = (count: number) => ({ ...GOOD, animals: Array.from({ length: count }, () => ({ name: 'Tabitha' })) })
  expect((await problemOf(wrong(2))).errors).toEqual([
    { pointer: '#/animals/0/name', code: 'tooLong' },
    { pointer: '#/animals/1/name', code: 'tooLong' },
  ])
  expect((await problemOf(wrong(200))).errors).toHaveLength(100)
})

test('refuses a list that is too long without looking at its entries', async () => {
  const animals = Array.from({ length: 201 }, () => 5)
  expect((await problemOf({ ...GOOD, animals })).errors).toEqual([{ pointer: '#/animals', code: 'tooMany' }])
})

test.each([
  [{ ...GOOD, locked: 'true' }, '#/locked'],
  [{ ...GOOD, locked: 1 }, '#/locked'],
  [{ ...GOOD, name: 12 }, '#/name'],
  [{ ...GOOD, note: new Date(0).valueOf() }, '#/note'],
  [{ ...GOOD, note: true }, '#/note'],
])('nothing is made into what is asked for: %j', async (body, pointer) => {
  expect((await problemOf(body)).errors).toEqual([{ pointer, code: 'invalidType' }])
  expect((await post(JSON.stringify(GOOD))).status).toBe(200)
})

test('all that is wrong is told, each thing once', async () => {
  expect((await problemOf({ name: '' })).errors).toEqual([
    { pointer: '#/name', code: 'required' },
    { pointer: '#/locked', code: 'required' },
  ])
})

test.each([null, [], [GOOD], 'x', 5, true])('%j is no object', async (body) => {
  expect((await problemOf(body)).errors).toEqual([{ pointer: '#', code: 'invalidType' }])
})

test('letters that are not UTF-8 are not guessed', async () => {
  const bytes = (name: number[]) =>
    new Uint8Array([...'{"locked":true,"name":"'].map((letter) => letter.charCodeAt(0)).concat(name, [0x22, 0x7d]))
  const answer = await post(bytes([0xe9]))
  expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([400, 'malformed-json'])
  expect(await (await post(bytes([0xc3, 0xa9]))).json()).toEqual({ name: 'é', locked: true })
})

test('a body is twenty deep at most', async () => {
  const nested = (depth: number) => `{"name":"Bella","locked":true,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  expect((await post(nested(19))).status).toBe(200)
  const answer = await post(nested(20))
  expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([400, 'bad-request'])
})

test.each(['announced', 'as it comes'])('of a size, %s, at most', async (how) => {
  const body = (bytes: number) => {
    const text = JSON.stringify(GOOD).padEnd(bytes)
    if (how === 'announced') return post(text, { 'content-length': String(bytes) })
    const parts = [text.slice(0, 10), text.slice(10, 500), text.slice(500)]
    return post(new ReadableStream({ pull: (stream) => next(stream, parts.shift()) }))
  }
  expect(await (await body(MAX)).json()).toEqual(GOOD)
  expect((await body(MAX + 1)).status).toBe(413)
})

describe('a body that is still arriving', () => {
  /** Half of it is there; the rest comes when it is told to. */
  function begin(address?: string) {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const [first, rest] = ['{"name":"Bella",', '"locked":true}'].map((part) => new TextEncoder().encode(part))
    void writer.write(first)
    const answer = Promise.resolve(post(body.readable, {}, address)).then(({ status }) => status)
    const finish = async () => {
      await writer.write(rest)
      await writer.close()
      return await answer
    }
    return { answer, finish }
  }
  const read = async () => (await app.request('http://portal.test/')).status

  test('takes no place from others', async () => {
    const slow = begin()
    expect([await read(), (await post(JSON.stringify(GOOD))).status]).toEqual([204, 200])
    expect(await slow.finish()).toBe(200)
  })

  test('is one of so many of its address, of which the oldest gives way to the next', async () => {
    const [first, second, other] = [begin('192.0.2.1'), begin('192.0.2.1'), begin('192.0.2.2')]
    expect((await post(JSON.stringify(GOOD), {}, '192.0.2.1')).status).toBe(200)
    expect(await first.answer).toBe(503)
    expect(await Promise.all([second.finish(), other.finish()])).toEqual([200, 200])
  })

  test('that has to give way is told to come back', async () => {
    const headers = { 'content-type': 'application/json' }
    const endless = new ReadableStream({ pull: () => new Promise(() => {}) })
    const given = post(endless, headers, '192.0.2.1')
    const others = [begin('192.0.2.1'), begin('192.0.2.1')]
    const answer = await given
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await Promise.all(others.map(({ finish }) => finish()))).toEqual([200, 200])
  })

  test('and ends leaves its place to the next: none has to give way', async () => {
    const slow = begin('192.0.2.1')
    for (let times = 0; times < 3; times += 1)
      expect((await post(JSON.stringify(GOOD), {}, '192.0.2.1')).status).toBe(200)
    expect(await slow.finish()).toBe(200)
  })

  test('is one of so many in all, of which the oldest gives way', async () => {
    const slow = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(begin)
    expect((await post(JSON.stringify(GOOD), {}, '192.0.2.4')).status).toBe(200)
    expect(await slow[0]!.answer).toBe(503)
    expect(await Promise.all([slow[1]!.finish(), slow[2]!.finish()])).toEqual([200, 200])
  })

  test('and breaks off is no failure of the server', async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) })
    expect((await post(body)).status).toBe(400)
  })
})
