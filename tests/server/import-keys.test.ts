import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { ImportKey, NewImportKey } from '#contract/imports.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import type { FactorProof, TotpOptions } from '#contract/second-factor.ts'
import { adminNotices } from '#server/db/migrations/0029-admin-notices.ts'
import { tellEndingKeys } from '#server/feed/tell-ending-keys.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, importKey, membership, practice, staff, staffOffer } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const BY_PASSWORD = { currentPassword: 'Welkom#2026' }
const KEYS = 'practice/a/import-keys'

interface Asked {
  days?: unknown
  purpose?: unknown
  name?: string
}

// The clock of the tests stands at 15 June 2026.
onEngines('import keys', (engine) => {
  let testServer: TestServer
  let adminId: string
  let otherId: string
  let admin: string
  let other: string

  beforeEach(async () => {
    testServer = await openTestServer(engine, { limits: { loginFailures: 3 } })
    const { db } = testServer
    await practice(db, 'a')
    await practice(db, 'b')
    adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    otherId = await staff(db, 'b', 'other@b.example')
    await membership(db, otherId, 'a', 'CLINIC_ADMIN')
    await staff(db, 'a', 'user@a.example')
    await staff(db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    // An admin who has not accepted to be one.
    await staffOffer(db, await account(db, 'offered@a.example'), 'a', 'CLINIC_ADMIN')
    admin = await testServer.signIn(adminId)
    other = await testServer.signIn(otherId)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (ms: number) => void (testServer.now = new Date(testServer.now.getTime() + ms))
  const call = (method: string, path: string, body?: unknown, token = admin) =>
    testServer.call(method, path, { token, ...(body !== undefined && { body }) })
  const codeOf = async (answer: Response) =>
    answer.status < 400 ? answer.status : `${answer.status} ${((await answer.json()) as Problem).code}`
  const make = (proof?: FactorProof, { days, purpose, name = 'Nacht' }: Asked = {}) =>
    call('POST', KEYS, { name, purpose, days, proof })
  const listed = async () => (await (await call('GET', KEYS)).json()) as ImportKey[]
  const mails = async (kind: string) => {
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).filter((mail) => mail.kind === kind)
  }
  const keep = (id: string, { token = other, proof = BY_PASSWORD }: { token?: string; proof?: FactorProof } = {}) =>
    call('POST', `${KEYS}/${id}/takeover`, proof, token)

  async function withApp(token = admin) {
    const { secret, setUp } = (await (
      await call('POST', 'user/totp/options', BY_PASSWORD, token)
    ).json()) as TotpOptions
    const code = () => new TOTP({ secret }).generate({ timestamp: testServer.now.getTime() })
    expect((await call('POST', 'user/totp', { setUp, code: code() }, token)).status).toBe(201)
    later(30_000)
    return code
  }

  async function withPasskey() {
    const authenticator = createAuthenticator({ origin: 'http://portal.test' })
    const options = await (await call('POST', 'user/passkeys/options', BY_PASSWORD)).json()
    const made = authenticator.make(options as Parameters<typeof authenticator.make>[0], 'Telefoon')
    expect((await call('POST', 'user/passkeys', made)).status).toBe(201)
    return async (): Promise<FactorProof> => {
      const asked = await (await testServer.call('GET', 'user/authenticate/passkey')).json()
      return { assertion: authenticator.sign(asked as Parameters<typeof authenticator.sign>[0]) }
    }
  }

  describe('making one takes a proof by all that its maker signs in by:', () => {
    test('the password where there is nothing else', async () => {
      expect(await codeOf(await make())).toBe('422 current-password-invalid')
      expect(await codeOf(await make({ currentPassword: 'Fout#2026' }))).toBe('422 current-password-invalid')
      expect(await listed()).toEqual([])
      expect(await codeOf(await make(BY_PASSWORD))).toBe(201)
    })

    test('the password and the code of an app, not one of the two, and no code twice', async () => {
      const code = await withApp()
      expect(await codeOf(await make(BY_PASSWORD))).toBe('422 second-factor-invalid')
      expect(await codeOf(await make({ code: code() }))).toBe('422 current-password-invalid')
      expect(await codeOf(await make({ ...BY_PASSWORD, code: code() }))).toBe(201)
      expect(await codeOf(await make({ ...BY_PASSWORD, code: code() }))).toBe('422 second-factor-invalid')
    })

    test('a passkey, and beside one the password alone is none', async () => {
      const sign = await withPasskey()
      expect(await codeOf(await make(BY_PASSWORD))).toBe('422 second-factor-invalid')
      expect(await codeOf(await make(await sign()))).toBe(201)
      await withApp()
      expect(await codeOf(await make(await sign()))).toBe(201)
    })

    test('without any of these having signed in within ten minutes', async () => {
      await testServer.db.updateTable('account').set({ password_hash: null }).where('id', '=', adminId).execute()
      later(599_000)
      expect(await codeOf(await make())).toBe(201)
      await testServer.db.updateTable('session').set({ signed_in_at: '2026-06-15T09:59:58.000Z' }).execute()
      expect(await codeOf(await make())).toBe('422 current-password-invalid')
    })

    test('who guesses waits', async () => {
      for (let times = 0; times < 3; times += 1) await make({ currentPassword: 'Fout#2026' })
      expect(await codeOf(await make(BY_PASSWORD))).toBe('429 rate-limited')
    })
  })

  test('every admin is told by mail that one was made, and never the key itself', async () => {
    const made = (await (await make(BY_PASSWORD, { days: 90 })).json()) as NewImportKey
    const sent = await mails('import-key-made')
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['admin@a.example', 'other@b.example'])
    for (const mail of sent) {
      expect(mail.details).toEqual({
        by: 'admin@a.example',
        keys: ['Nacht'],
        purpose: 'import',
        endsAt: '2026-09-13T10:00:00.000Z',
      })
    }
    expect(JSON.stringify(sent)).not.toContain(made.key.slice(-20))
  })

  test('one is for exports or for requests, and refused for the other', async () => {
    expect(await codeOf(await make(BY_PASSWORD, { purpose: 'all' }))).toBe('400 validation-failed')
    const keys = {
      import: (await (await make(BY_PASSWORD)).json()) as NewImportKey,
      requests: (await (await make(BY_PASSWORD, { purpose: 'requests' })).json()) as NewImportKey,
    }
    for (const [purpose, { key }] of Object.entries(keys)) {
      expect(key).toMatch(`dierenportaal_${purpose}_`)
      const headers = { authorization: `Bearer ${key}` }
      expect(await codeOf(await testServer.call('GET', 'practice/a/imports/1', { headers }))).toBe(
        purpose === 'requests' ? '401 unauthenticated' : '404 not-found',
      )
      expect(await codeOf(await testServer.call('GET', 'practice/a/requests?after=0', { headers }))).toBe(
        purpose === 'requests' ? 200 : '401 unauthenticated',
      )
    }
    expect(new Set((await listed()).map(({ purpose }) => purpose))).toEqual(new Set(['import', 'requests']))
    // To two admins each.
    const told = (await mails('import-key-made')).map(({ details }) => String(details?.purpose))
    expect(told.toSorted((a, b) => a.localeCompare(b))).toEqual(['import', 'import', 'requests', 'requests'])
  })

  test('it ends, after a year at most, and is then as one that is not known', async () => {
    for (const days of [0, 366, 1.5, '7']) {
      expect(await codeOf(await make(BY_PASSWORD, { days }))).toBe('400 validation-failed')
    }
    const made = (await (await make(BY_PASSWORD)).json()) as NewImportKey
    expect(made.endsAt).toBe('2027-06-15T10:00:00.000Z')
    const status = () =>
      testServer.call('GET', 'practice/a/imports/1', { headers: { authorization: `Bearer ${made.key}` } })
    later(365 * DAY_MS - 1)
    expect(await codeOf(await status())).toBe('404 not-found')
    admin = await testServer.signIn(adminId)
    expect((await listed())[0]).not.toHaveProperty('ended')
    later(1)
    expect(await codeOf(await status())).toBe('401 unauthenticated')
    expect((await listed())[0]).toMatchObject({ name: 'Nacht', ended: true })
  })

  test('one that a server of the version before has made ends after a year as well', async () => {
    await importKey(testServer.db, 'a', { made_at: testServer.now.toISOString(), ends_at: null })
    expect((await listed())[0]).toMatchObject({ endsAt: '2027-06-15T10:00:00.000Z' })
    await tellEndingKeys(testServer.ports)
    expect(await mails('import-key-ending')).toEqual([])
  })

  test('one that was there before gets an end and its maker, and none ends within sixty days of that', async () => {
    const { db } = testServer
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const [recent, old, gone] = [at(-10), at(-400), at(-5)]
    await importKey(db, 'a', { id: 'recent', made_at: recent })
    await importKey(db, 'a', { id: 'old', made_at: old })
    await importKey(db, 'a', { id: 'gone', made_at: gone })
    for (const [made, accountId] of [
      [recent, adminId],
      [gone, await staff(db, 'b', 'former@a.example')],
    ] as const) {
      await db
        .insertInto('audit')
        .values({ practice_id: 'a', at: made, action: 'import-key-made', account_id: accountId })
        .execute()
    }
    await db.schema.dropIndex('import_key_account').execute()
    for (const column of ['account_id', 'maker_left', 'end_told', 'ends_at'])
      await db.schema.alterTable('import_key').dropColumn(column).execute()
    await db.schema.alterTable('outbox').dropColumn('details').execute()
    const before = Date.now()
    await adminNotices(engine).up(db)

    const rows = await db.selectFrom('import_key').selectAll().orderBy('id').execute()
    expect(rows.map((row) => [row.id, row.maker_left, row.end_told])).toEqual([
      ['gone', 1, 0],
      ['old', 0, 0],
      ['recent', 0, 0],
    ])
    expect(rows.map((row) => row.account_id)).toEqual([expect.any(String), null, adminId])
    expect(rows[2]!.ends_at).toBe(new Date(Date.parse(recent) + 365 * DAY_MS).toISOString())
    const leastMs = Date.parse(rows[1]!.ends_at!) - 60 * DAY_MS
    expect(leastMs).toBeGreaterThanOrEqual(before)
    expect(leastMs).toBeLessThanOrEqual(Date.now())
  })

  test(
    'thirty days before its end every admin is told, once, also by several servers',
    { tags: ['database'] },
    async () => {
      const endsAt = new Date(testServer.now.getTime() + 31 * DAY_MS).toISOString()
      await importKey(testServer.db, 'a', { name: 'Nacht', ends_at: endsAt })
      await tellEndingKeys(testServer.ports)
      expect(await mails('import-key-ending')).toEqual([])
      later(DAY_MS)
      await Promise.all([tellEndingKeys(testServer.ports), tellEndingKeys(testServer.ports)])
      later(DAY_MS)
      await tellEndingKeys(testServer.ports)
      const sent = await mails('import-key-ending')
      expect(sent.map(({ to }) => to).toSorted()).toEqual(['admin@a.example', 'other@b.example'])
      expect(sent[0]!.details).toEqual({ keys: ['Nacht'], purpose: 'import', endsAt })
    },
  )

  test('of one that is good for no longer than that the first mail says it', async () => {
    await make(BY_PASSWORD, { days: 30 })
    await tellEndingKeys(testServer.ports)
    expect(await mails('import-key-ending')).toEqual([])
  })

  describe('where its maker leaves', () => {
    const leave = () =>
      call('PUT', `practice/a/staff/${adminId}`, { role: 'CLINIC_ADMIN', active: false, proof: BY_PASSWORD }, other)
    let key: string

    beforeEach(async () => {
      key = ((await (await make(BY_PASSWORD)).json()) as NewImportKey).id
    })
    const ofOther = async () => (await (await call('GET', KEYS, undefined, other)).json()) as ImportKey[]

    test('it is marked, and the other admins are asked to keep or revoke it', async () => {
      expect((await ofOther())[0]).not.toHaveProperty('makerLeft')
      expect((await leave()).status).toBe(200)
      expect((await ofOther())[0]).toMatchObject({ makerLeft: true, madeBy: 'admin@a.example' })
      const sent = await mails('import-key-maker-left')
      expect(sent.map(({ to, details }) => [to, details])).toEqual([
        ['other@b.example', { by: 'admin@a.example', keys: ['Nacht'] }],
      ])
    })

    test('nothing is asked where somebody else leaves, and nothing of another practice', async () => {
      await importKey(testServer.db, 'b', { account_id: adminId })
      const { id } = await testServer.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'user@a.example')
        .executeTakeFirstOrThrow()
      await call('PUT', `practice/a/staff/${id}`, { role: 'CLINIC_USER', active: false }, other)
      expect(await mails('import-key-maker-left')).toEqual([])
      await leave()
      const marked = testServer.db.selectFrom('import_key').select('id').where('maker_left', '=', 1)
      expect(await marked.execute()).toEqual([{ id: key }])
    })

    test('an admin keeps it by a proof, is its maker from then on, and the trail says so', async () => {
      expect(await codeOf(await keep(key))).toBe('409 conflict')
      await leave()
      expect(await codeOf(await keep(key, { proof: {} }))).toBe('422 current-password-invalid')
      expect(await codeOf(await keep('no-key'))).toBe('404 not-found')
      const elsewhere = await importKey(testServer.db, 'b', { maker_left: 1 })
      expect(await codeOf(await keep(elsewhere))).toBe('404 not-found')
      const kept = await keep(key)
      expect(kept.status).toBe(200)
      const answer = (await kept.json()) as ImportKey
      expect(answer).toMatchObject({ id: key, madeBy: 'other@b.example', endsAt: '2027-06-15T10:00:00.000Z' })
      expect(answer).not.toHaveProperty('makerLeft')
      expect(await codeOf(await keep(key))).toBe('409 conflict')
      const trail = (await (await call('GET', 'practice/a/audit', undefined, other)).json()) as Page<AuditEntry>
      expect(trail.content[0]).toMatchObject({
        action: 'import-key-kept',
        key: 'Nacht',
        account: { id: otherId, name: 'other@b.example' },
      })
      const row = testServer.db.selectFrom('import_key').select('account_id').where('id', '=', key)
      expect(await row.executeTakeFirst()).toEqual({ account_id: otherId })
    })

    test('and outlives the account of its maker', async () => {
      await leave()
      await testServer.db.deleteFrom('account').where('id', '=', adminId).execute()
      expect((await ofOther())[0]).toMatchObject({ makerLeft: true, madeBy: 'admin@a.example' })
    })
  })
})
