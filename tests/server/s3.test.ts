import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Files } from '#server/ports.ts'
import { folderFiles } from '#server/node/files/folder-files.ts'
import { s3Files } from '#server/node/files/s3-files.ts'
import { ProblemError } from '#server/http/problem.ts'
import { StorageError } from '#server/files/store.ts'
import { parseStorage } from '#server/node/files/storage.ts'
import { eachFolder } from '#harness/folders.ts'
import { practice, staff } from '#harness/builders.ts'
import { openTestServer } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'
import { type S3Store, authorizationOf, openS3Store } from './s3-store.ts'

const CONTENT = Uint8Array.of(1, 2, 3)
const KEY = 'PORTAL'
const SECRET = 'a/secret+of=the store'

const folder = eachFolder()
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

// "Example: GET Object" and "Example: PUT Object" of "Signature Calculations for the Authorization Header" in the S3
// API reference. They show that the test store checks signatures as S3 does.
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
])('the test store calculates the signature of the published S3 example $0.method', (request, signature) => {
  expect(authorizationOf(request, EXAMPLES)).toContain(`Signature=${signature}`)
})

test('s3Files stores, reads, measures and removes a file', async () => {
  const files = filesOf()
  expect(await files.get('a.png')).toBeUndefined()
  await files.put('a.png', CONTENT)
  expect([...store.stored.keys()]).toEqual(['/logos/a.png'])
  expect([await files.sizeOf('a.png'), await files.sizeOf('none.png')]).toEqual([3, undefined])
  const file = (await files.get('a.png'))!
  expect([file.size, new Uint8Array(await new Response(file.stream()).arrayBuffer())]).toEqual([3, CONTENT])
  const part = file.stream({ start: 1, end: 2 })
  expect(new Uint8Array(await new Response(part).arrayBuffer())).toEqual(CONTENT.subarray(1))
  await files.remove('a.png')
  await files.remove('a.png')
  expect(await files.get('a.png')).toBeUndefined()
})

/** File that arrives in two parts, and that `accept` decides about. */
const arriving = (text: string, accept: (sha256: string) => void, size = text.length) => ({
  size,
  accept,
  parts: (async function* () {
    yield new TextEncoder().encode(text.slice(0, 2))
    yield new TextEncoder().encode(text.slice(2))
  })(),
})

describe.each([
  ['a bucket', () => filesOf()],
  ['a folder', () => folderFiles(folder.path)],
])('a file that arrives in parts in %s', (_, open) => {
  const textOf = async (files: Files) => await new Response((await files.get('a.pdf'))?.stream()).text()

  test('is stored with the hash of its content', async () => {
    const files = open()
    let hash = ''
    await files.put(
      'a.pdf',
      arriving('%PDF-1', (sha256) => (hash = sha256)),
    )
    expect([await textOf(files), hash]).toEqual(['%PDF-1', createHash('sha256').update('%PDF-1').digest('hex')])
  })

  test('leaves the former file if it is refused, cut off or too long', async () => {
    const files = open()
    await files.put('a.pdf', CONTENT)
    const former = await textOf(files)
    const refuse = () => {
      throw new RangeError('refused')
    }
    await expect(files.put('a.pdf', arriving('%PDF-1', refuse))).rejects.toThrow(RangeError)
    for (const size of [5, 7])
      await expect(
        files.put(
          'a.pdf',
          arriving('%PDF-1', () => {}, size),
        ),
      ).rejects.toThrow(ProblemError)
    expect(await textOf(files)).toBe(former)
  })
})

test('s3Files throws a StorageError if the store stops reading a file that arrives', async () => {
  store.fault = () => {}
  await expect(
    filesOf(SECRET, { callMs: 300 }).put(
      'a.pdf',
      arriving('%PDF-1', () => {}),
    ),
  ).rejects.toThrow(StorageError)
})

