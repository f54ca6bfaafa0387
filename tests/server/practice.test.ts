import type { Practice } from '#contract/schemas/practice.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { changePractice } from '#server/practice/change.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { checked, practiceLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PROOF = { currentPassword: 'Welkom#2026' }

onEngines('practice data', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a', { phone: '030 1', title: 'Welkom', mana_id: 'M1', logo_url: '/logo' })
    await practice(testServer.db, 'b')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example', 'CLINIC_ADMIN'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const put = (body: object, id = 'a') =>
    testServer.call('PUT', `practice/${id}`, { token, body: { ...body, proof: PROOF } })
  const rows = () => testServer.db.selectFrom('practice').selectAll().orderBy('id').execute()

  test('what staff write is what they read', async () => {
    const change = {
      name: 'Kliniek Zuid',
      title: 'Welkom bij Zuid',
      text: 'Eerste regel\n\nDerde <b>regel</b>',
      phone: '+31 30 555 01 23',
      website: 'https://zuid.example/over',
      email: 'info@zuid.example',
      iban: 'NL91 ABNA 0417 1643 00',
      accountHolder: 'Zuid B.V.',
      bookingUrl: 'https://zuid.example/afspraak',
    }
    const answer = await put(change)
    expect(answer.status).toBe(200)
    const whole = { id: 'a', manaId: 'M1', logoUrl: '/logo', locked: false, ...change }
    expect(await answer.json()).toEqual(whole)
    expect(await (await testServer.call('GET', 'practice/a', { token })).json()).toEqual(whole)
  })

  describe('a change names the version that it changes', () => {
    const get = () => testServer.call('GET', 'practice/a', { token })
    const version = async () => (await get()).headers.get('etag')!
    const putAt = (ifMatch: string, body: unknown) =>
      testServer.call('PUT', 'practice/a', { token, body, headers: { 'if-match': ifMatch } })

    test('and is refused where somebody else has changed it since', async () => {
      const first = await version()
      expect(first).toMatch(/^"[\da-f]{32}"$/)
      const answer = await putAt(first, { phone: '030 2' })
      expect(answer.status).toBe(200)
      const second = answer.headers.get('etag')
      expect(second).not.toBe(first)
      expect(await version()).toBe(second)

      const before = await rows()
      const refused = await putAt(first, { title: 'Verouderd' })
      expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([412, 'precondition-failed'])
      expect(await rows()).toEqual(before)
      expect((await putAt(second!, { title: 'Nieuw' })).status).toBe(200)
    })

    test('an import is somebody else as well', async () => {
      const first = await version()
      await loadExport(testServer.db, checked([practiceLine('a', { phone: '030 9' })]), {
        practiceId: null,
        now: testServer.now,
      })
      expect((await putAt(first, { title: 'x' })).status).toBe(412)
    })

    test('one of several, any, and one that a proxy made weak', async () => {
      for (const spelled of [(tag: string) => `"x", ${tag}`, (tag: string) => `W/${tag}`, () => '*']) {
        expect((await putAt(spelled(await version()), { title: crypto.randomUUID() })).status).toBe(200)
      }
      for (const other of ['"x"', '', 'x', `${(await version()).slice(0, -2)}"`, '"*"'])
        expect((await putAt(other, { title: 'x' })).status).toBe(412)
    })

    test('a new logo and a lock leave it as it is; without a version what is sent is written', async () => {
      const first = await version()
      await testServer.db
        .updateTable('practice')
        .set({ logo_url: '/other', mana_id: 'M2' })
        .where('id', '=', 'a')
        .execute()
      expect(await version()).toBe(first)
      await put({ phone: '030 3' })
      expect((await put({ title: 'Zonder versie' })).status).toBe(200)
    })

    test('of two at once one is refused', { tags: ['database'] }, async () => {
      const first = await version()
      const answers = await Promise.all(['b', 'c'].map((title) => putAt(first, { title })))
      expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 412])
    })

    test('who may not change it is told that first', async () => {
      const other = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
      const refused = await testServer.call('PUT', 'practice/a', {
        token: other,
        body: { title: 'x' },
        headers: { 'if-match': '"x"' },
      })
      expect(refused.status).toBe(404)
    })
  })

  test('what is absent stays; null and an empty text empty', async () => {
    const [before, other] = await rows()
    expect((await put({ phone: null, title: '' })).status).toBe(200)
    expect(await rows()).toEqual([{ ...before, phone: null, title: null }, other])
    expect((await put({})).status).toBe(200)
    expect(await rows()).toEqual([{ ...before, phone: null, title: null }, other])
  })

  test('S-143 what is not theirs to write is as it was', async () => {
    const [before, other] = await rows()
    const answer = await put({
      name: 'Kliniek Zuid',
      id: 'b',
      manaId: 'M2',
      locked: true,
      logoUrl: 'https://evil.example/logo.png',
      logo_url: 'https://evil.example/logo.png',
      clients: [],
      createdAt: '2020-01-01T00:00:00Z',
      ['__proto__']: { locked: true },
    })
    expect(answer.status).toBe(200)
    expect(await rows()).toEqual([{ ...before, name: 'Kliniek Zuid' }, other])
  })

  test.each([
    [{ name: '' }, '#/name', 'required'],
    [{ name: ' \t ' }, '#/name', 'required'],
    [{ name: null }, '#/name', 'required'],
    [{ name: 'x'.repeat(201) }, '#/name', 'tooLong'],
    [{ name: 7 }, '#/name', 'invalidType'],
    [{ name: 'A\0B' }, '#/name', 'invalidText'],
    [{ title: 'x'.repeat(201) }, '#/title', 'tooLong'],
    [{ text: 'x'.repeat(5001) }, '#/text', 'tooLong'],
    [{ text: ['x'] }, '#/text', 'invalidType'],
    [{ phone: 31 }, '#/phone', 'invalidType'],
    [{ phone: '1'.repeat(51) }, '#/phone', 'tooLong'],
    [{ website: 'zuid.example' }, '#/website', 'invalidUrl'],
    [{ website: 'javascript:alert(1)' }, '#/website', 'invalidUrl'],
    [{ website: false }, '#/website', 'invalidType'],
    [{ email: 'zuid.example' }, '#/email', 'invalidEmail'],
    [{ iban: 'NL91ABNA0417164301' }, '#/iban', 'invalidIban'],
    [{ iban: 'NL91ABNA041716430' }, '#/iban', 'invalidIban'],
    [{ iban: 91 }, '#/iban', 'invalidType'],
    [{ accountHolder: 'x'.repeat(71) }, '#/accountHolder', 'tooLong'],
    [{ bookingUrl: 'javascript:alert(1)' }, '#/bookingUrl', 'invalidUrl'],
    [{ bookingUrl: 'https://user@zuid.example' }, '#/bookingUrl', 'invalidUrl'],
  ])('%j is refused at %s as %s', async (change, pointer, code) => {
    const before = await rows()
    const answer = await put({ title: 'Beter', ...change })
    expect(answer.status).toBe(400)
    const { code: said, errors } = (await answer.json()) as Problem
    expect([said, errors]).toEqual(['validation-failed', [{ pointer, code }]])
    expect(await rows()).toEqual(before)
  })

  test.each([
    { name: 'x'.repeat(200) },
    { text: 'é\n'.repeat(2500) },
    { website: '' },
    { website: 'http://x' },
    { iban: '' },
    { iban: 'be68 5390 0754 7034' },
    { accountHolder: 'x'.repeat(70) },
    { email: null, iban: null, accountHolder: null, bookingUrl: null },
  ])('at the edge: %#', async (change) => {
    expect((await put(change)).status).toBe(200)
  })

  test('an account that an export brought and that is none may be sent back, and not written anew', async () => {
    await testServer.db.updateTable('practice').set({ iban: 'NL00BANK0123456789' }).where('id', '=', 'a').execute()
    expect((await put({ title: 'Beter', iban: 'NL00BANK0123456789' })).status).toBe(200)
    await put({ iban: 'NL91ABNA0417164300' })
    expect((await put({ iban: 'NL00BANK0123456789' })).status).toBe(400)
  })

  describe('what clients pay to', () => {
    const former = { iban: 'NL91 ABNA 0417 1643 00', holder: null }
    let member: string

    beforeEach(async () => {
      const { db } = testServer
      await db.updateTable('practice').set({ iban: former.iban }).where('id', '=', 'a').execute()
      member = await testServer.signIn(await staff(db, 'a', 'member@a.example'))
      await staff(db, 'a', 'colleague@a.example', 'CLINIC_ADMIN')
      await staff(db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    })
    const send = (body: object, by = token) => testServer.call('PUT', 'practice/a', { token: by, body })
    const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`
    const mails = async () => {
      await deliverOutbox(testServer.ports)
      const sent = (await testServer.mails()).toSorted((a, b) => (a.to < b.to ? -1 : 1))
      return sent.map(({ kind, to, details }) => [kind, to, details])
    }

    test.each([{ iban: 'BE68539007547034' }, { iban: null }, { accountHolder: 'Mijn B.V.' }])(
      'is changed by an admin with a proof, and by nobody else: %j',
      async (change) => {
        const before = await rows()
        expect(await codeOf(await send({ ...change, proof: PROOF }, member))).toBe('403 forbidden')
        expect(await codeOf(await send(change))).toBe('422 current-password-invalid')
        const wrong = { currentPassword: 'Fout#2026' }
        expect(await codeOf(await send({ ...change, proof: wrong }))).toBe('422 current-password-invalid')
        expect(await rows()).toEqual(before)
        expect(await mails()).toEqual([])
        expect((await send({ ...change, proof: PROOF })).status).toBe(200)
      },
    )

    test('is sent back by other staff with the rest of the practice, as the portal does', async () => {
      const practice = (await (await testServer.call('GET', 'practice/a', { token: member })).json()) as Practice
      expect((await send({ ...practice, title: 'Beter' }, member)).status).toBe(200)
      expect((await send({ ...practice, title: 'Nog beter' })).status).toBe(200)
      expect(await mails()).toEqual([])
    })

    test('is told every admin of the practice when it changes, with the former one', async () => {
      await put({ iban: 'be68 5390 0754 7034', accountHolder: 'Zuid B.V.' })
      const present = { iban: 'be68 5390 0754 7034', holder: 'Zuid B.V.' }
      const details = { by: 'staff@a.example', former, present }
      expect(await mails()).toEqual([
        ['account-number-changed', 'colleague@a.example', details],
        ['account-number-changed', 'staff@a.example', details],
      ])
    })

    test('and who it belongs to, where that alone changes', async () => {
      await put({ accountHolder: 'Zuid B.V.' })
      const details = { by: 'staff@a.example', former, present: { ...former, holder: 'Zuid B.V.' } }
      expect(await mails()).toEqual([
        ['account-number-changed', 'colleague@a.example', details],
        ['account-number-changed', 'staff@a.example', details],
      ])
    })

    test('and when an import changes it, but not when that changes something else', async () => {
      const load = (fields: Record<string, string>) =>
        loadExport(testServer.db, checked([practiceLine('a', fields)]), { practiceId: 'a', now: testServer.now })
      await load({ title: 'Anders' })
      expect(await mails()).toEqual([])
      await load({ title: 'Anders', iban: 'BE68539007547034' })
      const details = { former, present: { iban: 'BE68539007547034', holder: null } }
      expect(await mails()).toEqual([
        ['account-number-changed', 'colleague@a.example', details],
        ['account-number-changed', 'staff@a.example', details],
      ])
    })

    test('is not moved back by who has sent no proof, for it had not moved when they were asked', async () => {
      const { db, now } = testServer
      const by = { accountId: 'x', username: 'member@a.example', firstName: null, lastName: null }
      const change = { practiceId: 'a', change: { iban: 'BE68539007547034' }, ifMatch: undefined, by, now }
      const made = (mayMoveAccount: boolean) =>
        inTransaction(db, (trx) => changePractice(trx, { ...change, mayMoveAccount }))
      await expect(made(false)).rejects.toMatchObject({ code: 'precondition-failed' })
      expect(await made(true)).toMatchObject({ iban: 'BE68539007547034' })
    })

    test('of a version that is past is no longer changed, and takes no code of an app for it', async () => {
      const answer = await testServer.call('PUT', 'practice/a', {
        token,
        body: { iban: 'BE68539007547034' },
        headers: { 'if-match': '"other"' },
      })
      expect(await codeOf(answer)).toBe('412 precondition-failed')
    })
  })

  test('how to reach and to pay it is for its clients as well', async () => {
    const contact = {
      email: 'info@zuid.example',
      iban: 'NL91ABNA0417164300',
      accountHolder: 'Zuid B.V.',
      bookingUrl: 'https://zuid.example/afspraak',
    }
    await put(contact)
    const owner = await account(testServer.db, 'owner@mail.example')
    await client(testServer.db, 'a', { account_id: owner })
    const ownerToken = await testServer.signIn(owner)
    const one = await (await testServer.call('GET', 'practice/a', { token: ownerToken })).json()
    const own = await (await testServer.call('GET', 'user/practices', { token: ownerToken })).json()
    expect(one).toMatchObject(contact)
    expect(own).toEqual([one])
    expect(one).not.toHaveProperty('manaId')
  })

  test('two who write at once each keep what they wrote', { tags: ['database'] }, async () => {
    const answers = await Promise.all([put({ title: 'Een' }), put({ phone: '030 2' }), put({ name: 'Zuid' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const answer = await testServer.call('GET', 'practice/a', { token })
    expect((await answer.json()) as Practice).toMatchObject({ title: 'Een', phone: '030 2', name: 'Zuid' })
  })

  test('an export that says what it said before leaves what was written here; one that says something else does not', async () => {
    const load = (fields: object) =>
      loadExport(
        testServer.db,
        checked([
          practiceLine('a', {
            title: 'Oud',
            phone: '1',
            website: 'http://one',
            logoUrl: 'https://old.example/a.png',
            iban: 'NL91ABNA0417164300',
            email: 'oud@one.example',
            ...fields,
          }),
        ]),
        { practiceId: 'a', now: testServer.now },
      )
    await load({})
    await put({ name: 'Van hier', title: null, website: 'https://here.example', iban: 'BE68539007547034' })
    await testServer.db.updateTable('practice').set({ logo_url: '/files/new.png' }).where('id', '=', 'a').execute()
    const again = await load({})
    expect(again.changes?.practice).toEqual({ added: 0, updated: 0, unchanged: 1 })
    const read = async () => (await (await testServer.call('GET', 'practice/a', { token })).json()) as Practice
    expect(await read()).toMatchObject({
      name: 'Van hier',
      phone: '1',
      website: 'https://here.example',
      iban: 'BE68539007547034',
      email: 'oud@one.example',
      logoUrl: '/files/new.png',
    })
    expect(await read()).not.toHaveProperty('title')

    const newer = await load({
      website: 'https://two.example',
      title: 'Nieuw',
      bookingUrl: 'https://two.example/afspraak',
    })
    expect(newer.changes?.practice).toEqual({ added: 0, updated: 1, unchanged: 0 })
    expect(await read()).toMatchObject({
      name: 'Van hier',
      title: 'Nieuw',
      website: 'https://two.example',
      iban: 'BE68539007547034',
    })
    expect(await read()).toHaveProperty('bookingUrl', 'https://two.example/afspraak')
  })
})
