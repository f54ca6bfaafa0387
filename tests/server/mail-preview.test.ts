import { beforeEach, expect, test } from 'vitest'
import type { MailPreview } from '#contract/schemas/mail.ts'
import { practice, staff } from '#harness/builders.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

onEngines('the preview of a mail', (engine) => {
  const testServer = eachTestServer(engine)
  let memberId: string
  beforeEach(async () => {
    await practice(testServer.db, 'a', { name: 'Kliniek <Zuid>', phone: '030 1' })
    memberId = await staff(testServer.db, 'a', 'staff@a.example')
  })
  const path = (query = '') => `practice/a/mail-preview${query}`
  const preview = (query?: string) => testServer.readAs<MailPreview>(memberId, path(query))

  test('contains the invitation in Dutch without a real link', async () => {
    const { subject, text, html } = await preview()
    expect(subject).toBe('Uw toegang tot het portaal van Kliniek <Zuid>')
    expect(text).toContain('Heeft u een vraag? Bel Kliniek <Zuid>: 030 1.')
    expect(text).toContain(`Wachtwoord kiezen:\n${testServer.ports.settings.publicUrl}\n`)
    expect(html).toContain('<h1')
    expect(html).toContain('Kliniek &lt;Zuid&gt;')
    expect([await testServer.mails(), await rowsOf(testServer.db, 'password_link')]).toEqual([[], []])
  })

  test('is available only for kinds of mail that clients get', async () => {
    const english = { access: 'was added to your portal', 'request-answered': 'has responded to your request' }
    for (const [kind, subject] of Object.entries(english))
      expect((await preview(`?kind=${kind}&language=en`)).subject).toBe(`Kliniek <Zuid> ${subject}`)
    for (const query of ['?kind=reset', '?kind=constructor', '?language=de', '?kind=access&kind=access'])
      expect(await outcomeOf(testServer.callAs(memberId, 'GET', path(query)))).toBe('400 invalid-parameter')
  })
})