test('s3Files lists the files under its prefix, page by page', async () => {
  const listed = async (url: string) => {
    const files = s3Files(
      parseStorage(`s3+http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${store.port}/${url}`)!,
    )
    const all = []
    for await (const file of files.list!()) all.push(file)
    return all
  }
  for (const key of ['a', 'b', 'c', 'd', 'portal/e', 'portal/f']) store.stored.set(`/logos/${key}.png`, CONTENT)
  const region = '?region=eu-west-1'
  const modified = new Date('2020-01-01T00:00:00.000Z')
  expect(await listed(`logos/portal${region}`)).toEqual(['e.png', 'f.png'].map((key) => ({ key, modified })))
  expect((await listed(`logos${region}`)).map(({ key }) => key).slice(0, 4)).toEqual([
    'a.png',
    'b.png',
    'c.png',
    'd.png',
  ])
  store.fault = (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  await expect(listed(`logos${region}`)).rejects.toThrow('LIST 403')
})

test('s3Files fails if the store ignores the range', async () => {
  const files = filesOf()
  await files.put('a.png', CONTENT)
  const file = (await files.get('a.png'))!
  store.fault = (_, response) => response.writeHead(200).end(CONTENT)
  await expect(new Response(file.stream({ start: 0, end: 1 })).arrayBuffer()).rejects.toThrow('GET without ranges')
})

test('s3Files rejects a key outside the bucket', async () => {
  await expect(filesOf().put('../other/a.png', CONTENT)).rejects.toThrow('PUT 403')
  expect(store.stored.size).toBe(0)
})

test.each<[string, S3Store['fault']]>([
  ['responds 403', (_, response) => response.writeHead(403).end()],
  ['responds 500', (_, response) => response.writeHead(500).end()],
  ['responds 503', (_, response) => response.writeHead(503).end()],
  ['redirects', ({ url }, response) => response.writeHead(url === '/there' ? 200 : 307, { location: '/there' }).end()],
  ['closes the connection', (request) => request.socket.destroy()],
  ['sends no response', () => {}],
])('s3Files throws a StorageError without a retry if the store %s', async (name, fault) => {
  const files = filesOf(SECRET, name === 'sends no response' ? { callMs: 1000 } : {})
  let attempts = 0
  store.fault = (...call) => {
    attempts += 1
    fault!(...call)
  }
  const calls = await Promise.allSettled([files.put('a.png', CONTENT), files.get('a.png'), files.remove('a.png')])
  for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) })
  expect(attempts).toBe(3)
  store.fault = undefined
  await filesOf().put('a.png', CONTENT)
})

describe('a file streamed from S3', () => {
  const SIZE = 16 * 1024 * 1024
  const large = async (limits = {}) => (await filesOf(SECRET, limits).get('large.pdf'))!
  let open: Set<ServerResponse>
  let sent: number

  /** Makes the store respond with `send` to GET requests, and counts open responses and sent bytes. */
  const sending = (send: (response: ServerResponse) => void) => {
    open = new Set()
    sent = 0
    store.fault = ({ method }, response) => {
      response.writeHead(200, { 'content-length': SIZE })
      if (method === 'HEAD') return void response.end()
      open.add(response)
      response.once('close', () => open.delete(response))
      send(response)
    }
  }
  const whole = (response: ServerResponse) => {
    const part = Buffer.alloc(64 * 1024)
    let left = SIZE
    const write = () => {
      while (left > 0) {
        left -= part.length
        sent += part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }

  test('is not buffered in memory', async () => {
    sending(whole)
    const file = await large()
    expect([file.size, open.size]).toEqual([SIZE, 0])
    const reader = file.stream().getReader()
    const { value } = await reader.read()
    expect(value!.length).toBeLessThan(SIZE / 4)
    await reader.cancel()
    await expect.poll(() => open.size).toBe(0)
    expect(sent).toBeLessThan(SIZE)
    sending(whole)
    const bytes = await new Response((await large()).stream()).arrayBuffer()
    expect(bytes.byteLength).toBe(SIZE)
  })

  test('is aborted if the reader stops', async () => {
    sending(whole)
    const reader = (await large({ unreadMs: 300 })).stream().getReader()
    await reader.read()
    // Garbage collection drops weakly held objects, as happens in a busy server.
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    expect(open.size).toBe(1)
    await expect.poll(() => open.size).toBe(0)
    await expect(reader.read()).rejects.toThrow('GET unread')
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['sends no data', () => {}],
    ['stalls', (response) => response.write('x')],
    ['stops in the middle', (response) => response.write('x', () => response.destroy())],
    ['closes the connection', (response) => response.destroy()],
  ])('fails if the store %s', async (_, send) => {
    sending(send)
    await expect(new Response((await large({ callMs: 1000 })).stream()).arrayBuffer()).rejects.toThrow(StorageError)
    await expect.poll(() => open.size).toBe(0)
  })

  test('fails if the file has been changed or deleted', async () => {
    const files = filesOf()
    const changes = [
      [() => files.put('a.png', Uint8Array.of(1)), 'GET of another length'],
      [() => files.put('a.png', Uint8Array.of(1, 2, 3, 4)), 'GET of another length'],
      [() => files.remove('a.png'), 'GET 404'],
    ] as const
    for (const [change, why] of changes) {
      await files.put('a.png', CONTENT)
      const { stream } = (await files.get('a.png'))!
      await change()
      await expect(new Response(stream()).arrayBuffer()).rejects.toThrow(why)
    }
  })
})

test('s3Files with a wrong secret stores nothing', async () => {
  const files = filesOf('another secret')
  await expect(files.put('a.png', CONTENT)).rejects.toThrow('PUT 403')
  expect(store.stored.size).toBe(0)
})

test('a logo upload fails with 503 while S3 is unavailable, without affecting the former logo', async () => {
  await using testServer = await openTestServer('sqlite', { files: filesOf() })
  await practice(testServer.db, 'a')
  const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  const headers = { 'content-type': 'image/png' }
  const upload = async () => {
    const response = await testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers })
    const { url } = (await response.json()) as { url: string }
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
])('STORAGE_URL accepts %s', (text, url, region) => {
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
])('STORAGE_URL rejects %s', (text) => {
  expect(parseStorage(text)).toBeUndefined()
})
