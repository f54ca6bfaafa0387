import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewPasskey, PasskeyAssertion, PasskeyProof, Passkeys } from '#contract/schemas/passkey.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines, openTestServer, outcomeOf } from '#harness/test-server.ts'

vi.mock('@simplewebauthn/server', { spy: true })

const ORIGIN = 'http://portal.test'
const ADDRESS = '203.0.113.7'
const PASSWORD = { currentPassword: 'Welkom#2026' }
const WRONG = { currentPassword: 'wrong' }
const REJECTED = '400 validation-failed'
const FAILED = '401 login-failed'
const LIMITED = '429 rate-limited'
const UNPROVEN = '422 current-password-invalid'

type Authenticator = ReturnType<typeof createAuthenticator>
type Challenge = Parameters<Authenticator['sign']>[0]

onEngines('passkeys', (engine) => {
  const testServer = eachTestServer(engine, { limits: { loginFailures: 3, loginAddressFailures: 5 } })
  let [ownerId, otherId, token] = ['', '', '']
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    ownerId = await account(db, 'owner@mail.example')
    otherId = await account(db, 'other@mail.example')
    await client(db, 'a', { account_id: ownerId })
    token = await testServer.signIn(ownerId)
  })

  const advanceSeconds = (seconds: number) => testServer.advance(seconds * 1000)
  const dropPassword = () => testServer.db.updateTable('account').set({ password_hash: null }).execute()
  const requestOptions = (proof: PasskeyProof = PASSWORD, by = token) =>
    testServer.call('POST', 'user/passkeys/options', { token: by, body: proof })
  const options = (by?: string) => testServer.ok<Parameters<Authenticator['make']>[0]>(requestOptions(undefined, by))
  const add = (body: NewPasskey, by = token) => testServer.call('POST', 'user/passkeys', { token: by, body })
  const remove = (id: string, proof: PasskeyProof = PASSWORD, by = token) =>
    outcomeOf(testServer.call('POST', `user/passkeys/${id}/removal`, { token: by, body: proof }))
  const listed = (by = token) => testServer.read<Passkeys>('user/passkeys', by)
  const firstId = async () => (await listed()).passkeys[0]!.id
  const challenge = () => testServer.read<Challenge>('user/authenticate/passkey')
  const signIn = (body: PasskeyAssertion, address?: string) =>
    testServer.call('POST', 'user/authenticate/passkey', { body, ...(address && { address }) })
  /** Signs in with a new challenge and returns the outcome. */
  const signInWith = async (key: Authenticator, bent?: Parameters<Authenticator['sign']>[1], address?: string) =>
    await outcomeOf(signIn(key.sign(await challenge(), bent), address))
  const newKey = () => createAuthenticator({ origin: ORIGIN })
  const added = async (name = 'Telefoon', by = token) => {
    const key = newKey()
    await testServer.ok(add(key.make(await options(by), name), by))
    return key
  }
  const mailed = async () => (await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`)

  test('require a discoverable, user-verified key that the account does not have yet', async () => {
    const known = await added()
    expect(await options()).toEqual({
      rp: { id: 'portal.test', name: 'Dierenportaal' },
      user: {
        id: Buffer.from(ownerId).toString('base64url'),
        name: 'owner@mail.example',
        displayName: expect.any(String),
      },
      challenge: expect.stringMatching(/^[\w-]{80,}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [{ type: 'public-key', id: known.id, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: 300_000,
    })
    expect(await challenge()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{80,}$/),
      rpId: 'portal.test',
      userVerification: 'required',
      timeout: 300_000,
    })
  })

  test('can be added, used to sign in and removed', async () => {
    const key = await added('  Telefoon van Jan ')
    expect(await listed()).toEqual({
      hasPassword: true,
      passkeys: [{ id: expect.any(String), name: 'Telefoon van Jan', createdAt: '2026-06-15T10:00:00.000Z' }],
    })
    const id = await firstId()
    expect(id).not.toBe(key.id)
    advanceSeconds(60)
    const signedIn = await signIn(key.sign(await challenge()))
    expect(signedIn.headers.get('set-cookie')).toContain('PORTAL-DEVICE=')
    const { token: opened } = await testServer.ok<{ token: string }>(signedIn)
    expect(await testServer.read('user', opened)).toMatchObject({ id: ownerId })
    expect((await listed()).passkeys[0]).toMatchObject({ lastUsedAt: '2026-06-15T10:01:00.000Z' })
    expect(await remove(id)).toBe('204')
    expect((await listed()).passkeys).toEqual([])
    expect(await signInWith(key)).toBe(FAILED)
    expect(await mailed()).toEqual(['passkey-added owner@mail.example', 'passkey-removed owner@mail.example'])
  })

  describe('proof of identity for adding a passkey', () => {
    test.each<PasskeyProof>([{}, WRONG, { currentPassword: '' }])('is rejected with %j', async (proof) => {
      expect(await outcomeOf(requestOptions(proof))).toBe(UNPROVEN)
    })

    test('allows a limited number of attempts', async () => {
      for (let tries = 0; tries < 3; tries += 1) await requestOptions(WRONG)
      expect(await outcomeOf(requestOptions())).toBe(LIMITED)
      advanceSeconds(3600)
      expect((await requestOptions(undefined, await testServer.signIn(ownerId))).status).toBe(200)
    })

    test("can be an assertion of the account's own passkey, once", { tags: ['database'] }, async () => {
      const key = await added()
      const assertion = key.sign(await challenge())
      expect([await outcomeOf(requestOptions({ assertion })), await outcomeOf(requestOptions({ assertion }))]).toEqual([
        '200',
        UNPROVEN,
      ])
      const next = { assertion: key.sign(await challenge(), { counter: 9 }) }
      const both = await Promise.all([requestOptions(next), requestOptions(next)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      const theirs = { assertion: key.sign(await challenge()) }
      expect(await outcomeOf(requestOptions(theirs, await testServer.signIn(otherId)))).toBe(UNPROVEN)
    })

    test('must be an assertion if the account has a passkey and no password', async () => {
      const key = await added()
      await dropPassword()
      expect(await outcomeOf(requestOptions({}))).toBe(UNPROVEN)
      expect((await requestOptions({ assertion: key.sign(await challenge()) })).status).toBe(200)
    })

    test('can be a recent sign-in if the account has neither passkey nor password', async () => {
      await dropPassword()
      advanceSeconds(599)
      expect((await requestOptions({})).status).toBe(200)
      await testServer.db.updateTable('session').set({ signed_in_at: '2026-06-15T09:59:58.000Z' }).execute()
      expect(await outcomeOf(requestOptions({}))).toBe(UNPROVEN)
    })
  })

  describe('adding a passkey', () => {
    test.each<[string, Parameters<Authenticator['make']>[2]]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['another portal', { rpId: 'evil.example' }],
      ['no verified user', { unverified: true }],
      ['a signature for signing in', { type: 'webauthn.get' }],
    ])('fails for a key with %s', async (_, bent) => {
      const key = newKey()
      expect(await outcomeOf(add(key.make(await options(), 'x', bent)))).toBe(REJECTED)
      expect(await outcomeOf(add(key.make(await options(), 'x')))).toBe('201')
    })

    test('rejects a certified attestation before parsing', async () => {
      const statement = new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.from('x')],
        ['x5c', [Buffer.from('x')]],
      ])
      const [key, creation] = [newKey(), await options()]
      vi.mocked(verifyRegistrationResponse).mockClear()
      expect(await outcomeOf(add(key.make(creation, 'x', { attestation: ['packed', statement] })))).toBe(REJECTED)
      expect(verifyRegistrationResponse).not.toHaveBeenCalled()
      expect((await add(key.make(creation, 'x'))).status).toBe(201)
      expect(verifyRegistrationResponse).toHaveBeenCalledOnce()
    })

    test('requires a challenge of the same session, used once within five minutes', async () => {
      const key = newKey()
      const old = await options()
      advanceSeconds(300)
      expect(await outcomeOf(add(key.make(old, 'x')))).toBe(REJECTED)
      const creation = await options()
      expect(await outcomeOf(add(key.make(creation, 'x'), await testServer.signIn(ownerId)))).toBe(REJECTED)
      expect(await outcomeOf(add(key.make({ ...creation, ...(await challenge()) }, 'x')))).toBe(REJECTED)
      advanceSeconds(299)
      expect((await add(key.make(creation, 'x'))).status).toBe(201)
      expect(await outcomeOf(add(newKey().make(creation, 'y')))).toBe(REJECTED)
      expect((await listed()).passkeys).toHaveLength(1)
    })

    test('fails for a known key and for the twenty-first key', async () => {
      const key = await added()
      expect(await outcomeOf(add(key.make(await options(), 'x')))).toBe('409 conflict')
      for (let count = 1; count < 20; count += 1) await added()
      expect(await outcomeOf(add(newKey().make(await options(), 'x')))).toBe('409 conflict')
    })
  })

  describe('signing in with a passkey', () => {
    test.each<[string, Parameters<Authenticator['sign']>[1]]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['another portal', { rpId: 'evil.example' }],
      ['no verified user', { unverified: true }],
      ['the signature of a new key', { type: 'webauthn.create' }],
      ['the user of another account', { userHandle: Buffer.from('x').toString('base64url') }],
    ])('fails with %s', async (_, bent) => {
      const key = await added()
      expect([await signInWith(key, bent), await signInWith(key)]).toEqual([FAILED, '200'])
    })

    test('fails in the same way for an unknown key and a wrong signature', async () => {
      const [known, unknown] = [await added(), newKey()]
      const handle = { userHandle: Buffer.from(ownerId).toString('base64url') }
      expect(await signInWith(unknown, handle)).toBe(FAILED)
      expect(await outcomeOf(signIn({ ...unknown.sign(await challenge(), handle), id: known.id }))).toBe(FAILED)
    })

    test('requires a challenge used once within five minutes', async () => {
      const key = await added()
      const [first, late] = [await challenge(), await challenge()]
      advanceSeconds(299)
      const assertion = key.sign(first)
      expect((await signIn(assertion)).status).toBe(200)
      for (const again of [assertion, key.sign(first)]) expect(await outcomeOf(signIn(again))).toBe(FAILED)
      advanceSeconds(1)
      expect(await outcomeOf(signIn(key.sign(late)))).toBe(FAILED)
      const ofAdding = await options(await testServer.signIn(ownerId))
      expect(await outcomeOf(signIn(key.sign({ ...ofAdding, rpId: 'portal.test' })))).toBe(FAILED)
    })

    test.each([
      ['whose counter rises, and fails if the counter repeats or falls', [7, 7, 6, 4_294_967_295], '200 401 401 200'],
      ['without a counter', [0, 0], '200 200'],
    ])('works with a key %s', async (_, counters, statuses) => {
      const key = await added()
      const all = []
      for (const counter of counters) all.push((await signInWith(key, { counter })).slice(0, 3))
      expect(all.join(' ')).toBe(statuses)
    })

    test('succeeds once for concurrent copies of a key', { tags: ['database'] }, async () => {
      const key = await added()
      const assertions = [await challenge(), await challenge()].map((each) => key.sign(each, { counter: 5 }))
      const both = await Promise.all(assertions.map((assertion) => signIn(assertion)))
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    })

    test('fails for a locked client', async () => {
      const key = await added()
      const lock = (locked: 0 | 1) => testServer.db.updateTable('client').set({ locked }).execute()
      await lock(1)
      expect(await signInWith(key)).toBe('403 client-locked')
      await lock(0)
      expect(await signInWith(key)).toBe('200')
    })

    test('is limited in failures per key and IP address', async () => {
      const [one, other] = [await added(), await added()]
      for (let tries = 0; tries < 3; tries += 1) await signInWith(one, { unverified: true })
      expect([await signInWith(one), await signInWith(other)]).toEqual([LIMITED, '200'])
      for (let tries = 0; tries < 5; tries += 1) await signInWith(newKey(), { userHandle: '' }, ADDRESS)
      expect(await signInWith(other, {}, ADDRESS)).toBe(LIMITED)
      expect(await signInWith(other, {}, '203.0.113.8')).toBe('200')
    })

    test('gives staff their role', async () => {
      const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      const key = await added('Sleutel', await testServer.signIn(admin))
      await testServer.db.updateTable('account').set({ password_hash: 'hash of another' }).execute()
      const { token: opened } = await testServer.ok<{ token: string }>(signIn(key.sign(await challenge())))
      expect(await testServer.read('user', opened)).toMatchObject({ roles: ['CLINIC_ADMIN'] })
    })
  })

  describe('removal of a passkey', () => {
    test('fails without a proof', async () => {
      const key = await added()
      const id = await firstId()
      for (const proof of [{}, WRONG]) expect(await remove(id, proof)).toBe(UNPROVEN)
      expect((await testServer.call('DELETE', `user/passkeys/${id}`, { token })).status).toBe(404)
      expect((await listed()).passkeys).toHaveLength(1)
      expect(await signInWith(key)).toBe('200')
      expect(await mailed()).toEqual(['passkey-added owner@mail.example'])
    })

    test('is limited in attempts per session', async () => {
      await added()
      const id = await firstId()
      for (let tries = 0; tries < 3; tries += 1) await remove(id, WRONG)
      expect(await remove(id)).toBe(LIMITED)
      expect(await remove(id, undefined, await testServer.signIn(ownerId))).toBe('204')
    })

    test('requires an assertion of the same account as proof', async () => {
      const one = await added('One')
      const other = await added('Other', await testServer.signIn(otherId))
      const id = await firstId()
      expect(await remove(id, { assertion: other.sign(await challenge()) })).toBe(UNPROVEN)
      expect(await remove(id, { assertion: one.sign(await challenge()) })).toBe('204')
    })

    test('returns 404 for a key of another account', async () => {
      await added()
      const by = await testServer.signIn(otherId)
      expect(await remove(await firstId(), undefined, by)).toBe('404 not-found')
      expect((await listed(by)).passkeys).toEqual([])
      expect((await listed()).passkeys).toHaveLength(1)
    })

    test('fails for the last key of an account without a password', async () => {
      const key = await added('One')
      await added('Two')
      await dropPassword()
      const { hasPassword, passkeys } = await listed()
      expect(hasPassword).toBe(false)
      const removeNamed = async (name: string) =>
        await remove(passkeys.find((one) => one.name === name)!.id, { assertion: key.sign(await challenge()) })
      expect([await removeNamed('Two'), await removeNamed('One')]).toEqual(['204', '409 last-way-in'])
      expect((await listed()).passkeys).toHaveLength(1)
    })
  })

  test('are disabled if the URL of the server does not support passkeys', async () => {
    await using without = await openTestServer(engine, { settings: { relyingParty: undefined } })
    const by = await account(without.db, 'owner@mail.example')
    expect(await without.readAs(by, 'capabilities')).not.toContain('passkeys')
    expect(await testServer.read('capabilities', token)).toContain('passkeys')
    expect((await without.call('GET', 'user/authenticate/passkey')).status).toBe(404)
    expect((await without.callAs(by, 'GET', 'user/passkeys')).status).toBe(404)
  })
})
