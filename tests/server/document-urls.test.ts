import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSignedFileUrls } from '#server/documents/signed-file-url.ts'
import { onEngines } from '#harness/test-server.ts'
import { type Documents, openDocuments } from './documents.ts'

const PDF = '200 application/pdf'

onEngines('signed URLs of documents', (engine) => {
  let at: Documents
  beforeEach(async () => {
    at = await openDocuments(engine)
  })
  afterEach(() => at[Symbol.asyncDispose]())

  const opened = async (url: string) => await at.outcomeOf(await at.get(url))

  describe('are rejected', () => {
    test.each<[string, (url: URL, at: Documents) => void]>([
      ['without a signature', (url) => url.searchParams.delete('signature')],
      ['with another signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
      ['without a query', (url) => (url.search = '')],
      ['for another kind of document', (url) => (url.pathname = url.pathname.replace('/invoice/', '/attachment/'))],
      ['for another document', (url) => (url.pathname = url.pathname.replace(/[\da-f-]{36}/, crypto.randomUUID()))],
      ['with another file name', (url) => (url.pathname = url.pathname.replace('.pdf', '.html'))],
      ['for another client', (url, { otherId }) => url.searchParams.set('client', otherId)],
      ['for another account', (url, { accounts }) => url.searchParams.set('by', accounts.other)],
      ['with a later end', (url) => url.searchParams.set('expires', '9999999999')],
      ['with a further parameter', (url) => url.searchParams.append('x', 'y')],
    ])('%s', async (_, change) => {
      const address = await at.addressOf()
      const url = new URL(address)
      change(url, at)
      expect(await opened(url.href)).toBe('403 forbidden')
      expect(await opened(address)).toBe(PDF)
    })

    test('with the signature of another document', async () => {
      const [mine, other] = [await at.addressOf(), await at.record('invoice', {})]
      const signature = new URL(mine).searchParams.get('signature')!
      const url = new URL(((await (await at.requestUrl(undefined, other)).json()) as { url: string }).url)
      expect(await opened(url.href)).toBe(PDF)
      url.searchParams.set('signature', signature)
      expect(await opened(url.href)).toBe('403 forbidden')
    })

    test('signed with another secret', async () => {
      const secret = new TextEncoder().encode('another secret of the tests, long enough')
      const { invoiceId, clientId, accounts } = at
      const document = { type: 'invoice', uuid: invoiceId, clientId, accountId: accounts.owner } as const
      const made = (ports: Parameters<typeof createSignedFileUrls>[0]) =>
        createSignedFileUrls(ports).sign(document, 'x.pdf')
      expect(await opened(`http://portal.test${await made({ ...at.testServer.ports, secret })}`)).toBe('403 forbidden')
      expect(await opened(`http://portal.test${await made(at.testServer.ports)}`)).toBe(PDF)
    })

    test('after ten minutes', async () => {
      const url = await at.addressOf()
      at.testServer.advance(599_000)
      expect(await opened(url)).toBe(PDF)
      at.testServer.advance(1000)
      expect(await opened(url)).toBe('403 forbidden')
    })

    test('signed for the upload of a logo', async () => {
      const headers = { 'content-type': 'image/png' }
      const response = at.testServer.call('GET', 'practice/a/logoUploadUrl', { token: at.tokens.staff, headers })
      const { search } = new URL((await at.testServer.ok<{ url: string }>(response)).url)
      const path = `files/papers/invoice/${at.invoiceId}/x.pdf${search}`
      expect(await opened(`http://portal.test/${path}`)).toBe('403 forbidden')
    })
  })

  describe('when opened', () => {
    test.each(['client', 'practice'] as const)('work for the owner only while the %s is unlocked', async (table) => {
      const [own, ofStaff] = [await at.addressOf(), await at.addressOf(at.tokens.staff)]
      await at.testServer.db.updateTable(table).set({ locked: 1 }).execute()
      expect([await opened(own), await opened(ofStaff)]).toEqual([`403 ${table}-locked`, PDF])
      await at.testServer.db.updateTable(table).set({ locked: 0 }).execute()
      expect(await opened(own)).toBe(PDF)
    })

    test('fail for everyone after the client was removed', async () => {
      const [own, ofStaff] = [await at.addressOf(), await at.addressOf(at.tokens.staff)]
      const removed = await at.testServer.call('DELETE', `clients/${at.clientId}`, { token: at.tokens.staff })
      expect(removed.status).toBe(204)
      expect([await opened(own), await opened(ofStaff)]).toEqual(['404 not-found', '404 not-found'])
    })

    test("work only for the client's present account", async () => {
      const own = await at.addressOf()
      await at.testServer.db.updateTable('client').set({ account_id: null }).where('uuid', '=', at.otherId).execute()
      const set = { account_id: at.accounts.other }
      await at.testServer.db.updateTable('client').set(set).where('uuid', '=', at.clientId).execute()
      expect(await opened(own)).toBe('404 not-found')
      expect(await opened(await at.addressOf(at.tokens.other))).toBe(PDF)
    })

    test('fail for former staff', async () => {
      const url = await at.addressOf(at.tokens.staff)
      const { db } = at.testServer
      const staff = db.updateTable('account').where('id', '=', at.accounts.staff)
      expect(await opened(url)).toBe(PDF)
      await staff.set({ practice_id: 'b' }).execute()
      expect(await opened(url)).toBe('404 not-found')
      await db.deleteFrom('account').where('id', '=', at.accounts.staff).execute()
      expect(await opened(url)).toBe('404 not-found')
    })

    test('fail once the document belongs to another client', async () => {
      const url = await at.addressOf()
      const moved = at.testServer.db.updateTable('invoice').set({ client_uuid: at.otherId })
      await moved.where('uuid', '=', at.invoiceId).execute()
      expect(await opened(url)).toBe('404 not-found')
    })
  })

  test('are returned only to accounts that may read the document', async () => {
    const statusFor = async (token: string) => (await at.requestUrl(token)).status
    for (const token of [at.tokens.other, at.tokens.elsewhere]) expect(await statusFor(token)).toBe(404)
    expect(await statusFor(at.tokens.staff)).toBe(200)
    for (const id of [crypto.randomUUID(), 'x', '%2e%2e']) expect((await at.requestUrl(undefined, id)).status).toBe(404)
    expect((await at.requestUrl(undefined, at.invoiceId.toUpperCase())).status).toBe(200)
  })
})
