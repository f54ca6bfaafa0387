import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtp } from '#server/node/mail-carriers.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import type { Mail } from '#server/ports.ts'
import { account } from '#harness/builders.ts'
import { openServer } from '#harness/open-server.ts'
import { startServer } from '#harness/server-process.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'
import { type MailServer, mailServer, reply, selfSigned, silentServer, withLogin } from '#harness/mail-server.ts'

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
const MINUTE = 60_000

const at = ({ port }: { port: number }, { protocol = 'smtp', user = '', query = '' } = {}) =>
  `${protocol}://${user && `${user}@`}127.0.0.1:${port}${query && `?${query}`}`

describe('a mail by SMTP', () => {
  test.each([
    ['nl', 'Uw toegang tot het portaal van Kliniek Çelik & Zn.', 'Wachtwoord kiezen'],
    ['en', 'Your access to the portal of Kliniek Çelik & Zn.', 'Choose a password'],
  ] as const)('arrives in %s as it was meant', async (language, subject, button) => {
    await using server = await mailServer()
    await smtp(at(server), LETTERHEAD).send({ ...MAIL, language })
    const [received, ...others] = server.received
    expect(others).toEqual([])
    expect(received).toMatchObject({ from: 'portaal@portal.example', to: ['anna@mail.example'] })
    const { mail } = received!
    expect(mail.from).toEqual({ name: 'Kliniek Çelik & Zn. via Dierenportaal', address: 'portaal@portal.example' })
    expect(mail.to).toEqual([{ name: '', address: 'anna@mail.example' }])
    expect(mail.subject).toBe(subject)
    expect(mail.messageId).toMatch(/^<[\w-]{36}@portal\.example>$/)
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect(mail.text).toContain(`${button}:\n${MAIL.link}`)
    expect(mail.html).toContain(`href="${MAIL.link}"`)
    expect(mail.html).toContain('Kliniek Çelik &amp; Zn.')
  })

  test('is from whom the settings say', async () => {
    await using server = await mailServer()
    const mailFrom = { name: 'Café, "De Krekel"', address: 'post@dekrekel.example' }
    await smtp(at(server), { ...LETTERHEAD, mailFrom }).send(MAIL)
    await smtp(at(server), { ...LETTERHEAD, mailFrom }).send({ ...MAIL, isToStaff: true })
    const name = 'Kliniek Çelik & Zn. via Café, "De Krekel"'
    expect(server.received).toMatchObject([
      { from: mailFrom.address, mail: { from: { ...mailFrom, name } } },
      { from: mailFrom.address, mail: { from: mailFrom } },
    ])
  })

  test('another try has another link and another name, and without a link the same', async () => {
    await using server = await mailServer()
    const carrier = smtp(at(server), LETTERHEAD)
    for (const link of [MAIL.link, MAIL.link, null, null]) await carrier.send({ ...MAIL, link })
    const names = server.received.map(({ mail }) => mail.messageId)
    expect(new Set(names.slice(0, 2)).size).toBe(2)
    expect(names.slice(2)).toEqual([`<${MAIL.id}@portal.example>`, `<${MAIL.id}@portal.example>`])
  })

  test.each(['anna@mail.example,evil@mail.example', 'anna@mail.example\r\nBcc: evil@mail.example'])(
    '%j is never taken for two addresses',
    async (to) => {
      await using server = await mailServer()
      await smtp(at(server), LETTERHEAD)
        .send({ ...MAIL, to })
        .catch(() => {})
      expect(server.received.flatMap((mail) => mail.to)).not.toContain('evil@mail.example')
      expect(server.received.flatMap((mail) => mail.to).length).toBeLessThan(2)
      expect(server.received.flatMap(({ mail }) => mail.bcc ?? [])).toEqual([])
    },
  )
})

