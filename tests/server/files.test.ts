import type { Practice } from '#contract/schemas/practice.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { membership, staff } from '#harness/builders.ts'
import { onEngines } from '#harness/test-server.ts'
import { type Logos, openLogos } from './logos.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { PICTURES, bytes, exif, jpegWith } from './pictures.ts'

const { png, jpg, webp } = PICTURES
const LIMIT = 2 * 1024 * 1024

onEngines('logo upload', (engine) => {
  let at: Logos

  beforeEach(async () => {
    at = await openLogos(engine)
  })
  afterEach(() => at[Symbol.asyncDispose]())

  describe('followed by removal of the logo', () => {
    const remove = () => at.testServer.call('DELETE', 'practice/a/logo', { token: at.token })
    test('deletes the file once, with one entry in the access log', async () => {
      const logoUrl = await at.upload()
      for (let times = 0; times < 2; times += 1) {
        const response = await remove()
        expect([response.status, await response.text()]).toEqual([204, ''])
      }
      expect(await at.logo()).toBeNull()
      expect([at.files.stored.size, (await at.get(logoUrl)).status]).toEqual([0, 404])
      const actions = (await at.testServer.rows('audit')).map(({ action }) => action)
      expect(actions.toSorted()).toEqual(['logo-changed', 'logo-removed'])
      expect(await at.testServer.read('practice/a', at.token)).not.toHaveProperty('logoUrl')
    })

    test('removes a logo URL of another website', async () => {
      await remove()
      expect(await at.logo()).toBeNull()
      expect(await at.upload()).toMatch(/^\/files\//)
    })

    test('does not delete a file that another practice uses', async () => {
      const logoUrl = await at.upload()
      await at.testServer.db.updateTable('practice').set({ logo_url: logoUrl }).where('id', '=', 'b').execute()
      await remove()
      await at.testServer.mails()
      expect((await at.get(logoUrl)).status).toBe(200)
    })
  })

  test.each([
    ['image/png', png, png],
    ['image/jpeg', jpegWith(0xe1, exif(1)), jpg],
    ['image/webp', webp, webp],
  ])('stores and serves %s', async (type, sent, shown) => {
    const response = await at.requestUrl(type)
    const { url, ...others } = (await response.json()) as { url: string }
    expect([response.status, others, new URL(url).origin]).toEqual([200, {}, 'http://portal.test'])
    const stored = await at.put(url, sent, { 'content-type': type })
    expect([stored.status, await stored.text()]).toEqual([204, ''])

    const { logoUrl } = await at.testServer.read<Practice>('practice/a', at.token)
    expect(logoUrl).toMatch(/^\/files\/[\da-f-]{36}\.(png|jpg|webp)$/)
    const file = await at.get(logoUrl!)
    expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, shown])
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
    })
    expect(file.headers.get('set-cookie')).toBeNull()
    expect((await at.get(logoUrl!, 'HEAD')).status).toBe(200)
  })

  test('is rejected with 415 for other types', async () => {
    for (const type of ['image/svg+xml', 'text/html', undefined, 'image/png; x', 'image/gif'])
      expect(await at.outcomeOf(await at.requestUrl(type))).toBe('415 unsupported-media-type')
    expect((await at.requestUrl('image/png')).status).toBe(200)
  })

  describe('with a modified URL or type', () => {
    test.each<[string, (url: URL) => void]>([
      ['another path', (url) => (url.pathname = `/files/upload/${crypto.randomUUID()}`)],
      ['a longer query', (url) => (url.search += '&x=1')],
      ['a longer query, before', (url) => (url.search = url.search.replace('?', '?x=1&'))],
      ['another end', (url) => (url.search = url.search.replace('expires=1', 'expires=2'))],
      ['another practice', (url) => (url.search = url.search.replace('practice=a', 'practice=b'))],
      ['another account', (url) => (url.search = url.search.replace(/by=\w/, 'by=x'))],
      ['another type', (url) => (url.search = url.search.replace('type=png', 'type=webp'))],
      ['another signature', (url) => (url.search = url.search.replace(/signature=../, 'signature=__'))],
      ['no signature', (url) => (url.search = url.search.replace(/&signature=.*/, ''))],
      ['an empty signature', (url) => (url.search = url.search.replace(/signature=.*/, 'signature='))],
      ['no query', (url) => (url.search = '')],
    ])('is rejected with 403: %s', async (_, change) => {
      const url = await at.addressFor()
      const other = new URL(url)
      change(other)
      expect(other.href).not.toBe(url)
      expect(await at.outcomeOf(await at.put(other.href))).toBe('403 forbidden')
      await at.untouched()
      expect((await at.put(url)).status).toBe(204)
    })

    test.each(['image/webp', 'image/png; x', 'text/html', ''])(
      'is rejected with 403 for the content type %j',
      async (type) => {
        const url = await at.addressFor()
        expect(await at.outcomeOf(await at.put(url, png, { 'content-type': type }))).toBe('403 forbidden')
        await at.untouched()
        expect((await at.put(url)).status).toBe(204)
      },
    )
  })

  test('is accepted within ten minutes after the URL was issued', async () => {
    const [late, early] = [await at.addressFor(), await at.addressFor()]
    at.testServer.advance(600_000 - 1)
    expect((await at.put(early)).status).toBe(204)
    at.testServer.advance(1)
    expect(await at.outcomeOf(await at.put(late))).toBe('403 forbidden')
    expect(await at.logo()).toContain(new URL(early).pathname.split('/').at(-1))
  })

  test('is accepted once per URL', async () => {
    const url = await at.addressFor()
    expect((await at.put(url)).status).toBe(204)
    const first = await at.logo()
    expect(await at.outcomeOf(await at.put(url))).toBe('403 forbidden')
    expect(await at.outcomeOf(await at.put(url, 'no picture'))).toBe('403 forbidden')
    expect(await at.logo()).toBe(first)
    const second = await at.upload()
    expect(await at.outcomeOf(await at.put(url))).toBe('403 forbidden')
    expect(await at.logo()).toBe(second)
  })

  test('is limited to a number of attempts an hour', async () => {
    const url = await at.addressFor()
    for (let times = 0; times < USUAL_LIMITS.uploadsPerHour; times += 1)
      expect((await at.put(url, 'no picture')).status).toBe(415)
    const rejected = await at.put(url, new Uint8Array(USUAL_LIMITS.logoBytes + 1))
    expect([await at.outcomeOf(rejected), rejected.headers.get('retry-after')]).toEqual(['429 rate-limited', '3600'])
    at.testServer.advance(3_600_000)
    const another = await at.testServer.signIn(at.accountId)
    const reply = await at.testServer.call('GET', 'practice/a/logoUploadUrl', {
      token: another,
      headers: { 'content-type': 'image/png' },
    })
    expect((await at.put(((await reply.json()) as { url: string }).url)).status).toBe(204)
  })

  test('stores one of twenty concurrent uploads to one URL', { tags: ['database'] }, async () => {
    const url = await at.addressFor()
    const headers = { 'content-length': String(PICTURES.png.length) }
    const responses = await Promise.all(Array.from({ length: 20 }, () => at.put(url, PICTURES.png, headers)))
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['204', ...Array(19).fill('403')])
    expect(await at.testServer.rows('audit')).toMatchObject([{ action: 'logo-changed' }])
    expect((await at.get((await at.logo())!)).status).toBe(200)
    expect(at.files.stored.size).toBe(1)
  })

  describe('of at most two MiB', () => {
    const padded = (size: number) => bytes(jpg.subarray(0, 2), comments(size - jpg.length), jpg.subarray(2))

    test('stores the whole image', async () => {
      expect(padded(LIMIT)).toHaveLength(LIMIT)
      await at.upload('image/jpeg', padded(LIMIT))
    })

    test.each(['announced', 'streamed', 'endless'])('rejects one byte more with 413, %s', async (how) => {
      const url = await at.addressFor('image/jpeg')
      const part = new Uint8Array(LIMIT / 2)
      const parts = how === 'endless' ? null : [part, part, new Uint8Array(1)]
      let sent = 0
      const stream = new ReadableStream<Uint8Array>({
        pull(stream) {
          const next = parts ? parts.shift() : part
          sent += next?.length ?? 0
          if (next) stream.enqueue(next)
          else stream.close()
        },
      })
      const isAnnounced = how === 'announced'
      const length = isAnnounced ? { 'content-length': String(LIMIT + 1) } : {}
      const body = isAnnounced ? padded(LIMIT + 1) : stream
      const rejected = await at.put(url, body, { 'content-type': 'image/jpeg', ...length })
      expect(await at.outcomeOf(rejected)).toBe('413 too-large')
      expect(sent).toBeLessThanOrEqual(2 * LIMIT)
      await at.untouched()
    })
  })

  test('can be repeated after contents of another type were rejected', async () => {
    const url = await at.addressFor()
    for (const content of ['<svg onload="alert(1)"/>', 'PK\u{3}\u{4}', 'GIF89a/*', '', jpg, bytes('<html>', png)])
      expect(await at.outcomeOf(await at.put(url, content))).toBe('415 unsupported-media-type')
    await at.untouched()
    expect((await at.put(url)).status).toBe(204)
  })

  test('drops bytes after the end of the image', async () => {
    const url = await at.addressFor()
    expect((await at.put(url, bytes(png, '<html><script>alert(1)</script>'))).status).toBe(204)
    expect([...at.files.stored.values()]).toEqual([png])
  })

  test('requires neither a token nor the anti-forgery header', async () => {
    const headers = { cookie: 'XSRF-TOKEN=x', authorization: 'wrong' }
    expect((await at.put(await at.addressFor(), png, headers)).status).toBe(204)
  })

  test('is allowed for staff of several practices until they leave the practice', async () => {
    const { db } = at.testServer
    const accountId = await staff(db, 'b', 'both@b.example')
    await membership(db, accountId, 'a')
    const token = await at.testServer.signIn(accountId)
    const request = async () => {
      const headers = { 'content-type': 'image/png' }
      const response = at.testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers })
      return (await at.testServer.ok<{ url: string }>(response)).url
    }
    const [url, late] = [await request(), await request()]
    expect((await at.put(url)).status).toBe(204)
    const logoUrl = await at.logo()
    expect(logoUrl).toContain(new URL(url).pathname.split('/').at(-1))
    await db.updateTable('membership').set({ ended_at: at.testServer.now.toISOString() }).execute()
    expect(await at.outcomeOf(await at.put(late))).toBe('403 forbidden')
    expect(await at.logo()).toBe(logoUrl)
  })

  test('is rejected for former staff', async () => {
    const url = await at.addressFor()
    const set = (columns: { practice_id?: string; staff_role?: 'CLINIC_USER' | null }) =>
      at.testServer.db.updateTable('account').set(columns).where('id', '=', at.accountId).execute()
    for (const [leave, back] of [
      [{ practice_id: 'b' }, { practice_id: 'a' }],
      [{ staff_role: null }, { staff_role: 'CLINIC_USER' }],
    ] as const) {
      await set(leave)
      expect(await at.outcomeOf(await at.put(url))).toBe('403 forbidden')
      await at.untouched()
      await set(back)
    }
    expect((await at.put(url)).status).toBe(204)
  })
})

/** Returns JPEG comments with a total length of `size` bytes. */
function comments(size: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let left = size; left > 0;) {
    const length = left > 66_000 ? 65_000 : left > 65_000 ? 60_000 : left
    parts.push(bytes([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 0xff], new Uint8Array(length - 4)))
    left -= length
  }
  return bytes(...parts)
}
