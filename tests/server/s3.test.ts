import { afterEach, beforeEach, expect, test } from 'vitest'
import { s3Files } from '#server/node/s3-files.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { parseStorage } from '#server/node/storage.ts'
import { practice, staff } from '#testing/builders.ts'
import { openTestServer } from '#testing/test-server.ts'
import { PICTURES } from './pictures.ts'
import { type S3Store, authorizationOf, openS3Store } from './s3-store.ts'

const CONTENT = Uint8Array.of(1, 2, 3)
const KEY = 'PORTAL'
const SECRET = 'a/secret+of=the store'

let store: S3Store
const filesOf = (secret = SECRET, options = {}) =>
  s3Files(
    parseStorage(`s3+http://${KEY}:${encodeURIComponent(secret)}@127.0.0.1:${store.port}/logos?region=eu-west-1`)!,
    options,
  )

beforeEach(async () => {
  store = await openS3Store({ accessKeyId: KEY, secretAccessKey: SECRET, region: 'eu-west-1' })
})
afterEach(() => store[Symbol.asyncDispose]())

// "Example: GET Object" and "Example: PUT Object" of "Signature Calculations for the Authorization Header" in the S3 API
// reference: what the store of these tests asks for is what S3 does.
const EXAMPLES = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.each([
  [
    {
      method: 'GET',
      url: '/test.txt',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-content-sha256': EMPTY,
        'x-amz-date': '20130524T000000Z',
      },
      contentHash: EMPTY,
    },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    {
      method: 'PUT',
      url: '/test%24file.text',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      contentHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
])('the published example $0.method', (request, signature) => {
  expect(authorizationOf(request, EXAMPLES)).toContain(`Signature=${signature}`)
})

test('what is put in the bucket is there until it is removed', async () => {
  const files = filesOf()
  expect(await files.get('a.png')).toBeUndefined()
  await files.put('a.png', CONTENT)
  expect([...store.stored.keys()]).toEqual(['/logos/a.png'])
  expect(new Uint8Array(await new Response((await files.get('a.png'))!.stream()).arrayBuffer())).toEqual(CONTENT)
  await files.remove('a.png')
  await files.remove('a.png')
  expect(await files.get('a.png')).toBeUndefined()
})

test('S-168 no key leads out of the bucket', async () => {
  await expect(filesOf().put('../other/a.png', CONTENT)).rejects.toThrow('PUT 403')
  expect(store.stored.size).toBe(0)
})

test.each<[string, S3Store['fault']]>([
  ['refuses', (_, response) => response.writeHead(403).end()],
  ['fails', (_, response) => response.writeHead(500).end()],
  ['asks to wait', (_, response) => response.writeHead(503).end()],
  [
    'points elsewhere',
    ({ url }, response) => response.writeHead(url === '/there' ? 200 : 307, { location: '/there' }).end(),
  ],
  ['hangs up', (request) => request.socket.destroy()],
  [
    'stops in the middle',
    (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy()),
  ],
  ['says nothing', () => {}],
])('a store that %s is asked once, and not reached', async (_, fault) => {
  const files = filesOf(SECRET, { callMs: 300 })
  let asked = 0
  store.fault = (...call) => {
    asked += 1
    fault!(...call)
  }
  const calls = await Promise.allSettled([files.put('a.png', CONTENT), files.get('a.png'), files.remove('a.png')])
  for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) })
  expect(asked).toBe(3)
  store.fault = undefined
  await files.put('a.png', CONTENT)
})

test('with another secret nothing is done', async () => {
  const files = filesOf('another secret')
  await expect(files.put('a.png', CONTENT)).rejects.toThrow('PUT 403')
  expect(store.stored.size).toBe(0)
})

test('a logo is kept in the store, and shown from there; without the store the old one stays', async () => {
  await using testServer = await openTestServer('sqlite', { files: filesOf() })
  await practice(testServer.db, 'a')
  const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  const headers = { 'content-type': 'image/png' }
  const upload = async () => {
    const answer = await testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers })
    const { url } = (await answer.json()) as { url: string }
    return (await testServer.fetch(new Request(url, { method: 'PUT', headers, body: PICTURES.png }))).status
  }
  const shown = async () => {
    const { logoUrl } = (await (await testServer.call('GET', 'practice/a', { token })).json()) as { logoUrl?: string }
    return await testServer.fetch(new Request(`http://portal.test${logoUrl}`))
  }
  expect(await upload()).toBe(204)
  expect(new Uint8Array(await (await shown()).arrayBuffer())).toEqual(PICTURES.png)
  expect(store.stored.size).toBe(1)

  store.fault = (_, response) => response.writeHead(500).end()
  expect([await upload(), (await shown()).status]).toEqual([503, 503])
  store.fault = undefined
  expect((await shown()).status).toBe(200)
  expect(store.stored.size).toBe(1)
})

test.each([
  [
    's3+https://k:s@s3.eu-west-1.amazonaws.com/bucket?region=eu-west-1',
    'https://s3.eu-west-1.amazonaws.com/bucket',
    'eu-west-1',
  ],
  ['s3+https://k:s@store.example:9000/bucket/logos/', 'https://store.example:9000/bucket/logos', 'us-east-1'],
  ['s3+http://k:s@localhost:9000/bucket', 'http://localhost:9000/bucket', 'us-east-1'],
  ['s3+http://k:s@[::1]:9000/bucket', 'http://[::1]:9000/bucket', 'us-east-1'],
])('%s is a store', (text, url, region) => {
  expect(parseStorage(text)).toEqual({ url, region, accessKeyId: 'k', secretAccessKey: 's' })
})

test.each([
  'https://k:s@store.example/bucket',
  's3://bucket',
  's3+http://k:s@store.example/bucket',
  's3+https://store.example/bucket',
  's3+https://k@store.example/bucket',
  's3+https://k:s@store.example',
  's3+https://k:s@store.example/',
  's3+https://k:s@store.example/bucket?reigon=eu-west-1',
  's3+https://k:s@store.example/bucket#x',
  's3+https://k:%zz@store.example/bucket',
  'store',
])('%s is none', (text) => {
  expect(parseStorage(text)).toBeUndefined()
})