describe('the way to the mail server', () => {
  const PASSWORD = 'p@ss:w/rd%é'
  const user = `portal:${encodeURIComponent(PASSWORD)}`
  const certificate = selfSigned()
  const trusted = certificate && `tls.ca=${encodeURIComponent(certificate.cert)}`
  const starttls = { ...certificate, disabledCommands: [] }
  const login = withLogin('portal', PASSWORD)

  describe.skipIf(!certificate)('is encrypted', () => {
    test.each([
      ['smtps', { ...certificate, secure: true, disabledCommands: [] }],
      ['smtp', starttls],
    ])('with a user and a password, by %s', async (protocol, options) => {
      await using server = await mailServer({ ...options, ...login })
      await smtp(at(server, { protocol, user, query: trusted! }), LETTERHEAD).send(MAIL)
      expect(server.received).toMatchObject([{ user: 'portal', encrypted: true }])
    })

    test('and a wrong password is refused', async () => {
      await using server = await mailServer({ ...starttls, ...login })
      const carrier = smtp(at(server, { user: 'portal:wrong', query: trusted! }), LETTERHEAD)
      await expect(carrier.send(MAIL)).rejects.toMatchObject({ code: 'EAUTH' })
      expect(server.received).toEqual([])
    })
  })

  test.each([
    ['smtps', { secure: true, disabledCommands: [] }],
    ['smtp', { disabledCommands: [] }],
  ])('a certificate that nobody vouches for is refused, by %s', async (protocol, options) => {
    await using server = await mailServer({ ...options, ...login })
    await expect(smtp(at(server, { protocol, user }), LETTERHEAD).send(MAIL)).rejects.toThrow(/certificate/)
    const unchecked = at(server, { protocol, user, query: 'tls.rejectUnauthorized=false' })
    await smtp(unchecked, LETTERHEAD).send(MAIL)
    expect(server.received).toHaveLength(1)
  })

  test('a password does not leave without encryption, unless the settings say so', async () => {
    await using server = await mailServer({ ...login, allowInsecureAuth: true })
    await expect(smtp(at(server, { user }), LETTERHEAD).send(MAIL)).rejects.toMatchObject({ code: 'ETLS' })
    expect(server.received).toEqual([])
    await smtp(at(server, { user, query: 'requireTLS=false' }), LETTERHEAD).send(MAIL)
    expect(server.received).toMatchObject([{ user: 'portal', encrypted: false }])
  })
})

