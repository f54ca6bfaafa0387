import { once } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { smtp } from '#server/node/mail-carriers.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import type { Mail } from '#server/ports.ts'
import { account } from '#harness/builders.ts'
import { STAFF, envOf, makeClinic } from '#harness/clinic.ts'
import { eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { startServer } from '#harness/server-process.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'
import { mailServer, reply, selfSigned, silentServer, withLogin } from '#harness/mail-server.ts'

const LETTERHEAD = { publicUrl: 'https://portal.example' }
const MAIL: Mail = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'activation',
  to: 'anna@mail.example',
  language: 'nl',
  isToStaff: false,
  practiceName: 'Kliniek Çelik & Zn.',
  practicePhone: '030 555 01 23',
  link: 'https://portal.example/auth/reset-password?token=abc-_x',
}
const MINUTE_MS = 60_000

const at = ({ port }: { port: number }, { protocol = 'smtp', user = '', query = '' } = {}) =>
  `${protocol}://${user && `${user}@`}127.0.0.1:${port}${query && `?${query}`}`

describe('a mail sent over SMTP', () => {
  test.each([
    ['nl', 'Uw toegang tot het portaal van Kliniek Çelik & Zn.', 'Wachtwoord kiezen'],
    ['en', 'Your access to the portal of Kliniek Çelik & Zn.', 'Choose a password'],
  ] as const)('arrives in %s with its subject, text and HTML', async (language, subject, button) => {
    await using server = await mailServer()
    await smtp(at(server), LETTERHEAD).send({ ...MAIL, language })
    const address = 'portaal@portal.example'
    expect(server.received).toMatchObject([{ from: address, to: [MAIL.to] }])
    const { mail } = server.received[0]!
    expect(mail).toMatchObject({
      from: { name: 'Kliniek Çelik & Zn. via Dierenportaal', address },
      to: [{ name: '', address: MAIL.to }],
      subject,
      messageId: expect.stringMatching(/^<[\w-]{36}@portal\.example>$/),
      text: expect.stringContaining(`${button}:\n${MAIL.link}`),
      html: expect.stringContaining('Kliniek Çelik &amp; Zn.'),
    })
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect(mail.html).toContain(`href="${MAIL.link}"`)
  })

  test('has the configured sender, with the name of the practice only for clients', async () => {
    await using server = await mailServer()
    const mailFrom = { name: 'Café, "De Krekel"', address: 'post@dekrekel.example' }
    const carrier = smtp(at(server), { ...LETTERHEAD, mailFrom })
    await carrier.send(MAIL)
    await carrier.send({ ...MAIL, isToStaff: true })
    const name = 'Kliniek Çelik & Zn. via Café, "De Krekel"'
    expect(server.received).toMatchObject([
      { from: mailFrom.address, mail: { from: { ...mailFrom, name } } },
      { from: mailFrom.address, mail: { from: mailFrom } },
    ])
  })

  test('has a new message id per attempt only if it contains a link', async () => {
    await using server = await mailServer()
    const carrier = smtp(at(server), LETTERHEAD)
    for (const link of [MAIL.link, MAIL.link, null, null]) await carrier.send({ ...MAIL, link })
    const ids = server.received.map(({ mail }) => mail.messageId)
    expect(new Set(ids.slice(0, 2)).size).toBe(2)
    expect(ids.slice(2)).toEqual([`<${MAIL.id}@portal.example>`, `<${MAIL.id}@portal.example>`])
  })

  test.each(['anna@mail.example,evil@mail.example', 'anna@mail.example\r\nBcc: evil@mail.example'])(
    'never gets a second recipient from %j',
    async (to) => {
      await using server = await mailServer()
      const sending = smtp(at(server), LETTERHEAD).send({ ...MAIL, to })
      await sending.catch(() => {})
      const recipients = server.received.flatMap((mail) => mail.to)
      expect(recipients).not.toContain('evil@mail.example')
      expect(recipients.length).toBeLessThan(2)
      expect(server.received.flatMap(({ mail }) => mail.bcc ?? [])).toEqual([])
    },
  )

  test.each([
    ['https://portal.example', '', 'portal.example'],
    ['http://192.0.2.1:4000', '', '[192.0.2.1]'],
    ['https://portal.example', 'name=relay.example', 'relay.example'],
  ])('for a portal at %s with the query %j greets the mail server as %s', async (publicUrl, query, name) => {
    const names: string[] = []
    await using server = await mailServer({
      onMailFrom: (_address, session, done) => {
        names.push(session.hostNameAppearsAs)
        done()
      },
    })
    await smtp(at(server, { query }), { publicUrl }).send(MAIL)
    expect(names).toEqual([name])
  })
})

