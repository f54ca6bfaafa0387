import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { array, flag, object, requiredText, string, text } from '#contract/schemas/fields.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import type { Env } from '#server/context.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { handleError } from '#server/http/problem.ts'
import { readBody } from '#server/http/validate.ts'

const schema = object({
  name: requiredText(5).required('required'),
  locked: flag().required('required'),
  note: string(),
  animals: array(object({ name: text(5) })).max(200, 'tooMany'),
})
const MAX = 10_000
const GOOD = { name: 'Bella', locked: true }

const app = new Hono<Env>()
app.onError((error, c) => handleError(error, c, () => {}))
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
app.post('/', (c) => c.json(readBody(c, schema)))
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

const GOOD_TEXT = JSON.stringify(GOOD)
const codeOf = async (response: Response) => ((await response.json()) as Problem).code

test('a JSON body is reduced to the fields of its schema, at every depth', async () => {
  const more = '"roles":["CLINIC_ADMIN"],"toString":1,"constructor":{"prototype":{"x":1}},"__proto__":{"note":"x"}'
  const animals = JSON.stringify([{ name: 'Bella', uuid: 'x', owner: { name: 'x' } }, {}])
  const response = await post(`{"name":"Bella","locked":true,"animals":${animals},${more}}`)
  expect(await response.json()).toEqual({ ...GOOD, animals: [{ name: 'Bella' }, {}] })
})

test('a JSON body returns each invalid list entry, up to a hundred errors', async () => {
  const wrong = (count: number) => ({ ...GOOD, animals: Array.from({ length: count }, () => ({ name: 'Tabitha' })) })
  expect((await problemOf(wrong(2))).errors).toEqual([
    { pointer: '#/animals/0/name', code: 'tooLong' },
    { pointer: '#/animals/1/name', code: 'tooLong' },
  ])
  expect((await problemOf(wrong(200))).errors).toHaveLength(100)
})

test.each([
  [
    'a list that is too long, without its entries',
    { ...GOOD, animals: Array.from({ length: 201 }, () => 5) },
    'animals',
  ],
  ['a text as a flag', { ...GOOD, locked: 'true' }, 'locked'],
  ['a number as a flag', { ...GOOD, locked: 1 }, 'locked'],
  ['a number as a text', { ...GOOD, name: 12 }, 'name'],
  ['a flag as a text', { ...GOOD, note: true }, 'note'],
  ['null', null, ''],
  ['a list', [GOOD], ''],
  ['a text', 'x', ''],
  ['a number', 5, ''],
  ['a flag as a whole', true, ''],
])('a JSON body reports %s as one error of that field', async (_, body, field) => {
  const code = field === 'animals' ? 'tooMany' : 'invalidType'
  const pointer = field === '' ? '#' : `#/${field}`
  expect(await problemOf(body)).toMatchObject({ code: 'validation-failed', errors: [{ pointer, code }] })
})

test('a JSON body reports every missing field', async () => {
  expect((await problemOf({ name: '' })).errors).toEqual([
    { pointer: '#/name', code: 'required' },
    { pointer: '#/locked', code: 'required' },
  ])
})

test.each(['', '{', `${GOOD_TEXT.slice(0, -1)},}`, `\uFEFF${GOOD_TEXT}`, "{'name':'x'}", 'nl', `${GOOD_TEXT}x`])(
  'a body with malformed JSON is rejected: %j',
  async (text) => {
    const response = await post(text)
    expect([response.status, await codeOf(response)]).toEqual([400, 'malformed-json'])
  },
)

test('a body that is not valid UTF-8 is rejected', async () => {
  const bytes = (name: number[]) =>
    new Uint8Array([...'{"locked":true,"name":"'].map((letter) => letter.charCodeAt(0)).concat(name, [0x22, 0x7d]))
  const response = await post(bytes([0xe9]))
  expect([response.status, await codeOf(response)]).toEqual([400, 'malformed-json'])
  expect(await (await post(bytes([0xc3, 0xa9]))).json()).toEqual({ name: 'é', locked: true })
})

test.each([
  ['', 415],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['text/xml', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json; charset=utf-16', 415],
  ['application/jsonx', 415],
  ['application/json; charset=utf-8', 200],
  ['Application/JSON;charset="UTF-8"', 200],
])('a body with the content type %j gets status %i', async (type, status) => {
  expect((await post(GOOD_TEXT, { 'content-type': type })).status).toBe(status)
})

test('a JSON body may be nested at most 20 levels deep', async () => {
  const nested = (depth: number) => `{"name":"Bella","locked":true,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  expect((await post(nested(19))).status).toBe(200)
  const response = await post(nested(20))
  expect([response.status, await codeOf(response)]).toEqual([400, 'bad-request'])
})

test.each(['announced', 'streamed'])('a body may have at most the maximum size, %s', async (how) => {
  const body = (bytes: number) => {
    const text = GOOD_TEXT.padEnd(bytes)
    if (how === 'announced') return post(text, { 'content-length': String(bytes) })
    const parts = [text.slice(0, 10), text.slice(10, 500), text.slice(500)]
    return post(new ReadableStream({ pull: (stream) => next(stream, parts.shift()) }))
  }
  expect(await (await body(MAX)).json()).toEqual(GOOD)
  expect((await body(MAX + 1)).status).toBe(413)
})

describe('a body that is still arriving', () => {
  /** Sends the first half of a body, and the rest when `finish` is called. */
  function begin(address?: string) {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const [first, rest] = ['{"name":"Bella",', '"locked":true}'].map((part) => new TextEncoder().encode(part))
    void writer.write(first)
    const response = Promise.resolve(post(body.readable, {}, address))
    const finish = async () => {
      await writer.write(rest)
      await writer.close()
      return (await response).status
    }
    return { response, finish }
  }
  const complete = async (address?: string) => (await post(GOOD_TEXT, {}, address)).status

  test('does not block other calls', async () => {
    const slow = begin()
    expect([(await app.request('http://portal.test/')).status, await complete()]).toEqual([204, 200])
    expect(await slow.finish()).toBe(200)
  })

  test('ends with 503 if its IP address exceeds the limit of pending bodies, oldest first', async () => {
    const [other, first, second] = [begin('192.0.2.2'), begin('192.0.2.1'), begin('192.0.2.1')]
    expect(await complete('192.0.2.1')).toBe(200)
    const { status, headers } = await first.response
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    expect(await Promise.all([second.finish(), other.finish()])).toEqual([200, 200])
  })

  test('ends with 503 if all IP addresses together exceed the limit of pending bodies, oldest first', async () => {
    const slow = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(begin)
    expect(await complete('192.0.2.4')).toBe(200)
    expect((await slow[0]!.response).status).toBe(503)
    expect(await Promise.all([slow[1]!.finish(), slow[2]!.finish()])).toEqual([200, 200])
  })

  test('is not affected by short calls made one after another', async () => {
    const slow = begin('192.0.2.1')
    for (let times = 0; times < 3; times += 1) expect(await complete('192.0.2.1')).toBe(200)
    expect(await slow.finish()).toBe(200)
  })

  test('ends with 400 if the client disconnects', async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) })
    expect((await post(body)).status).toBe(400)
  })
})
