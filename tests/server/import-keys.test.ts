import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { ImportKey, NewImportKey } from '#contract/schemas/imports.ts'
import type { FactorProof, TotpOptions } from '#contract/schemas/second-factor.ts'
import type { Page } from '#contract/paging.ts'
import { notifyOfExpiringKeys } from '#server/import-jobs/keys.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, importKey, membership, practice, staff, staffOffer } from '#harness/builders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const BY_PASSWORD = { currentPassword: 'Welkom#2026' }
const BY_WRONG_PASSWORD = { currentPassword: 'Fout#2026' }
const NO_PASSWORD = '422 current-password-invalid'
const NO_FACTOR = '422 second-factor-invalid'
const KEYS = 'practice/a/import-keys'

onEngines('import keys', (engine) => {
  const testServer = eachTestServer(engine, { limits: { loginFailures: 3 } })
  let [adminId, otherId, admin] = ['', '', '']

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    await practice(db, 'b')
    adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    otherId = await staff(db, 'b', 'other@b.example')
    await membership(db, otherId, 'a', 'CLINIC_ADMIN')
    await staff(db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    // This admin has not accepted the offer, so gets no mail.
    await staffOffer(db, await account(db, 'offered@a.example'), 'a', 'CLINIC_ADMIN')
    admin = await testServer.signIn(adminId)
  })

  const respond = (method: string, path: string, body?: unknown) =>
    testServer.call(method, path, { token: admin, ...(body !== undefined && { body }) })
  const make = (proof?: FactorProof, more: object = {}) =>
    outcomeOf(respond('POST', KEYS, { name: 'Nacht', proof, ...more }))
  const made = (more: object = {}) =>
    testServer.ok<NewImportKey>(respond('POST', KEYS, { name: 'Nacht', proof: BY_PASSWORD, ...more }))
  const listed = (by = adminId) => testServer.readAs<ImportKey[]>(by, KEYS)
  const mails = async (kind: string) => {
    await deliverOutbox(testServer.ports)
    const sent = (await testServer.mails()).filter((mail) => mail.kind === kind)
    return sent
      .toSorted((one, other) => one.to.localeCompare(other.to))
      .map(({ to, details }) => [to, details] as const)
  }
  /** Outcome of a call that a key authorises. */
  const byKey = ({ key }: NewImportKey, path: string) =>
    outcomeOf(testServer.call('GET', path, { headers: { authorization: `Bearer ${key}` } }))

  async function withApp() {
    const { secret, setUp } = await testServer.ok<TotpOptions>(respond('POST', 'user/totp/options', BY_PASSWORD))
    const code = () => new TOTP({ secret }).generate({ timestamp: testServer.now.getTime() })
    await testServer.ok(respond('POST', 'user/totp', { setUp, code: code() }))
    testServer.advance(30_000)
    return code
  }
  async function withPasskey() {
    const authenticator = createAuthenticator({ origin: 'http://portal.test' })
    type Options = Parameters<typeof authenticator.make>[0]
    const options = await testServer.ok<Options>(respond('POST', 'user/passkeys/options', BY_PASSWORD))
    await testServer.ok(respond('POST', 'user/passkeys', authenticator.make(options, 'Telefoon')))
    return async (): Promise<FactorProof> => {
      const challenge = await testServer.read<Parameters<typeof authenticator.sign>[0]>('user/authenticate/passkey')
      return { assertion: authenticator.sign(challenge) }
    }
  }

  describe('are created by an admin with a proof of identity:', () => {
    test('the password, if there is no other factor', async () => {
      expect([await make(), await make(BY_WRONG_PASSWORD)]).toEqual([NO_PASSWORD, NO_PASSWORD])
      expect(await listed()).toEqual([])
      expect(await make(BY_PASSWORD)).toBe('201')
      for (let times = 0; times < 3; times += 1) await make(BY_WRONG_PASSWORD)
      expect(await make(BY_PASSWORD)).toBe('429 rate-limited')
    })

    test('both the password and an unused authenticator code', async () => {
      const code = await withApp()
      const both = () => make({ ...BY_PASSWORD, code: code() })
      expect([await make(BY_PASSWORD), await make({ code: code() })]).toEqual([NO_FACTOR, NO_PASSWORD])
      expect([await both(), await both()]).toEqual(['201', NO_FACTOR])
    })

    test('a passkey, if the account has one', async () => {
      const sign = await withPasskey()
      expect([await make(BY_PASSWORD), await make(await sign())]).toEqual([NO_FACTOR, '201'])
      await withApp()
      expect(await make(await sign())).toBe('201')
    })

    test('a session of at most ten minutes, if the account has no factor', async () => {
      await changeRows(testServer.db, 'account', { password_hash: null }, { id: adminId })
      testServer.advance(599_000)
      expect(await make()).toBe('201')
      await changeRows(testServer.db, 'session', { signed_in_at: '2026-06-15T09:59:58.000Z' })
      expect(await make()).toBe(NO_PASSWORD)
    })
  })

  test('are announced to every admin by mail, without the key', async () => {
    const { key } = await made({ days: 90 })
    const fields = { purpose: 'import', scopes: ['import:write'], endsAt: '2026-09-13T10:00:00.000Z' }
    const details = { by: 'admin@a.example', keys: ['Nacht'], ...fields }
    const sent = await mails('import-key-made')
    expect(sent).toEqual([
      ['admin@a.example', details],
      ['other@b.example', details],
    ])
    expect(JSON.stringify(await testServer.mails())).not.toContain(key.slice(-20))
  })

  test('have the scopes that the admin chooses', async () => {
    for (const scopes of [[], ['requests:write'], 'import:write'])
      expect(await make(BY_PASSWORD, { scopes })).toBe('400 validation-failed')
    const scopes = ['requests:read', 'import:write']
    const both = await made({ scopes })
    expect([both.purpose, both.scopes, both.key.split('_')[1]]).toEqual(['import', scopes.toReversed(), 'import'])
    expect((await listed())[0]).toMatchObject({ scopes: scopes.toReversed() })
    expect(await byKey(both, 'practice/a/imports/1')).toBe('404 not-found')
    expect(await byKey(both, 'practice/a/requests?after=0')).toBe('200')
    const answer = { headers: { authorization: `Bearer ${both.key}` }, body: { outcome: 'answered', text: 'Ja' } }
    const refused = await testServer.call('POST', `practice/a/requests/${crypto.randomUUID()}/answer`, answer)
    expect(await refused.json()).toMatchObject({ status: 403, code: 'scope-missing', scope: 'requests:answer' })
    const { content } = await testServer.readAs<Page<AuditEntry>>(adminId, 'practice/a/audit')
    expect(content[0]).toMatchObject({ action: 'import-key-made', key: 'Nacht', scopes: scopes.toReversed() })
  })

  test('without a list of scopes get the scopes of their purpose', async () => {
    expect(await make(BY_PASSWORD, { purpose: 'all' })).toBe('400 validation-failed')
    const [exporting, requesting] = [await made(), await made({ purpose: 'requests' })]
    const reading = await made({ scopes: ['clients:read'] })
    const keys = [exporting.key, requesting.key, reading.key]
    expect(keys.map((key) => key.split('_')[1])).toEqual(['import', 'requests', 'clients'])
    expect(await byKey(reading, 'practice/a/clients/changes?after=0')).toBe('200')
    const [imports, requests] = ['practice/a/imports/1', 'practice/a/requests?after=0']
    const rejected = '403 scope-missing'
    expect([await byKey(exporting, imports), await byKey(exporting, requests)]).toEqual(['404 not-found', rejected])
    expect([await byKey(requesting, imports), await byKey(requesting, requests)]).toEqual([rejected, '200'])
    expect((await listed()).map(({ purpose }) => purpose).toSorted()).toEqual(['clients', 'import', 'requests'])
    // Two admins get a mail about each key.
    const purposes = (await mails('import-key-made')).map(([, details]) => String(details?.purpose))
    expect(purposes.toSorted()).toEqual(['clients', 'clients', 'import', 'import', 'requests', 'requests'])
  })

  test('expire after at most a year', async () => {
    for (const days of [0, 366, 1.5, '7']) expect(await make(BY_PASSWORD, { days })).toBe('400 validation-failed')
    const key = await made()
    expect(key.endsAt).toBe('2027-06-15T10:00:00.000Z')
    testServer.advance(365 * DAY_MS - 1)
    expect(await byKey(key, 'practice/a/imports/1')).toBe('404 not-found')
    expect((await listed())[0]).not.toHaveProperty('ended')
    testServer.advance(1)
    expect(await byKey(key, 'practice/a/imports/1')).toBe('401 unauthenticated')
    expect((await listed())[0]).toMatchObject({ name: 'Nacht', ended: true })
  })

  test('of earlier versions without an expiry expire after a year', async () => {
    await importKey(testServer.db, 'a', { made_at: testServer.now.toISOString(), ends_at: null })
    expect((await listed())[0]).toMatchObject({ endsAt: '2027-06-15T10:00:00.000Z' })
    await notifyOfExpiringKeys(testServer.ports)
    expect(await mails('import-key-ending')).toEqual([])
  })

  test('are announced to every admin thirty days before they expire', { tags: ['database'] }, async () => {
    // No warning is sent for a key that lasts thirty days: the mail about its creation already gives the date.
    await made({ days: 30 })
    const endsAt = new Date(testServer.now.getTime() + 31 * DAY_MS).toISOString()
    await importKey(testServer.db, 'a', { name: 'Dag', ends_at: endsAt })
    await notifyOfExpiringKeys(testServer.ports)
    expect(await mails('import-key-ending')).toEqual([])
    testServer.advance(DAY_MS)
    await Promise.all([notifyOfExpiringKeys(testServer.ports), notifyOfExpiringKeys(testServer.ports)])
    testServer.advance(DAY_MS)
    await notifyOfExpiringKeys(testServer.ports)
    const details = { keys: ['Dag'], purpose: 'import', endsAt }
    expect(await mails('import-key-ending')).toEqual([
      ['admin@a.example', details],
      ['other@b.example', details],
    ])
  })

  describe('after their maker leaves the practice', () => {
    let key: string
    beforeEach(async () => {
      key = (await made()).id
    })
    const end = (accountId: string, role: string) =>
      testServer.ok(
        testServer.callAs(otherId, 'PUT', `practice/a/staff/${accountId}`, { role, active: false, proof: BY_PASSWORD }),
      )
    const leave = () => end(adminId, 'CLINIC_ADMIN')
    const takeOver = (id: string, proof: FactorProof = BY_PASSWORD) =>
      testServer.callAs(otherId, 'POST', `${KEYS}/${id}/takeover`, proof)

    test('are marked and reported to the other admins by mail', async () => {
      await importKey(testServer.db, 'b', { account_id: adminId })
      await end(await staff(testServer.db, 'a', 'user@a.example'), 'CLINIC_USER')
      expect(await mails('import-key-maker-left')).toEqual([])
      expect((await listed(otherId))[0]).not.toHaveProperty('makerLeft')
      await leave()
      expect(await rowsOf(testServer.db, 'import_key', ['id'], { maker_left: 1 })).toEqual([{ id: key }])
      expect(await mails('import-key-maker-left')).toEqual([
        ['other@b.example', { by: 'admin@a.example', keys: ['Nacht'] }],
      ])
      const marked = { makerLeft: true, madeBy: 'admin@a.example' }
      expect((await listed(otherId))[0]).toMatchObject(marked)
      await testServer.db.deleteFrom('account').where('id', '=', adminId).execute()
      expect((await listed(otherId))[0]).toMatchObject(marked)
    })

    test('can be taken over by another admin with a proof', async () => {
      expect(await outcomeOf(takeOver(key))).toBe('409 conflict')
      await leave()
      expect(await outcomeOf(takeOver(key, {}))).toBe(NO_PASSWORD)
      for (const id of ['no-key', await importKey(testServer.db, 'b', { maker_left: 1 })])
        expect(await outcomeOf(takeOver(id))).toBe('404 not-found')
      const takenOver = await testServer.ok<ImportKey>(takeOver(key))
      expect(takenOver).toMatchObject({ id: key, madeBy: 'other@b.example', endsAt: '2027-06-15T10:00:00.000Z' })
      expect(takenOver).not.toHaveProperty('makerLeft')
      expect(await outcomeOf(takeOver(key))).toBe('409 conflict')
      const { content } = await testServer.readAs<Page<AuditEntry>>(otherId, 'practice/a/audit')
      const by = { id: otherId, name: 'other@b.example' }
      expect(content[0]).toMatchObject({ action: 'import-key-kept', key: 'Nacht', account: by })
      expect(await rowsOf(testServer.db, 'import_key', ['account_id'], { id: key })).toEqual([{ account_id: otherId }])
    })
  })
})
