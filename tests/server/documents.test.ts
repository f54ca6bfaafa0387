import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { typeOfBytes } from '#contract/document.ts'
import { StorageError } from '#server/files/store.ts'
import { mailLogo } from '#server/mail/logo.ts'
import { logoOf, removeOrphanedFiles } from '#server/practice/logo.ts'
import { documentKey } from '#server/documents/types.ts'
import { onEngines } from '#harness/test-server.ts'
import { type Documents, openDocuments } from './documents.ts'
import { PICTURES, pngOf } from './pictures.ts'

const PDF = '200 application/pdf'

onEngines('files of documents', (engine) => {
  let at: Documents
  beforeEach(async () => {
    at = await openDocuments(engine)
  })
  afterEach(() => at[Symbol.asyncDispose]())

  const opened = async (url: string) => await at.outcomeOf(await at.get(url))
  /** Adds an attachment with a file; returns the URL and the storage key of the file. */
  async function attach(fields: Record<string, unknown>, content?: string | Uint8Array) {
    const document = { type: 'attachment', uuid: await at.record('attachment', fields) } as const
    await at.store(document, content)
    const [{ url }] = (await at.list('attachments')) as [{ url: string }]
    return { url, key: documentKey(document) }
  }

  test('are generated for invoices without a stored file', async () => {
    const url = await at.addressOf()
    const { origin, pathname } = new URL(url)
    expect(origin + pathname).toBe(`http://portal.test/files/papers/invoice/${at.invoiceId}/factuur-2026-07-01.pdf`)
    const response = await at.get(url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="factuur-2026-07-01.pdf"; filename*=UTF-8''factuur-2026-07-01.pdf`,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await response.text()).slice(0, 5)).toBe('%PDF-')
    const head = await at.get(url, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await at.get(url, method)).status).toBe(405)
  })

  test("are in the owner's language, even when staff open them", async () => {
    await at.testServer.db.updateTable('account').set({ language: 'en' }).where('id', '=', at.accounts.owner).execute()
    const response = await at.get(await at.addressOf(at.tokens.staff))
    expect(response.headers.get('content-disposition')).toContain('invoice-2026-07-01.pdf')
    expect(await response.text()).toContain('/Lang (en)')
  })

  test('are the files of the practice, if the practice sent them', async () => {
    const uuid = await at.record('invoice', { fileName: 'Nota äpril.jpg', mimeType: 'image/jpeg' })
    await at.store({ type: 'invoice', uuid })
    const { url } = await at.testServer.ok<{ url: string }>(at.requestUrl(undefined, uuid))
    expect(new URL(url).pathname).toBe(`/files/papers/invoice/${uuid}/nota-april.jpg`)
    const response = await at.get(url)
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/jpeg', 'the file'])
    for (const method of ['GET', 'HEAD']) expect((await at.get(url, method)).headers.get('content-length')).toBe('8')
    expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''Nota%20%C3%A4pril.jpg`)
  })

  test('are never served as HTML', async () => {
    const { url } = await attach({ fileName: 'x.html', mimeType: 'text/html' }, '<script>alert(1)</script>')
    expect(Object.fromEntries((await at.get(url)).headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/) as string,
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
  })

  test.each([
    ['application/octet-stream', 'uitslag', PICTURES.jpg, 'image/jpeg', 'inline', 'uitslag.jpg'],
    ['PDF', 'C:\\scans\\brief.pdf', '%PDF-1.4', 'application/pdf', 'inline', 'brief.pdf'],
    ['video/mov', 'kreupel.MOV', '\0\0\0\u{14}ftypqt  ', 'video/quicktime', 'inline', 'kreupel.MOV'],
    ['image/png', 'a.png', '<svg onload="alert(1)">', 'application/octet-stream', 'attachment', 'a.png'],
  ])(
    'have the media type of their content: labelled %s, named %s',
    async (mimeType, fileName, content, type, place, name) => {
      const { url, key } = await attach({ fileName, mimeType }, content)
      const { headers } = await at.get(url)
      const [placed, ascii] = headers.get('content-disposition')?.split('; ') ?? []
      expect([headers.get('content-type'), placed, ascii]).toEqual([type, place, `filename="${name}"`])
      // Once an import has stored the detected type, the list shows the same type.
      const sniffed = typeOfBytes(at.files.stored.get(key)!) ?? ''
      await at.testServer.db.updateTable('file').set({ sniffed }).where('key', '=', key).execute()
      expect(await at.list('attachments')).toMatchObject([{ mimeType: type }])
      expect((await at.get(url)).headers.get('content-type')).toBe(type)
    },
  )

  test('support range requests and an ETag', async () => {
    const { url } = await attach({ fileName: 'loop.mp4', mimeType: 'video/mp4' }, '0123456789')
    const part = async (headers: Record<string, string>, method = 'GET') => {
      const response = await at.testServer.fetch(new Request(url, { method, headers }))
      return [response.status, await response.text(), response.headers.get('content-range')]
    }
    expect(await part({ range: 'bytes=0-1' })).toEqual([206, '01', 'bytes 0-1/10'])
    expect(await part({ range: 'bytes=-2', 'if-range': '"x"' })).toEqual([206, '89', 'bytes 8-9/10'])
    expect(await part({ range: 'bytes=0-1', 'if-range': '"older"' })).toEqual([200, '0123456789', null])
    expect(await part({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10'])
    expect(await part({ range: 'bytes=0-1' }, 'HEAD')).toEqual([200, '', null])
    const { headers } = await at.get(url)
    expect([headers.get('accept-ranges'), headers.get('etag')]).toEqual(['bytes', '"x"'])
    expect(headers.get('content-security-policy')).toContain("media-src 'self'")
    const drawn = await at.testServer.fetch(new Request(await at.addressOf(), { headers: { range: 'bytes=0-4' } }))
    expect([drawn.status, await drawn.text()]).toEqual([206, '%PDF-'])
  })

  test('cannot be read at their storage key', async () => {
    const { key } = await attach({ fileName: 'a.png', mimeType: 'image/png' })
    await at.store({ type: 'attachment', uuid: 'x.png' })
    for (const name of [key, `${key}.png`, 'paper-attachment-x.png'])
      expect(await opened(`http://portal.test/files/${name}`)).toBe('404 not-found')
    const lost = `${crypto.randomUUID()}.png`
    await at.insertFile(lost)
    at.files.stored.set(lost, PICTURES.png)
    at.testServer.advance(3_600_001)
    await removeOrphanedFiles(at.testServer.ports)
    const remaining = ['paper-attachment-x.png', key].toSorted()
    const rows = await at.testServer.rows('file')
    expect([[...at.files.stored.keys()].toSorted(), rows.map((row) => row.key).toSorted()]).toEqual([
      remaining,
      remaining,
    ])
  })

  test('remain when a logo that uses the same file is replaced', async () => {
    const document = { type: 'invoice', uuid: at.invoiceId } as const
    await at.store(document)
    const logo_url = `/files/${documentKey(document)}`
    await at.testServer.db.updateTable('practice').set({ logo_url }).where('id', '=', 'a').execute()
    const headers = { 'content-type': 'image/png' }
    const response = at.testServer.call('GET', 'practice/a/logoUploadUrl', { token: at.tokens.staff, headers })
    const { url } = await at.testServer.ok<{ url: string }>(response)
    const put = await at.testServer.fetch(new Request(url, { method: 'PUT', headers, body: PICTURES.png }))
    await at.testServer.mails()
    expect([put.status, at.files.stored.has(documentKey(document))]).toEqual([204, true])
  })

  test.each([
    ['png', 1],
    ['jpg', 1],
    ['webp', 0],
    // A former version stored pictures unchecked.
    ['png', 0, pngOf({ depth: 255 })],
    ['png', 0, pngOf({ width: 2001, height: 2000 })],
  ] as const)('contain a %s logo %i times', async (kind, times, picture = PICTURES[kind]) => {
    await at.setLogo(`${crypto.randomUUID()}.${kind}`, picture)
    const text = await (await at.get(await at.addressOf())).text()
    expect([text.slice(0, 5), [...text.matchAll(/\/S \/Figure\b/g)].length]).toEqual(['%PDF-', times])
  })

  test('share one cached logo with mails', async () => {
    const key = `${crypto.randomUUID()}.png`
    const url = await at.setLogo(key, PICTURES.png)
    const read = vi.spyOn(at.files, 'get')
    const readsOfLogo = () => read.mock.calls.filter(([each]) => each === key).length
    read.mockRejectedValueOnce(new StorageError('down'))
    await expect(logoOf(at.testServer.ports, url)).rejects.toThrow('down')
    for (let times = 0; times < 3; times += 1)
      expect(await (await at.get(await at.addressOf())).text()).toMatch(/\/S \/Figure\b/)
    expect((await mailLogo(at.testServer.ports, url))?.bytes).toEqual((await logoOf(at.testServer.ports, url))?.bytes)
    expect(readsOfLogo()).toBe(2)
  })

  test('appear in the log without their signed URL', async () => {
    const url = new URL(await at.addressOf())
    await at.get(url.href)
    const log = JSON.stringify(at.testServer.logged)
    expect(log).toContain('/files/papers/:kind/:uuid/:name')
    for (const secret of [url.searchParams.get('signature')!, at.invoiceId, at.clientId])
      expect(log).not.toContain(secret)
  })

  describe('in lists of documents', () => {
    test('have the URL of the stored file, of the export, or of a generated visit form', async () => {
      const url = 'https://files.example/a.pdf'
      const own = await at.record('visit_form', { date: '2026-07-03', url, fileName: 'Brief.pdf' })
      await at.store({ type: 'visit-form', uuid: own })
      await at.record('visit_form', { date: '2026-07-02', url })
      const drawn = await at.record('visit_form', { date: '2026-07-01', number: 'V 1', url: 'javascript:alert(1)' })
      const urls = new Map((await at.list('visit-forms')).map((form) => [form['uuid'], form['url'] as string]))
      expect(new URL(urls.get(own)!).pathname).toBe(`/files/papers/visit-form/${own}/brief.pdf`)
      expect([...urls.values()]).toContain(url)
      expect(new URL(urls.get(drawn)!).pathname).toBe(`/files/papers/visit-form/${drawn}/visiteformulier-v-1.pdf`)
      expect([await opened(urls.get(own)!), await opened(urls.get(drawn)!)]).toEqual([PDF, PDF])
    })

    test('have no URL if there is neither a stored file nor a web link', async () => {
      await at.record('attachment', { url: 'ftp://files.example/a' })
      const linked = await at.record('attachment', { url: 'http://files.example/a' })
      const own = await at.record('attachment', { mimeType: 'image/png' })
      await at.store({ type: 'attachment', uuid: own })
      const none = await at.record('attachment', {})
      await at.store({ type: 'invoice', uuid: none })
      const urls = (await at.list('attachments')).flatMap(({ uuid, url }) => (url ? [[uuid, url]] : []))
      expect(urls).toHaveLength(2)
      const found = new Map(urls as [string, string][])
      expect(found.get(linked)).toBe('http://files.example/a')
      expect(await opened(found.get(own)!)).toBe('200 image/png')
      at.files.stored.clear()
      expect(await opened(found.get(own)!)).toBe('404 not-found')
    })

    test('are loaded by one query per page', async () => {
      for (let count = 0; count < 5; count += 1) await at.record('attachment', {})
      const requested: string[] = []
      const { selectFrom } = at.testServer.db
      at.testServer.db.selectFrom = ((from: never) => {
        requested.push(from)
        return selectFrom.call(at.testServer.db, from)
      }) as typeof selectFrom
      await at.list('attachments')
      expect(requested.filter((table) => table === 'file')).toHaveLength(1)
    })
  })
})
