import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { typeOfBytes } from '#contract/file-type.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { mailLogo } from '#server/mail/logo.ts'
import { logoOf, removeOrphanedFiles } from '#server/practice/logo.ts'
import { documentKey } from '#server/documents/types.ts'
import { onEngines } from '#harness/test-server.ts'
import { type Documents, openDocuments } from './documents.ts'
import { PICTURES, pngOf } from './pictures.ts'

const PDF = '200 application/pdf'

onEngines('the files of papers', (engine) => {
  let at: Documents
  beforeEach(async () => {
    at = await openDocuments(engine)
  })
  afterEach(() => at[Symbol.asyncDispose]())

  const opened = async (url: string) => await at.outcomeOf(await at.get(url))

  test('an invoice without a file is drawn', async () => {
    const url = await at.addressOf()
    const { origin, pathname } = new URL(url)
    expect([origin, pathname]).toEqual([
      'http://portal.test',
      `/files/papers/invoice/${at.invoiceId}/factuur-2026-07-01.pdf`,
    ])
    const answer = await at.get(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="factuur-2026-07-01.pdf"; filename*=UTF-8''factuur-2026-07-01.pdf`,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
    const head = await at.get(url, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await at.get(url, method)).status).toBe(405)
  })

  test('it is in the language of its client, whoever reads it', async () => {
    await at.testServer.db.updateTable('account').set({ language: 'en' }).where('id', '=', at.accounts.owner).execute()
    const answer = await at.get(await at.addressOf(at.tokens.staff))
    expect(answer.headers.get('content-disposition')).toContain('invoice-2026-07-01.pdf')
    expect(await answer.text()).toContain('/Lang (en)')
  })

  test('the file of the practice goes first, as what it is', async () => {
    const uuid = await at.record('invoice', {
      number: '2026-00417',
      fileName: 'Nota äpril.jpg',
      mimeType: 'image/jpeg',
    })
    await at.store({ type: 'invoice', uuid })
    const { url } = (await (await at.ask(undefined, uuid)).json()) as { url: string }
    expect(new URL(url).pathname).toBe(`/files/papers/invoice/${uuid}/nota-april.jpg`)
    const answer = await at.get(url)
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/jpeg', 'the file'])
    expect([answer.headers.get('content-length'), (await at.get(url, 'HEAD')).headers.get('content-length')]).toEqual([
      '8',
      '8',
    ])
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''Nota%20%C3%A4pril.jpg`)
  })

  test('a page is never served as one', async () => {
    const uuid = await at.record('attachment', { fileName: 'x.html', mimeType: 'text/html' })
    await at.store({ type: 'attachment', uuid }, '<script>alert(1)</script>')
    const [{ url }] = (await at.list('attachments')) as [{ url: string }]
    const { headers } = await at.get(url)
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual([
      'application/octet-stream',
      'attachment',
    ])
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  test.each([
    ['application/octet-stream', 'uitslag', PICTURES.jpg, 'image/jpeg', 'inline', 'uitslag.jpg'],
    ['PDF', 'C:\\scans\\brief.pdf', '%PDF-1.4', 'application/pdf', 'inline', 'brief.pdf'],
    ['video/mov', 'kreupel.MOV', '\0\0\0\u{14}ftypqt  ', 'video/quicktime', 'inline', 'kreupel.MOV'],
    ['image/png', 'a.png', '<svg onload="alert(1)">', 'application/octet-stream', 'attachment', 'a.png'],
  ])(
    'a file labelled %s and named %s is judged by its content',
    async (mimeType, fileName, content, type, place, name) => {
      const uuid = await at.record('attachment', { fileName, mimeType })
      const paper = { type: 'attachment', uuid } as const
      await at.store(paper, content)
      const [{ url }] = (await at.list('attachments')) as [{ url: string }]
      const { headers } = await at.get(url)
      const [placed, ascii] = headers.get('content-disposition')?.split('; ') ?? []
      expect([headers.get('content-type'), placed, ascii]).toEqual([type, place, `filename="${name}"`])
      // The list says the same once the type is stored, as an import does.
      const sniffed = typeOfBytes(at.files.stored.get(documentKey(paper))!) ?? ''
      await at.testServer.db.updateTable('file').set({ sniffed }).where('key', '=', documentKey(paper)).execute()
      expect(await at.list('attachments')).toMatchObject([{ mimeType: type }])
      expect((await at.get(url)).headers.get('content-type')).toBe(type)
    },
  )

  test('a film is sent in parts, by their versions', async () => {
    const uuid = await at.record('attachment', { fileName: 'loop.mp4', mimeType: 'video/mp4' })
    await at.store({ type: 'attachment', uuid }, '0123456789')
    const [{ url }] = (await at.list('attachments')) as [{ url: string }]
    const part = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await at.testServer.fetch(new Request(url, { method, headers }))
      return [answer.status, await answer.text(), answer.headers.get('content-range')]
    }
    expect(await part({ range: 'bytes=0-1' })).toEqual([206, '01', 'bytes 0-1/10'])
    expect(await part({ range: 'bytes=-2', 'if-range': '"x"' })).toEqual([206, '89', 'bytes 8-9/10'])
    expect(await part({ range: 'bytes=0-1', 'if-range': '"older"' })).toEqual([200, '0123456789', null])
    expect(await part({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10'])
    expect(await part({ range: 'bytes=0-1' }, 'HEAD')).toEqual([200, '', null])
    const { headers } = await at.get(url)
    expect([headers.get('accept-ranges'), headers.get('etag')]).toEqual(['bytes', '"x"'])
    expect(headers.get('content-security-policy')).toContain("media-src 'self'")
  })

  test('a drawn invoice is sent in parts as well', async () => {
    const answer = await at.testServer.fetch(new Request(await at.addressOf(), { headers: { range: 'bytes=0-4' } }))
    expect([answer.status, await answer.text()]).toEqual([206, '%PDF-'])
  })

  test('no key is an address, and none of them is removed', async () => {
    const uuid = await at.record('attachment', { fileName: 'a.png', mimeType: 'image/png' })
    const paper = { type: 'attachment', uuid } as const
    await at.store(paper)
    await at.store({ type: 'attachment', uuid: 'x.png' })
    for (const key of [documentKey(paper), `${documentKey(paper)}.png`, 'paper-attachment-x.png'])
      expect(await opened(`http://portal.test/files/${key}`)).toBe('404 not-found')
    const lost = `${crypto.randomUUID()}.png`
    await at.testServer.db
      .insertInto('file')
      .values({ key: lost, created_at: at.testServer.now.toISOString() })
      .execute()
    at.files.stored.set(lost, PICTURES.png)
    at.testServer.advance(3_600_001)
    await removeOrphanedFiles(at.testServer.ports)
    const kept = ['paper-attachment-x.png', documentKey(paper)].toSorted()
    const noted = await at.testServer.db.selectFrom('file').select('key').orderBy('key').execute()
    expect([[...at.files.stored.keys()].toSorted(), noted.map(({ key }) => key).toSorted()]).toEqual([kept, kept])
  })

  test('a practice whose logo says it is a paper does not take the paper away with it', async () => {
    const paper = { type: 'invoice', uuid: at.invoiceId } as const
    await at.store(paper)
    const logo_url = `/files/${documentKey(paper)}`
    await at.testServer.db.updateTable('practice').set({ logo_url }).where('id', '=', 'a').execute()
    const headers = { 'content-type': 'image/png' }
    const answer = await at.testServer.call('GET', 'practice/a/logoUploadUrl', { token: at.tokens.staff, headers })
    const { url } = (await answer.json()) as { url: string }
    const put = await at.testServer.fetch(new Request(url, { method: 'PUT', headers, body: PICTURES.png }))
    await at.testServer.mails()
    expect([put.status, at.files.stored.has(documentKey(paper))]).toEqual([204, true])
  })

  test.each([
    ['png', 1],
    ['jpg', 1],
    ['webp', 0],
    // Of a version that did not look into it.
    ['png', 0, pngOf({ depth: 255 })],
    ['png', 0, pngOf({ width: 2001, height: 2000 })],
  ] as const)('a %s logo is on a paper %i times', async (kind, times, picture = PICTURES[kind]) => {
    const key = `${crypto.randomUUID()}.${kind}`
    at.files.stored.set(key, picture)
    await at.testServer.db.insertInto('file').values({ key, created_at: at.testServer.now.toISOString() }).execute()
    await at.testServer.db
      .updateTable('practice')
      .set({ logo_url: `/files/${key}` })
      .where('id', '=', 'a')
      .execute()
    const answer = await at.get(await at.addressOf())
    const text = await answer.text()
    expect([text.slice(0, 5), [...text.matchAll(/\/S \/Figure\b/g)].length]).toEqual(['%PDF-', times])
  })

  test('a logo is read and looked into once, for papers and for mails; one that cannot be read is asked for again', async () => {
    const url = `/files/${crypto.randomUUID()}.png`
    const key = url.replace('/files/', '')
    at.files.stored.set(key, PICTURES.png)
    await at.testServer.db.insertInto('file').values({ key, created_at: at.testServer.now.toISOString() }).execute()
    await at.testServer.db.updateTable('practice').set({ logo_url: url }).where('id', '=', 'a').execute()
    const read = vi.spyOn(at.files, 'get')
    const readsOfLogo = () => read.mock.calls.filter(([each]) => each === key).length
    read.mockRejectedValueOnce(new StorageError('down'))
    await expect(logoOf(at.testServer.ports, url)).rejects.toThrow('down')
    for (let times = 0; times < 3; times += 1) {
      const text = await (await at.get(await at.addressOf())).text()
      expect(text).toMatch(/\/S \/Figure\b/)
    }
    expect((await mailLogo(at.testServer.ports, url))?.bytes).toEqual((await logoOf(at.testServer.ports, url))?.bytes)
    expect(readsOfLogo()).toBe(2)
  })

  test('the log does not tell the address', async () => {
    const url = new URL(await at.addressOf())
    await at.get(url.href)
    const told = JSON.stringify(at.testServer.logged)
    expect(told).toContain('/files/papers/:kind/:uuid/:name')
    for (const secret of [url.searchParams.get('signature')!, at.invoiceId, at.clientId]) {
      expect(told).not.toContain(secret)
    }
  })

  describe('in lists', () => {
    test('the own file, else the address of the export, else a visit form that is drawn', async () => {
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

    test('an attachment without a file has no address', async () => {
      await at.record('attachment', { url: 'ftp://files.example/a' })
      const linked = await at.record('attachment', { url: 'http://files.example/a' })
      const own = await at.record('attachment', { mimeType: 'image/png' })
      await at.store({ type: 'attachment', uuid: own })
      // Another record of the same uuid is another's.
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

    test('a page asks once which files there are', async () => {
      for (let count = 0; count < 5; count += 1) await at.record('attachment', {})
      const asked: string[] = []
      const { selectFrom } = at.testServer.db
      at.testServer.db.selectFrom = ((from: never) => {
        asked.push(from)
        return selectFrom.call(at.testServer.db, from)
      }) as typeof selectFrom
      await at.list('attachments')
      expect(asked.filter((table) => table === 'file')).toHaveLength(1)
    })
  })
})
