import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailPreview } from '#contract/mail-preview.ts'
import { practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('a mail as clients get it', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a', { name: 'Kliniek <Zuid>', phone: '030 1' })
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const ask = (query = '') => testServer.call('GET', `practice/a/mail-preview${query}`, { token })
  const preview = async (query?: string) => (await (await ask(query)).json()) as MailPreview

  test('the invitation, in Dutch, without the link of a real one', async () => {
    const { subject, text, html } = await preview()
    expect(subject).toBe('Uw toegang tot het portaal van Kliniek <Zuid>')
    expect(text).toContain('Heeft u een vraag? Bel Kliniek <Zuid>: 030 1.')
    expect(text).toContain(`Wachtwoord kiezen:\n${testServer.ports.settings.publicUrl}\n`)
    expect(html).toContain('<h1')
    expect(html).toContain('Kliniek &lt;Zuid&gt;')
    expect(await testServer.mails()).toEqual([])
    expect(await testServer.db.selectFrom('password_link').selectAll().execute()).toEqual([])
  })

  test('another one, in English', async () => {
    expect((await preview('?kind=access&language=en')).subject).toBe('Kliniek <Zuid> was added to your portal')
    expect((await preview('?kind=request-answered&language=en')).subject).toBe(
      'Kliniek <Zuid> has responded to your request',
    )
  })

  test.each(['?kind=reset', '?kind=constructor', '?language=de', '?kind=access&kind=access'])(
    'none by %s',
    async (query) => {
      expect((await ask(query)).status).toBe(400)
    },
  )
})
