import type { Practice } from '#contract/schemas/practice.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { changePractice } from '#server/practice/change.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { checked, practiceLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines, outcomeOf, fieldErrorsOf } from '#harness/test-server.ts'

const PROOF = { currentPassword: 'Welkom#2026' }
const [MORNING, AFTERNOON] = [
  { weekday: 1, opens: '08:00', closes: '12:00' },
  { weekday: 1, opens: '13:00', closes: '24:00' },
]
const MINUTES = Array.from({ length: 43 }, (_, at) => ({ weekday: 1, opens: `08:${at + 10}`, closes: `08:${at + 11}` }))
const HOURS = { periods: [MORNING, AFTERNOON], closedDays: [{ from: '2026-12-25', until: '2026-12-26' }] }
const SELLER = {
  legalName: 'Zuid B.V.',
  city: 'Zuid',
  country: 'NL',
  vatNumber: 'NL123456782B90',
  companyNumber: '12345678',
}
const [OLD_IBAN, NEW_IBAN] = ['NL91ABNA0417164300', 'BE68539007547034']

onEngines('the details of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let [adminId, token] = ['', '']
  beforeEach(async () => {
    await practice(testServer.db, 'a', { phone: '030 1', title: 'Welkom', mana_id: 'M1', logo_url: '/logo' })
    await practice(testServer.db, 'b')
    adminId = await staff(testServer.db, 'a', 'staff@a.example', 'CLINIC_ADMIN')
    token = await testServer.signIn(adminId)
  })

  const put = (body: object, by = adminId) => testServer.callAs(by, 'PUT', 'practice/a', body)
  const putProven = (body: object) => put({ ...body, proof: PROOF })
  const putAt = (ifMatch: string, body: object) =>
    testServer.call('PUT', 'practice/a', { token, body, headers: { 'if-match': ifMatch } })
  const read = () => testServer.read<Practice>('practice/a', token)
  const rows = () => testServer.db.selectFrom('practice').selectAll().orderBy('id').execute()
  const setRow = (columns: object) => testServer.db.updateTable('practice').set(columns).where('id', '=', 'a').execute()
  const load = (fields: Record<string, string>, practiceId: string | null = 'a') =>
    loadExport(testServer.db, checked([practiceLine('a', fields)]), { practiceId, now: testServer.now })

  test('can be changed by staff within their rights', async () => {
    const change = {
      name: 'Kliniek Zuid',
      title: 'Welkom bij Zuid',
      text: 'Eerste regel\n\nDerde <b>regel</b>',
      address: 'Kade 1, 3512 AB Utrecht',
      phone: '+31 30 555 01 23',
      website: 'https://zuid.example/over',
      email: 'info@zuid.example',
      iban: 'NL91 ABNA 0417 1643 00',
      accountHolder: 'Zuid B.V.',
      bookingUrl: 'https://zuid.example/afspraak',
      openingHours: HOURS,
      colour: '#2f6b3c',
      seller: SELLER,
    }
    const foreign = { id: 'b', manaId: 'M2', locked: true, logoUrl: 'https://evil.example/a.png', logo_url: 'x' }
    const [, other] = await rows()
    const whole = { id: 'a', manaId: 'M1', logoUrl: '/logo', locked: false, ...change }
    const stored = await testServer.ok(putProven({ ...change, ...foreign, ['__proto__']: { locked: true } }))
    expect([stored, await read()]).toEqual([whole, whole])
    expect((await rows())[1]).toEqual(other)
    const owner = await account(testServer.db, 'owner@mail.example')
    await client(testServer.db, 'a', { account_id: owner })
    const { manaId: _, seller: __, ...forOwner } = whole
    expect(await testServer.readAs(owner, 'practice/a')).toEqual(forOwner)
    expect(await testServer.readAs(owner, 'user/practices')).toEqual([forOwner])
  })

  test('are cleared by null or an empty text', async () => {
    await setRow({ address: 'Kade 1' })
    const [before, other] = await rows()
    for (const body of [{ phone: null, title: '', address: '' }, {}]) {
      await testServer.ok(putProven(body))
      expect(await rows()).toEqual([{ ...before, phone: null, title: null, address: null }, other])
    }
  })

  test('preserve all fields of concurrent changes', { tags: ['database'] }, async () => {
    const change = { title: 'Een', phone: '030 2', name: 'Zuid' }
    await Promise.all(Object.entries(change).map(([field, value]) => testServer.ok(putProven({ [field]: value }))))
    expect(await read()).toMatchObject(change)
  })

  test.each([
    [{ name: '' }, 'name required'],
    [{ name: 'x'.repeat(201) }, 'name tooLong'],
    [{ address: 'x'.repeat(201) }, 'address tooLong'],
    [{ address: 'Kade 1\nUtrecht' }, 'address invalidText'],
    [{ phone: '1'.repeat(51) }, 'phone tooLong'],
    [{ website: 'zuid.example' }, 'website invalidUrl'],
    [{ email: 'zuid.example' }, 'email invalidEmail'],
    [{ iban: 'NL91ABNA0417164301' }, 'iban invalidIban'],
    [{ bookingUrl: 'https://user@zuid.example' }, 'bookingUrl invalidUrl'],
    [{ colour: 'green' }, 'colour invalidColour'],
    [{ colour: '#2f6' }, 'colour invalidColour'],
    [{ seller: { country: 'XX' } }, 'seller/country unknownValue'],
    [{ seller: { ...SELLER, vatNumber: 'NL123456782' } }, 'seller/vatNumber invalidVatNumber'],
    [{ seller: { ...SELLER, companyNumber: '1234567' } }, 'seller invalidCompanyNumber'],
    [{ openingHours: { periods: [{ ...MORNING, opens: '8:00' }] } }, 'openingHours/periods/0/opens invalidTime'],
    [{ openingHours: { periods: [{ ...MORNING, weekday: 8 }] } }, 'openingHours/periods/0/weekday invalidNumber'],
    [{ openingHours: { periods: [{ ...MORNING, closes: '07:00' }] } }, 'openingHours/periods invalidTimes'],
    [{ openingHours: { periods: [MORNING, MORNING] } }, 'openingHours/periods invalidTimes'],
    [
      { openingHours: { periods: [], closedDays: [{ from: '2026-12-26', until: '2026-12-25' }] } },
      'openingHours/closedDays/0 invalidPeriod',
    ],
    [{ openingHours: { periods: MINUTES } }, 'openingHours/periods tooMany'],
  ])('reject %j: %s', async (change, problem) => {
    const before = await rows()
    expect(await fieldErrorsOf(putProven({ title: 'Beter', ...change }))).toEqual([
      '400 validation-failed',
      `#/${problem}`,
    ])
    expect(await rows()).toEqual(before)
  })

  test.each([
    { name: 'x'.repeat(200) },
    { address: 'x'.repeat(200) },
    { text: 'é\n'.repeat(2500) },
    { website: '' },
    { website: 'http://x' },
    { iban: '' },
    { iban: 'be68 5390 0754 7034' },
    { accountHolder: 'x'.repeat(70) },
    { email: null, iban: null, accountHolder: null, bookingUrl: null, openingHours: null, seller: null },
    { seller: {} },
    { seller: { country: 'DE', companyNumber: 'HRB 1234' } },
    { openingHours: { periods: [] } },
  ])('accept the extreme value %#', async (change) => {
    expect((await putProven(change)).status).toBe(200)
  })

  test('accept an invalid IBAN only if it was imported', async () => {
    const iban = 'NL00BANK0123456789'
    await setRow({ iban })
    expect((await putProven({ title: 'Beter', iban })).status).toBe(200)
    await putProven({ iban: OLD_IBAN })
    expect((await putProven({ iban })).status).toBe(400)
  })

  describe('have a version (ETag) that', () => {
    const version = async () => (await testServer.call('GET', 'practice/a', { token })).headers.get('etag')!

    test('is rejected with 412 once outdated', async () => {
      const first = await version()
      expect(first).toMatch(/^"[\da-f]{32}"$/)
      const second = (await putAt(first, { phone: '030 2' })).headers.get('etag')!
      expect(second).not.toBe(first)
      expect(await version()).toBe(second)
      const before = await rows()
      expect(await outcomeOf(putAt(first, { title: 'Verouderd' }))).toBe('412 precondition-failed')
      expect(await rows()).toEqual(before)
      expect((await putAt(second, { title: 'Nieuw' })).status).toBe(200)
      const third = await version()
      await load({ phone: '030 9' }, null)
      expect((await putAt(third, { title: 'x' })).status).toBe(412)
    })

    test('may be one of several, weak, or any in If-Match', async () => {
      for (const spelled of [(tag: string) => `"x", ${tag}`, (tag: string) => `W/${tag}`, () => '*'])
        expect((await putAt(spelled(await version()), { title: crypto.randomUUID() })).status).toBe(200)
      for (const other of ['"x"', '', 'x', `${(await version()).slice(0, -2)}"`, '"*"'])
        expect((await putAt(other, { title: 'x' })).status).toBe(412)
    })

    test('does not depend on the logo', async () => {
      const first = await version()
      await setRow({ logo_url: '/other', mana_id: 'M2' })
      expect(await version()).toBe(first)
      await putProven({ phone: '030 3' })
      expect((await putProven({ title: 'Zonder versie' })).status).toBe(200)
    })

    test('is accepted once from two concurrent changes', { tags: ['database'] }, async () => {
      const first = await version()
      const both = await Promise.all(['b', 'c'].map((title) => putAt(first, { title })))
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
    })

    test('is checked after access and before the proof', async () => {
      const stranger = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
      const headers = { 'if-match': '"x"' }
      const rejected = testServer.call('PUT', 'practice/a', { token: stranger, body: { title: 'x' }, headers })
      expect(await outcomeOf(rejected)).toBe('404 not-found')
      expect(await outcomeOf(putAt('"other"', { iban: NEW_IBAN }))).toBe('412 precondition-failed')
    })
  })

  describe('have an account number that', () => {
    const former = { iban: OLD_IBAN, holder: null }
    let member = ''
    beforeEach(async () => {
      const { db } = testServer
      await setRow({ iban: OLD_IBAN })
      member = await staff(db, 'a', 'member@a.example')
      await staff(db, 'a', 'colleague@a.example', 'CLINIC_ADMIN')
      await staff(db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    })
    const mails = async () => {
      await deliverOutbox(testServer.ports)
      const sent = (await testServer.mails()).toSorted((a, b) => (a.to < b.to ? -1 : 1))
      return sent.map(({ kind, to, details }) => [kind, to, details])
    }
    const mailsWith = (details: object) =>
      ['colleague@a.example', 'staff@a.example'].map((to) => ['account-number-changed', to, details])

    test.each([{ iban: NEW_IBAN }, { iban: null }, { accountHolder: 'Mijn B.V.' }])(
      'can be changed to %j only by an admin with a proof',
      async (change) => {
        const before = await rows()
        expect(await outcomeOf(put({ ...change, proof: PROOF }, member))).toBe('403 forbidden')
        for (const proof of [undefined, { currentPassword: 'Fout#2026' }])
          expect(await outcomeOf(put({ ...change, proof }))).toBe('422 current-password-invalid')
        expect([await rows(), await mails()]).toEqual([before, []])
        await testServer.ok(putProven(change))
        const { accountHolder: holder, ...iban } = { accountHolder: null, ...change }
        expect(await mails()).toEqual(
          mailsWith({ by: 'staff@a.example', former, present: { ...former, ...iban, holder } }),
        )
      },
    )

    test('can be sent back unchanged without a proof', async () => {
      const present = await read()
      for (const by of [member, adminId]) await testServer.ok(put({ ...present, title: crypto.randomUUID() }, by))
      expect(await mails()).toEqual([])
    })

    test('is reported to admins by mail when an import changes it', async () => {
      await load({ title: 'Anders' })
      expect(await mails()).toEqual([])
      await load({ title: 'Anders', iban: NEW_IBAN })
      expect(await mails()).toEqual(mailsWith({ former, present: { iban: NEW_IBAN, holder: null } }))
    })

    test('is not changed if it changed since the proof was found unnecessary', async () => {
      const by = { accountId: 'x', username: 'member@a.example', firstName: null, lastName: null }
      const change = { practiceId: 'a', change: { iban: NEW_IBAN }, ifMatch: undefined, by, now: testServer.now }
      const made = (mayMoveAccount: boolean) =>
        inTransaction(testServer.db, (trx) => changePractice(trx, { ...change, mayMoveAccount }))
      await expect(made(false)).rejects.toMatchObject({ code: 'precondition-failed' })
      expect(await made(true)).toMatchObject({ iban: NEW_IBAN })
    })
  })

  test('preserve changes of staff until an import has a new value', async () => {
    const exported = {
      title: 'Oud',
      address: 'Kade 1',
      phone: '1',
      website: 'http://one',
      logoUrl: 'https://old.example/a.png',
      iban: OLD_IBAN,
      email: 'oud@one.example',
    }
    await load(exported)
    const change = { name: 'Van hier', address: 'Kade 3', website: 'https://here.example', iban: NEW_IBAN }
    await putProven({ ...change, title: null })
    await setRow({ logo_url: '/files/new.png' })
    expect((await load(exported)).changes?.practice).toEqual({ added: 0, updated: 0, unchanged: 1 })
    const expected = { ...change, phone: '1', email: 'oud@one.example', logoUrl: '/files/new.png' }
    expect(await read()).toMatchObject(expected)
    expect(await read()).not.toHaveProperty('title')
    const newer = { website: 'https://two.example', title: 'Nieuw', bookingUrl: 'https://two.example/afspraak' }
    expect((await load({ ...exported, ...newer })).changes?.practice).toEqual({ added: 0, updated: 1, unchanged: 0 })
    expect(await read()).toMatchObject({ name: 'Van hier', iban: NEW_IBAN, ...newer })
  })
})
