import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import { StorageError } from '#server/files/store.ts'
import { practice, staff } from '#harness/builders.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'
import { type Logos, PORTAL, openLogos } from './logos.ts'
import { PICTURES } from './pictures.ts'

const { png } = PICTURES

onEngines('stored logos', (engine) => {
  let at: Logos

  beforeEach(async () => {
    at = await openLogos(engine)
  })
  afterEach(() => at[Symbol.asyncDispose]())

  test('are served only at their exact URLs', async () => {
    const address = await at.upload()
    const paths = [
      '/files/',
      '/files/upload',
      '/files/x',
      '/files/x.png',
      `/files/${crypto.randomUUID()}.png`,
      `${address}x`,
      `${address}/`,
      address.replace('.png', '.webp'),
      address.replace('.png', '.PNG'),
      '/files/..%2f..%2fportal.db',
      '/files/%2e%2e%2fserver.lock',
      '/files/%2Fetc%2Fpasswd',
      `/files/..%2F${address.replace('/files/', '')}`,
      `${address}%0a`,
    ]
    for (const path of paths) expect([path, await at.outcomeOf(await at.get(path))]).toEqual([path, '404 not-found'])
    expect((await at.get(`${address}%00`)).status).toBe(400)
    expect(await at.outcomeOf(await at.get(address, 'DELETE'))).toBe('405 method-not-allowed')
    expect((await at.get(address)).status).toBe(200)
  })

  test('are read from storage only if the database has the key', async () => {
    const address = await at.upload()
    const by = { account_id: at.accountId, account_name: 'staff@a.example' }
    const entry = { practice_id: 'a', action: 'logo-changed', details: null, ...by }
    expect(await at.testServer.rows('audit')).toMatchObject([entry])
    const read = vi.spyOn(at.files, 'get')
    expect((await at.get(`/files/${crypto.randomUUID()}.png`)).status).toBe(404)
    expect(read).not.toHaveBeenCalled()
    expect((await at.get(address)).status).toBe(200)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('are deleted when replaced, unless another practice uses them', async () => {
    const first = await at.upload()
    await at.testServer.db.updateTable('practice').set({ logo_url: first }).where('id', '=', 'b').execute()
    const second = await at.upload()
    expect((await at.get(first)).status).toBe(200)
    const urls = [first, second, await at.upload()]
    const statuses = await Promise.all(urls.map(async (url) => (await at.get(url)).status))
    expect(statuses).toEqual([200, 404, 200])
    expect(at.files.stored.size).toBe(2)
  })

  test('are stored once after three concurrent uploads', { tags: ['database'] }, async () => {
    const urls = [await at.addressFor(), await at.addressFor(), await at.addressFor()]
    const responses = await Promise.all(urls.map((url) => at.put(url)))
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await at.get((await at.logo())!)).status).toBe(200)
    expect(at.files.stored.size).toBe(1)
  })

  test('are not deleted on replacement if an imported URL matches no stored file', async () => {
    at.files.stored.set('../portal.db', png)
    const set = { logo_url: '/files/../portal.db' }
    await at.testServer.db.updateTable('practice').set(set).where('id', '=', 'a').execute()
    await at.upload()
    expect([...at.files.stored.keys()]).toContain('../portal.db')
  })

  test.each([
    ['EIO', '503 unavailable'],
    ['ENOSPC', '507 storage-full'],
  ])('remain if a new logo cannot be stored: %s', async (code, expected) => {
    const url = await at.addressFor()
    const { put: store } = at.files
    at.files.put = () => Promise.reject(new StorageError(code))
    expect(await at.outcomeOf(await at.put(url))).toBe(expected)
    await at.untouched()
    expect(at.testServer.logged).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ code }) }),
    )
    at.files.put = store
    await at.upload()
  })

  test('return 503 while the storage is unavailable', async () => {
    const address = await at.upload()
    const { get: read } = at.files
    at.files.get = () => Promise.reject(new StorageError('GET 500'))
    const response = await at.get(address)
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
    at.files.get = read
    expect((await at.get(address)).status).toBe(200)
  })

  describe('unused by any practice', () => {
    const known = async () => (await at.testServer.db.selectFrom('file').select('key').execute()).length
    const hourLater = () => at.testServer.advance(3_600_001)

    test('are deleted an hour after the upload', async () => {
      const address = await at.upload()
      const lost = { key: 'lost.png', created_at: at.testServer.now.toISOString() }
      await at.testServer.db.insertInto('file').values(lost).execute()
      at.files.stored.set('lost.png', png)
      await removeOrphanedFiles(at.testServer.ports)
      expect([at.files.stored.size, await known()]).toEqual([2, 2])
      hourLater()
      await removeOrphanedFiles(at.testServer.ports)
      expect([at.files.stored.size, await known()]).toEqual([1, 1])
      expect((await at.get(address)).status).toBe(200)
    })

    test('are deleted later if the first deletion failed', async () => {
      const { remove } = at.files
      at.files.remove = () => Promise.reject(new StorageError('EIO'))
      await at.upload()
      const second = await at.upload()
      expect(at.files.stored.size).toBe(2)
      expect(at.testServer.logged).toContainEqual(expect.objectContaining({ event: 'background-failed' }))
      hourLater()
      await expect(removeOrphanedFiles(at.testServer.ports)).rejects.toThrow('EIO')
      expect(await known()).toBe(2)
      at.files.remove = remove
      await removeOrphanedFiles(at.testServer.ports)
      expect([[...at.files.stored.keys()], await known()]).toEqual([[second.replace('/files/', '')], 1])
    })
  })

  test('can be uploaded and displayed from an allowed origin', async () => {
    const url = await at.addressFor()
    const preflight = await at.get(url, 'OPTIONS', { origin: PORTAL, 'access-control-request-method': 'PUT' })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(PORTAL)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
    expect((await at.put(url, png, { origin: PORTAL })).headers.get('access-control-allow-origin')).toBe(PORTAL)
    expect((await at.get((await at.logo())!)).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const evil = await at.get(url, 'OPTIONS', { origin: 'https://evil.example' })
    expect(evil.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('are limited to the same origin by default', async () => {
    await using own = await openTestServer(engine, { files: at.files })
    const address = await at.upload()
    const file = { key: address.replace('/files/', ''), created_at: own.now.toISOString() }
    await own.db.insertInto('file').values(file).execute()
    const response = await own.fetch(new Request(`http://portal.test${address}`))
    expect([response.status, response.headers.get('cross-origin-resource-policy')]).toEqual([200, 'same-origin'])
  })

  test.each([
    ['http://localhost:4000', 'http://10.0.0.5:4000'],
    ['https://portal.example', 'https://portal.example'],
  ])('are uploaded to an origin taken from PUBLIC_URL %s: %s', async (publicUrl, origin) => {
    await using own = await openTestServer(engine, { settings: { publicUrl } })
    await practice(own.db, 'a')
    const authorization = await own.signIn(await staff(own.db, 'a', 'x@a.example'))
    const headers = { 'content-type': 'image/png', authorization }
    const response = await own.fetch(new Request('http://10.0.0.5:4000/api/practice/a/logoUploadUrl', { headers }))
    expect(new URL(((await response.json()) as { url: string }).url).origin).toBe(origin)
  })
})