describe('the greeting', () => {
  test.each([
    ['https://portal.example', '', 'portal.example'],
    ['http://192.0.2.1:4000', '', '[192.0.2.1]'],
    ['https://portal.example', 'name=relay.example', 'relay.example'],
  ])('of a portal at %s with the query %j is %s', async (publicUrl, query, name) => {
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

describe('a mail server that does not answer', () => {
  test.each([
    ['connects and is silent', {}],
    ['falls silent with the mail in hand', { onData: () => {} }],
    ['falls silent at the address', { onRcptTo: () => {} }],
  ])('is not waited for when it %s', async (name, options) => {
    await using server = name.startsWith('connects') ? await silentServer() : await mailServer(options)
    const carrier = smtp(at(server), LETTERHEAD, { mailMs: 100 })
    await expect(carrier.send(MAIL)).rejects.toMatchObject({ code: 'EABORT' })
  })

  test('is waited for no longer than SMTP_URL says', async () => {
    await using server = await silentServer()
    const carrier = smtp(at(server, { query: 'greetingTimeout=50' }), LETTERHEAD)
    await expect(carrier.send(MAIL)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })

  test('has a moment when this one stops, and no more', async () => {
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

onEngines('from the outbox to the mail server', (engine) => {
  const waiting = (testServer: TestServer) => testServer.db.selectFrom('outbox').select('id').execute()
  const later = (testServer: TestServer) => (testServer.now = new Date(testServer.now.getTime() + 6 * MINUTE))

  async function withMail(testServer: TestServer, server: { port: number }, count = 1) {
    for (let number = 0; number < count; number += 1) {
      const accountId = await account(testServer.db, `client${number}@mail.example`)
      await queueMail(testServer.db, { kind: 'reset', accountId, now: testServer.now })
    }
    testServer.ports.mail = smtp(at(server), LETTERHEAD)
  }

  test('what is sent is gone from the outbox, and is sent once', { tags: ['database'] }, async () => {
    await using testServer = await openTestServer(engine)
    await using server = await mailServer()
    await withMail(testServer, server, 3)
    await Promise.all([
      deliverOutbox(testServer.ports),
      deliverOutbox({ ...testServer.ports, db: testServer.db.withTables() }),
    ])
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([0, 1, 2].map((n) => `client${n}@mail.example`))
    expect(await waiting(testServer)).toEqual([])
  })

  test.each<[string, Partial<Parameters<typeof mailServer>[0]>]>([
    ['the address, for now', { onRcptTo: ({ address }, _, done) => done(reply(451, `${address} is busy`)) }],
    ['the mail', { onData: (stream, _, done) => void stream.resume().on('end', () => done(reply(554, 'no'))) }],
    ['the sender', { onMailFrom: (_address, _, done) => done(reply(553, 'who are you')) }],
    ['the address, by policy', { onRcptTo: (_address, _, done) => done(reply(550, '5.7.1 relaying denied')) }],
    ['everybody', { onConnect: (_, done) => done(reply(421, 'closed')) }],
  ])('what is refused because of %s waits, and goes later', async (_, options) => {
    await using testServer = await openTestServer(engine)
    await using refusing = await mailServer(options)
    await withMail(testServer, refusing)
    await deliverOutbox(testServer.ports)
    expect(await waiting(testServer)).toHaveLength(1)
    expect(testServer.logged).toMatchObject([
      {
        level: 'error',
        event: 'mail-failed',
        fields: {
          relay: expect.stringMatching(
            /^(451 … is busy|554 no|553 who are you|550 5\.7\.1 relaying denied|421 closed)/,
          ),
        },
      },
    ])
    expect(JSON.stringify(testServer.logged)).not.toContain('client0')

    await using accepting = await mailServer()
    testServer.ports.mail = smtp(at(accepting), LETTERHEAD)
    later(testServer)
    await deliverOutbox(testServer.ports)
    expect(accepting.received).toHaveLength(1)
    expect(await waiting(testServer)).toEqual([])
  })

  test('an address that is refused for good is given up, and keeps nobody waiting', async () => {
    await using testServer = await openTestServer(engine)
    await using server = await mailServer({
      onRcptTo: ({ address }, _, done) =>
        address === 'client5@mail.example' ? done() : done(reply(550, `5.1.1 no ${address} here`)),
    })
    await withMail(testServer, server, 6)
    await deliverOutbox(testServer.ports)
    expect(server.received).toMatchObject([{ to: ['client5@mail.example'] }])
    expect(await waiting(testServer)).toEqual([])
    const givenUp = await testServer.db.selectFrom('given_up_mail').selectAll().execute()
    expect(givenUp).toHaveLength(5)
    for (const mail of givenUp)
      expect(mail).toMatchObject({
        kind: 'reset',
        reason: '550 5.1.1',
        created_at: testServer.now.toISOString(),
        given_up_at: testServer.now.toISOString(),
      })
    expect(testServer.logged.filter(({ event }) => event === 'mail-given-up')).toHaveLength(5)
    expect(JSON.stringify(testServer.logged)).not.toContain('mail.example')
  })

  test('where nothing listens it waits, and the log does not say for whom', async () => {
    await using testServer = await openTestServer(engine)
    const { port } = await (async () => {
      await using gone = await silentServer()
      return gone
    })()
    await withMail(testServer, { port })
    await deliverOutbox(testServer.ports)
    expect(await waiting(testServer)).toHaveLength(1)
    expect(testServer.logged).toMatchObject([{ event: 'mail-failed', fields: { reason: 'ESOCKET' } }])
  })

  test('a kill after the mail was accepted loses nothing: it goes once more, with a link that works', async () => {
    await using testServer = await openTestServer(engine)
    await using server = await mailServer()
    await withMail(testServer, server)
    const { mail } = testServer.ports
    const killed = {
      send: async (...sent: Parameters<typeof mail.send>) => {
        await mail.send(...sent)
        throw new Error('killed')
      },
    }
    await deliverOutbox({ ...testServer.ports, mail: killed })
    await deliverOutbox(testServer.ports)
    expect(server.received).toHaveLength(1)
    later(testServer)
    await deliverOutbox(testServer.ports)
    await deliverOutbox(testServer.ports)
    expect(server.received).toHaveLength(2)
    const token = /token=([\w-]+)/.exec(server.received[1]!.mail.text!)![1]!
    expect(
      (
        await testServer.call('POST', 'password/reset', {
          token,
          body: { newPassword: 'Nieuw#2026', confirmPassword: 'Nieuw#2026' },
        })
      ).status,
    ).toBe(204)
  })

  test('who stops tries no second mail once one has failed', async () => {
    await using testServer = await openTestServer(engine)
    await using server = await silentServer()
    await withMail(testServer, server, 3)
    const stopping = new AbortController()
    const mail = smtp(at(server), LETTERHEAD, { stopping: stopping.signal, lastMs: 20 })
    const connected = server.connection()
    const done = deliverOutbox({ ...testServer.ports, mail, stopping: stopping.signal })
    await connected
    stopping.abort()
    await done
    expect(await waiting(testServer)).toHaveLength(3)
    expect(testServer.logged.filter(({ event }) => event === 'mail-failed')).toHaveLength(1)
  })
})

describe('the server itself', () => {
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const envOf = (server: { port: number }) => ({
    DATA_DIR: dataDir,
    DEMO: 'on',
    SMTP_URL: at(server),
    MAIL_FROM: 'De Waag <post@dewaag.example>',
  })
  const forgot = (base: string) => fetch(`${base}/api/password/forgot?email=owner@mail.example`, { method: 'POST' })

  test('sends by its settings', async () => {
    await using server: MailServer = await mailServer()
    await using portal = await openServer(envOf(server))
    const arrived = server.next()
    await forgot(portal.url)
    expect(await arrived).toMatchObject({
      to: ['owner@mail.example'],
      mail: { from: { name: 'De Waag', address: 'post@dewaag.example' } },
    })
  })

  test('stops in order and in time, also while a mail server keeps it waiting', async () => {
    await using server = await silentServer()
    await using portal = await startServer(envOf(server))
    const connected = server.connection()
    await forgot(portal.url)
    await connected
    const exited = once(portal.child, 'exit')
    portal.child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})
