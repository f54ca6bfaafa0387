import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '#server/context.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { handleError } from '#server/http/problem.ts'
import { createUploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'

const MEBIBYTE = 1024 * 1024

/** A server with memory for four uploads of one MiB, two of which may belong to one account. */
function open() {
  const memory = createUploadMemory({ maxBytes: 4 * MEBIBYTE, maxBytesOfAccount: 2 * MEBIBYTE })
  const receive = memory.receiver({ bodyBytes: MEBIBYTE, accountOf: (c) => c.req.header('x-account') ?? '' })
  const working = Promise.withResolvers<void>()
  const app = new Hono<Env>()
  app.onError((error, c) => handleError(error, c, () => {}))
  app.use(withinLimits({ ...USUAL_LIMITS, bodyBytes: MEBIBYTE }, undefined, receive))
  app.post('/', (c) => c.json(c.get('body').length))
  app.post('/slow', async (c) => {
    await working.promise
    return c.json(c.get('body').length)
  })
  const post = async (account: string, body: BodyInit = new Uint8Array(MEBIBYTE), path = '') =>
    await app.fetch(
      new Request(`http://portal.test/${path}`, {
        method: 'POST',
        headers: { 'x-account': account },
        body,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      }),
    )
  /** Starts an upload whose body ends when `finish` is called. */
  const begin = (account: string) => {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    void writer.write(new Uint8Array(10))
    const response = post(account, body.readable)
    const finish = async () => {
      await writer.close()
      return (await response).status
    }
    return { response, finish }
  }
  return { post, begin, finishWork: working.resolve }
}

test('upload memory: rejects the oldest unfinished upload of an account that exceeds its share', async () => {
  const { post, begin } = open()
  const [first, second, other] = [begin('a'), begin('a'), begin('b')]
  expect((await post('a')).status).toBe(200)
  const rejected = await first.response
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1'])
  expect([await second.finish(), await other.finish()]).toEqual([200, 200])
})

test('upload memory: if full, rejects the oldest unfinished upload of the largest user', async () => {
  const { post, begin } = open()
  const [other, first, second, third] = [begin('b'), begin('a'), begin('a'), begin('c')]
  expect((await post('d')).status).toBe(200)
  expect((await first.response).status).toBe(503)
  expect(await Promise.all([other, second, third].map(({ finish }) => finish()))).toEqual([200, 200, 200])
})

test('upload memory: is released after the response', async () => {
  const { post, finishWork } = open()
  const working = ['a', 'a', 'b', 'b'].map((account) => post(account, undefined, 'slow'))
  // Two turns of the event loop let all four uploads arrive.
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  expect([(await post('a')).status, (await post('c')).status]).toEqual([503, 503])
  finishWork()
  expect((await Promise.all(working)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await post('c')).status).toBe(200)
})

test('upload memory: joins a body that arrives in chunks of one byte', async () => {
  const { post } = open()
  let left = 50_000
  const body = new ReadableStream({
    pull(stream) {
      left -= 1
      if (left < 0) stream.close()
      else stream.enqueue(Uint8Array.of(left))
    },
  })
  expect(await (await post('a', body)).json()).toBe(50_000)
})
