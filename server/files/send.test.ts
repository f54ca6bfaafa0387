import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { Env } from '#server/context.ts'
import { fileOf, sendBytes, sendFile } from './send.ts'

const CONTENT = '0123456789'
const app = new Hono<Env>()
  .get('/file', (c) => sendFile(c, fileOf(new Blob([CONTENT])), { 'content-type': 'video/mp4' }, 'v1'))
  .get('/unversioned', (c) => sendFile(c, fileOf(new Blob([CONTENT])), {}))
  .get('/empty', (c) => sendFile(c, fileOf(new Blob([])), {}))
  .get('/made', (c) => sendBytes(c, new TextEncoder().encode(CONTENT), {}))

async function request(path: string, headers: Record<string, string>, method = 'GET') {
  const response = await app.request(path, { method, headers })
  const of = (name: string) => response.headers.get(name)
  return [response.status, await response.text(), of('content-range'), of('content-length')]
}

describe('sendFile with Range', () => {
  test.each([
    ['bytes=0-1', '01', '0-1'],
    ['bytes=0-0', '0', '0-0'],
    ['bytes=5-', '56789', '5-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-30', CONTENT, '0-9'],
    ['BYTES = 2-3', '23', '2-3'],
    ['bytes=2-3,', '23', '2-3'],
  ])('%s returns that part', async (range, part, positions) => {
    expect(await request('/file', { range })).toEqual([206, part, `bytes ${positions}/10`, String(part.length)])
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s returns 416 beyond the end of the file',
    async (range) => {
      expect(await request('/file', { range })).toEqual([416, '', 'bytes */10', null])
    },
  )

  test('returns 416 for any range of an empty file', async () => {
    expect(await request('/empty', { range: 'bytes=0-' })).toEqual([416, '', 'bytes */0', null])
  })

  test.each(['bytes=3-2', 'bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0-1,3-4', '0-1', ''])(
    '%j returns the whole file',
    async (range) => {
      expect(await request('/file', { range })).toEqual([200, CONTENT, null, '10'])
    },
  )

  test.each([
    ['/file', '"v1"', 206],
    ['/file', '"v2"', 200],
    ['/file', 'W/"v1"', 200],
    ['/file', 'Thu, 26 Nov 2026 10:00:00 GMT', 200],
    ['/unversioned', '"v1"', 200],
  ])('with %s and If-Range %s returns %i', async (path, condition, status) => {
    expect((await request(path, { range: 'bytes=0-1', 'if-range': condition }))[0]).toBe(status)
  })

  test('is ignored for HEAD', async () => {
    expect(await request('/file', { range: 'bytes=0-1' }, 'HEAD')).toEqual([200, '', null, '10'])
  })

  test('uses a content-based ETag for a generated file', async () => {
    const { headers } = await app.request('/made')
    expect([headers.get('accept-ranges'), headers.get('etag')]).toEqual([
      'bytes',
      expect.stringMatching(/^"[\da-f]{64}"$/),
    ])
    const condition = headers.get('etag') ?? ''
    expect(await request('/made', { range: 'bytes=-1', 'if-range': condition })).toEqual([
      206,
      '9',
      'bytes 9-9/10',
      '1',
    ])
  })
})