describe('the connection to the mail server', () => {
  const PASSWORD = 'p@ss:w/rd%é'
  const user = `portal:${encodeURIComponent(PASSWORD)}`
  const certificate = selfSigned()
  const trusted = certificate && `tls.ca=${encodeURIComponent(certificate.cert)}`
  const login = withLogin('portal', PASSWORD)
  const encrypted = [
    ['smtps', { secure: true, disabledCommands: [] as string[] }],
    ['smtp', { disabledCommands: [] as string[] }],
  ] as const

  test.skipIf(!certificate).each(encrypted)('is encrypted before the login with %s', async (protocol, options) => {
    await using server = await mailServer({ ...options, ...certificate, ...login })
    const wrong = smtp(at(server, { protocol, user: 'portal:wrong', query: trusted! }), LETTERHEAD)
    await expect(wrong.send(MAIL)).rejects.toMatchObject({ code: 'EAUTH' })
    expect(server.received).toEqual([])
    await smtp(at(server, { protocol, user, query: trusted! }), LETTERHEAD).send(MAIL)
    expect(server.received).toMatchObject([{ user: 'portal', encrypted: true }])
  })

  test.each(encrypted)('fails with an untrusted certificate over %s', async (protocol, options) => {
    await using server = await mailServer({ ...options, ...login })
    await expect(smtp(at(server, { protocol, user }), LETTERHEAD).send(MAIL)).rejects.toThrow(/certificate/)
    const unchecked = at(server, { protocol, user, query: 'tls.rejectUnauthorized=false' })
    await smtp(unchecked, LETTERHEAD).send(MAIL)
    expect(server.received).toHaveLength(1)
  })

  test('sends a password unencrypted only if SMTP_URL allows it', async () => {
    await using server = await mailServer({ ...login, allowInsecureAuth: true })
    await expect(smtp(at(server, { user }), LETTERHEAD).send(MAIL)).rejects.toMatchObject({ code: 'ETLS' })
    expect(server.received).toEqual([])
    await smtp(at(server, { user, query: 'requireTLS=false' }), LETTERHEAD).send(MAIL)
    expect(server.received).toMatchObject([{ user: 'portal', encrypted: false }])
  })

  test.each([
    ['at the connection', undefined],
    ['after the mail', { onData: () => {} }],
    ['after the address', { onRcptTo: () => {} }],
  ])('times out at the limit of a mail if the server is silent %s', async (_, options) => {
    await using server = options ? await mailServer(options) : await silentServer()
    await expect(smtp(at(server), LETTERHEAD, { mailMs: 100 }).send(MAIL)).rejects.toMatchObject({ code: 'EABORT' })
  })

  test('times out at the limit of SMTP_URL if the server is silent', async () => {
    await using server = await silentServer()
    const carrier = smtp(at(server, { query: 'greetingTimeout=50' }), LETTERHEAD)
    await expect(carrier.send(MAIL)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })

  test('ends soon after the portal starts to stop', async () => {
    await using server = await silentServer()
    const stopping = new AbortController()
    const carrier = smtp(at(server), LETTERHEAD, { stopping: stopping.signal, lastMs: 20 })
    const connected = server.connection()
    const sending = carrier.send(MAIL)
    await connected
    stopping.abort()
    await expect(sending).rejects.toMatchObject({ code: 'EABORT' })
    await expect(carrier.send(MAIL)).rejects.toMatchObject({ code: 'EABORT' })
  })
})

onEngines('the outbox with a mail server', (engine) => {
  const testServer = eachTestServer(engine)
  const waiting = () => testServer.rows('outbox')

  async function queue(server: { port: number }, count = 1) {
    for (let number = 0; number < count; number += 1) {
      const accountId = await account(testServer.db, `client${number}@mail.example`)
      await queueMail(testServer.db, { kind: 'reset', accountId, now: testServer.now })
    }
    testServer.ports.mail = smtp(at(server), LETTERHEAD)
  }

  test('sends each mail once, even from two servers concurrently', { tags: ['database'] }, async () => {
    await using server = await mailServer()
    await queue(server, 3)
    const { ports } = testServer
    await Promise.all([deliverOutbox(ports), deliverOutbox({ ...ports, db: ports.db.withTables() })])
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([0, 1, 2].map((n) => `client${n}@mail.example`))
    expect(await waiting()).toEqual([])
  })

  test.each<[string, Partial<Parameters<typeof mailServer>[0]>]>([
    ['451 … is busy', { onRcptTo: ({ address }, _, done) => done(reply(451, `${address} is busy`)) }],
    ['554 no', { onData: (stream, _, done) => void stream.resume().on('end', () => done(reply(554, 'no'))) }],
    ['553 who are you', { onMailFrom: (_address, _, done) => done(reply(553, 'who are you')) }],
    ['550 5.7.1 relaying denied', { onRcptTo: (_address, _, done) => done(reply(550, '5.7.1 relaying denied')) }],
    ['421 closed', { onConnect: (_, done) => done(reply(421, 'closed')) }],
  ])('delivers a mail rejected with %s by a retry', async (relay, options) => {
    await using rejectingServer = await mailServer(options)
    await queue(rejectingServer)
    await deliverOutbox(testServer.ports)
    expect(await waiting()).toHaveLength(1)
    const fields = { relay: expect.stringContaining(relay) }
    expect(testServer.logged).toMatchObject([{ level: 'error', event: 'mail-failed', fields }])
    expect(JSON.stringify(testServer.logged)).not.toContain('client0')
    await using accepting = await mailServer()
    testServer.ports.mail = smtp(at(accepting), LETTERHEAD)
    testServer.advance(6 * MINUTE_MS)
    await deliverOutbox(testServer.ports)
    expect(accepting.received).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  test('gives up mails to unknown e-mail addresses only', async () => {
    await using server = await mailServer({
      onRcptTo: ({ address }, _, done) =>
        address === 'client5@mail.example' ? done() : done(reply(550, `5.1.1 no ${address} here`)),
    })
    await queue(server, 6)
    await deliverOutbox(testServer.ports)
    expect(server.received).toMatchObject([{ to: ['client5@mail.example'] }])
    expect(await waiting()).toEqual([])
    const now = testServer.now.toISOString()
    const givenUp = { kind: 'reset', reason: '550 5.1.1', created_at: now, given_up_at: now }
    expect(await testServer.rows('given_up_mail')).toMatchObject(Array.from({ length: 5 }, () => givenUp))
    expect(testServer.logged.filter(({ event }) => event === 'mail-given-up')).toHaveLength(5)
    expect(JSON.stringify(testServer.logged)).not.toContain('mail.example')
  })

  test('does not lose a mail while no mail server is reachable', async () => {
    const closed = await silentServer()
    await closed[Symbol.asyncDispose]()
    await queue(closed)
    await deliverOutbox(testServer.ports)
    expect(await waiting()).toHaveLength(1)
    expect(testServer.logged).toMatchObject([{ event: 'mail-failed', fields: { reason: 'ESOCKET' } }])
  })

  test('sends a mail again if the server was killed before recording the delivery', async () => {
    await using server = await mailServer()
    await queue(server)
    const { ports } = testServer
    const killed: typeof ports.mail = {
      async send(...args) {
        await ports.mail.send(...args)
        throw new Error('killed')
      },
    }
    await deliverOutbox({ ...ports, mail: killed })
    await deliverOutbox(ports)
    expect(server.received).toHaveLength(1)
    testServer.advance(6 * MINUTE_MS)
    await deliverOutbox(ports)
    await deliverOutbox(ports)
    expect(server.received).toHaveLength(2)
    const [, token = ''] = /token=([\w-]+)/.exec(server.received[1]!.mail.text!) ?? []
    await testServer.ok(testServer.call('POST', 'password/reset', { token, body: { newPassword: 'Nieuw#2026' } }))
  })

  test('does not start a second mail after a failure while the portal stops', async () => {
    await using server = await silentServer()
    await queue(server, 3)
    const stopping = new AbortController()
    const mail = smtp(at(server), LETTERHEAD, { stopping: stopping.signal, lastMs: 20 })
    const connected = server.connection()
    const done = deliverOutbox({ ...testServer.ports, mail, stopping: stopping.signal })
    await connected
    stopping.abort()
    await done
    expect(await waiting()).toHaveLength(3)
    expect(testServer.logged.filter(({ event }) => event === 'mail-failed')).toHaveLength(1)
  })
})

describe('a portal with SMTP_URL', () => {
  const place = eachPlace()
  beforeEach(() => makeClinic(place))
  const settings = (server: { port: number }) => ({
    ...envOf(place),
    SMTP_URL: at(server),
    MAIL_FROM: 'De Waag <post@dewaag.example>',
  })
  const forgot = (base: string) => fetch(`${base}/api/password/forgot?email=${STAFF}`, { method: 'POST' })

  test('uses the settings of SMTP_URL and MAIL_FROM', async () => {
    await using server = await mailServer()
    await using portal = await openServer(settings(server))
    const arrived = server.next()
    await forgot(portal.url)
    const from = { name: 'De Waag', address: 'post@dewaag.example' }
    expect(await arrived).toMatchObject({ to: [STAFF], mail: { from } })
  })

  test('stops on SIGTERM while a mail server is silent', async () => {
    await using server = await silentServer()
    await using portal = await startServer(settings(server))
    const connected = server.connection()
    await forgot(portal.url)
    await connected
    const exited = once(portal.child, 'exit')
    portal.child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})
