import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewPasskey, PasskeyAssertion, PasskeyProof, Passkeys } from '#contract/passkey.ts'
import type { Problem } from '#contract/problem.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

vi.mock('@simplewebauthn/server', { spy: true })

const PASSWORD = 'Welkom#2026'
const ORIGIN = 'http://portal.test'
const ADDRESS = '203.0.113.7'

interface Creation {
  challenge: string
  rp: { id: string }
  user: { id: string }
  excludeCredentials: { id: string }[]
}

onEngines('passkeys', (engine) => {
  let testServer: TestServer
  let owner: string
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine, { limits: { loginFailures: 3, loginAddressFailures: 5 } })
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, 'owner@mail.example')
    await client(testServer.db, 'a', { account_id: owner })
    token = await testServer.signIn(owner)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (seconds: number) => void (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))
  const statusAndCode = async (answer: Response) =>
    answer.status < 400 ? answer.status : [answer.status, ((await answer.json()) as Problem).code]
  const ask = (proof: PasskeyProof = { currentPassword: PASSWORD }, by = token) =>
    testServer.call('POST', 'user/passkeys/options', { token: by, body: proof })
  const options = async (proof?: PasskeyProof, by?: string) => (await (await ask(proof, by)).json()) as Creation
  const add = (body: NewPasskey, by = token) => testServer.call('POST', 'user/passkeys', { token: by, body })
  const remove = (id: string, proof: PasskeyProof = { currentPassword: PASSWORD }, by = token) =>
    testServer.call('POST', `user/passkeys/${id}/removal`, { token: by, body: proof })
  const listed = async (by = token) =>
    (await (await testServer.call('GET', 'user/passkeys', { token: by })).json()) as Passkeys
  const challenge = async () =>
    (await (await testServer.call('GET', 'user/authenticate/passkey')).json()) as { challenge: string; rpId: string }
  const signIn = (body: PasskeyAssertion, address?: string) =>
    testServer.call('POST', 'user/authenticate/passkey', { body, ...(address && { address }) })

  async function added(name = 'Telefoon', by = token) {
    const authenticator = createAuthenticator({ origin: ORIGIN })
    const answer = await add(authenticator.make(await options(undefined, by), name), by)
    expect(answer.status).toBe(201)
    return authenticator
  }

  test('what is asked of a browser: a key that it finds by itself, with its user verified, of no account there already', async () => {
    const known = await added()
    expect(await options()).toEqual({
      rp: { id: 'portal.test', name: 'Dierenportaal' },
      user: {
        id: Buffer.from(owner).toString('base64url'),
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

  test('one is added, told by mail, listed, signs in, and is removed, told by mail', async () => {
    const authenticator = await added('  Telefoon van Jan ')
    const [first] = (await listed()).passkeys
    expect(await listed()).toEqual({
      hasPassword: true,
      passkeys: [{ id: expect.any(String), name: 'Telefoon van Jan', createdAt: '2026-06-15T10:00:00.000Z' }],
    })
    expect(first!.id).not.toBe(authenticator.id)
    later(60)
    const answer = await signIn(authenticator.sign(await challenge()))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toContain('PORTAL-DEVICE=')
    const { token: opened } = (await answer.json()) as { token: string }
    expect(await (await testServer.call('GET', 'user', { token: opened })).json()).toMatchObject({ id: owner })
    expect((await listed()).passkeys[0]).toMatchObject({ lastUsedAt: '2026-06-15T10:01:00.000Z' })
    expect((await remove(first!.id)).status).toBe(204)
    expect((await listed()).passkeys).toEqual([])
    expect(await statusAndCode(await signIn(authenticator.sign(await challenge())))).toEqual([401, 'login-failed'])
    expect((await testServer.mails()).map(({ kind, to }) => [kind, to])).toEqual([
      ['passkey-added', 'owner@mail.example'],
      ['passkey-removed', 'owner@mail.example'],
    ])
  })

  describe('adding one takes a proof', () => {
    test.each<[string, PasskeyProof]>([
      ['none', {}],
      ['a wrong password', { currentPassword: 'wrong' }],
      ['an empty password', { currentPassword: '' }],
    ])('%s is none', async (_, proof) => {
      expect(await statusAndCode(await ask(proof))).toEqual([422, 'current-password-invalid'])
    })

    test('which is not guessed', async () => {
      for (let tries = 0; tries < 3; tries += 1) await ask({ currentPassword: 'wrong' })
      expect(await statusAndCode(await ask())).toEqual([429, 'rate-limited'])
      later(3600)
      expect((await ask(undefined, await testServer.signIn(owner))).status).toBe(200)
    })

    test('a passkey of one’s own is one, once; that of somebody else is none', { tags: ['database'] }, async () => {
      const authenticator = await added()
      const assertion = authenticator.sign(await challenge())
      expect((await ask({ assertion })).status).toBe(200)
      expect(await statusAndCode(await ask({ assertion }))).toEqual([422, 'current-password-invalid'])
      const uncounted = authenticator.sign(await challenge(), { counter: 9 })
      const both = await Promise.all([ask({ assertion: uncounted }), ask({ assertion: uncounted })])
      expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
      const other = await account(testServer.db, 'other@mail.example')
      const by = await testServer.signIn(other)
      const theirs = authenticator.sign(await challenge())
      expect(await statusAndCode(await ask({ assertion: theirs }, by))).toEqual([422, 'current-password-invalid'])
    })

    test('one that is there has to sign, however late its account has signed in', async () => {
      const authenticator = await added()
      await testServer.db.updateTable('account').set({ password_hash: null }).execute()
      expect(await statusAndCode(await ask({}))).toEqual([422, 'current-password-invalid'])
      expect((await ask({ assertion: authenticator.sign(await challenge()) })).status).toBe(200)
    })

    test('an account with neither has to have signed in of late', async () => {
      await testServer.db.updateTable('account').set({ password_hash: null }).execute()
      expect((await ask({})).status).toBe(200)
      later(599)
      expect((await ask({})).status).toBe(200)
      await testServer.db.updateTable('session').set({ signed_in_at: '2026-06-15T09:59:58.000Z' }).execute()
      expect(await statusAndCode(await ask({}))).toEqual([422, 'current-password-invalid'])
    })
  })

  describe('what is added is what was asked for', () => {
    const refused = [400, 'validation-failed']

    test.each<[string, Parameters<ReturnType<typeof createAuthenticator>['make']>[2]]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['another portal', { rpId: 'evil.example' }],
      ['nobody verified', { unverified: true }],
      ['a signature for signing in', { type: 'webauthn.get' }],
    ])('not with %s', async (_, bent) => {
      const authenticator = createAuthenticator({ origin: ORIGIN })
      expect(await statusAndCode(await add(authenticator.make(await options(), 'x', bent)))).toEqual(refused)
      expect(await statusAndCode(await add(authenticator.make(await options(), 'x')))).toBe(201)
    })

    test('a statement with certificates is not even looked at', async () => {
      const statement = new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.from('x')],
        ['x5c', [Buffer.from('x')]],
      ])
      const authenticator = createAuthenticator({ origin: ORIGIN })
      const asked = await options()
      vi.mocked(verifyRegistrationResponse).mockClear()
      const stated = authenticator.make(asked, 'x', { attestation: ['packed', statement] })
      expect(await statusAndCode(await add(stated))).toEqual(refused)
      expect(verifyRegistrationResponse).not.toHaveBeenCalled()
      expect((await add(authenticator.make(asked, 'x'))).status).toBe(201)
      expect(verifyRegistrationResponse).toHaveBeenCalledOnce()
    })

    test('its challenge is good for five minutes, for the session that asked, for this, and once', async () => {
      const authenticator = createAuthenticator({ origin: ORIGIN })
      const asked = await options()
      later(300)
      expect(await statusAndCode(await add(authenticator.make(asked, 'x')))).toEqual(refused)
      const again = await options()
      const elsewhere = await testServer.signIn(owner)
      expect(await statusAndCode(await add(authenticator.make(again, 'x'), elsewhere))).toEqual(refused)
      const toSignIn = { ...again, ...(await challenge()) }
      expect(await statusAndCode(await add(authenticator.make(toSignIn, 'x')))).toEqual(refused)
      later(299)
      expect((await add(authenticator.make(again, 'x'))).status).toBe(201)
      const another = createAuthenticator({ origin: ORIGIN })
      expect(await statusAndCode(await add(another.make(again, 'y')))).toEqual(refused)
      expect((await listed()).passkeys).toHaveLength(1)
    })

    test('no key twice, and no more than twenty', async () => {
      const authenticator = await added()
      expect(await statusAndCode(await add(authenticator.make(await options(), 'x')))).toEqual([409, 'conflict'])
      for (let count = 1; count < 20; count += 1) await added()
      const another = createAuthenticator({ origin: ORIGIN })
      expect(await statusAndCode(await add(another.make(await options(), 'x')))).toEqual([409, 'conflict'])
    })
  })

  describe('signing in', () => {
    const failed = [401, 'login-failed']

    test.each<[string, Parameters<ReturnType<typeof createAuthenticator>['sign']>[1]]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['another portal', { rpId: 'evil.example' }],
      ['nobody verified', { unverified: true }],
      ['the signature of a new key', { type: 'webauthn.create' }],
      ['the user of another account', { userHandle: Buffer.from('x').toString('base64url') }],
    ])('not with %s', async (_, bent) => {
      const authenticator = await added()
      expect(await statusAndCode(await signIn(authenticator.sign(await challenge(), bent)))).toEqual(failed)
      expect(await statusAndCode(await signIn(authenticator.sign(await challenge())))).toBe(200)
    })

    test('not with a key that is not known, nor with what another one has signed: both fail alike', async () => {
      const [known, unknown] = [await added(), createAuthenticator({ origin: ORIGIN })]
      const handle = { userHandle: Buffer.from(owner).toString('base64url') }
      const answers = [
        await signIn(unknown.sign(await challenge(), handle)),
        await signIn({ ...unknown.sign(await challenge(), handle), id: known.id }),
      ]
      for (const answer of answers) expect(await statusAndCode(answer)).toEqual(failed)
    })

    test('a challenge is good for five minutes, and once', async () => {
      const authenticator = await added()
      const asked = await challenge()
      later(299)
      const assertion = authenticator.sign(asked)
      expect((await signIn(assertion)).status).toBe(200)
      expect(await statusAndCode(await signIn(assertion))).toEqual(failed)
      expect(await statusAndCode(await signIn(authenticator.sign(asked)))).toEqual(failed)
      later(1)
      expect(await statusAndCode(await signIn(authenticator.sign(asked)))).toEqual(failed)
      const made = await options(undefined, await testServer.signIn(owner))
      expect(await statusAndCode(await signIn(authenticator.sign({ ...made, rpId: 'portal.test' })))).toEqual(failed)
    })

    test('a key whose counter went back is a copy', async () => {
      const authenticator = await added()
      expect((await signIn(authenticator.sign(await challenge(), { counter: 7 }))).status).toBe(200)
      for (const counter of [7, 6])
        expect(await statusAndCode(await signIn(authenticator.sign(await challenge(), { counter })))).toEqual(failed)
      expect((await signIn(authenticator.sign(await challenge(), { counter: 4_294_967_295 }))).status).toBe(200)
    })

    test('a key and its copy do not sign in at once', { tags: ['database'] }, async () => {
      const authenticator = await added()
      const both = [await challenge(), await challenge()].map((asked) => authenticator.sign(asked, { counter: 5 }))
      const answers = await Promise.all(both.map((assertion) => signIn(assertion)))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401])
    })

    test('a key that does not count is good all the same', async () => {
      const authenticator = await added()
      for (let times = 0; times < 2; times += 1)
        expect((await signIn(authenticator.sign(await challenge(), { counter: 0 }))).status).toBe(200)
    })

    test('a locked client is locked', async () => {
      const authenticator = await added()
      await testServer.db.updateTable('client').set({ locked: 1 }).execute()
      expect(await statusAndCode(await signIn(authenticator.sign(await challenge())))).toEqual([403, 'client-locked'])
      await testServer.db.updateTable('client').set({ locked: 0 }).execute()
      expect((await signIn(authenticator.sign(await challenge()))).status).toBe(200)
    })

    test('who fails too often with a key waits, and so does who fails too often from one place', async () => {
      const [one, other] = [await added(), await added()]
      for (let tries = 0; tries < 3; tries += 1) await signIn(one.sign(await challenge(), { unverified: true }))
      expect(await statusAndCode(await signIn(one.sign(await challenge())))).toEqual([429, 'rate-limited'])
      expect((await signIn(other.sign(await challenge()))).status).toBe(200)
      for (let tries = 0; tries < 5; tries += 1) {
        const unknown = createAuthenticator({ origin: ORIGIN })
        await signIn(unknown.sign(await challenge(), { userHandle: '' }), ADDRESS)
      }
      expect(await statusAndCode(await signIn(other.sign(await challenge()), ADDRESS))).toEqual([429, 'rate-limited'])
      expect((await signIn(other.sign(await challenge()), '203.0.113.8')).status).toBe(200)
    })

    test('staff sign in by theirs', async () => {
      const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      const authenticator = await added('Sleutel', await testServer.signIn(admin))
      const answer = await signIn(authenticator.sign(await challenge()))
      const { token: opened } = (await answer.json()) as { token: string }
      expect(await (await testServer.call('GET', 'user', { token: opened })).json()).toMatchObject({
        roles: ['CLINIC_ADMIN'],
      })
    })

    test('a password that is reset leaves the keys', async () => {
      const authenticator = await added()
      await testServer.db.updateTable('account').set({ password_hash: 'hash of another' }).execute()
      expect((await signIn(authenticator.sign(await challenge()))).status).toBe(200)
    })
  })

  describe('removing one takes a proof', () => {
    const unproven = [422, 'current-password-invalid']

    test.each<[string, PasskeyProof]>([
      ['none', {}],
      ['a wrong password', { currentPassword: 'wrong' }],
    ])('%s is none, and the key goes on', async (_, proof) => {
      const authenticator = await added()
      const { id } = (await listed()).passkeys[0]!
      expect(await statusAndCode(await remove(id, proof))).toEqual(unproven)
      expect((await testServer.call('DELETE', `user/passkeys/${id}`, { token })).status).toBe(404)
      expect((await listed()).passkeys).toHaveLength(1)
      expect((await signIn(authenticator.sign(await challenge()))).status).toBe(200)
      expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['passkey-added'])
    })

    test('which is not guessed', async () => {
      await added()
      const { id } = (await listed()).passkeys[0]!
      for (let tries = 0; tries < 3; tries += 1) await remove(id, { currentPassword: 'wrong' })
      expect(await statusAndCode(await remove(id))).toEqual([429, 'rate-limited'])
      expect((await remove(id, undefined, await testServer.signIn(owner))).status).toBe(204)
    })

    test('what a passkey of one’s own has signed is one, of the very key too; that of somebody else is none', async () => {
      const [one, other] = [await added('One'), createAuthenticator({ origin: ORIGIN })]
      const by = await testServer.signIn(await account(testServer.db, 'other@mail.example'))
      expect((await add(other.make(await options(undefined, by), 'x'), by)).status).toBe(201)
      const { id } = (await listed()).passkeys[0]!
      const theirs = other.sign(await challenge())
      expect(await statusAndCode(await remove(id, { assertion: theirs }))).toEqual(unproven)
      expect((await remove(id, { assertion: one.sign(await challenge()) })).status).toBe(204)
    })
  })

  test('one of somebody else is not there', async () => {
    await added()
    const { id } = (await listed()).passkeys[0]!
    const by = await testServer.signIn(await account(testServer.db, 'other@mail.example'))
    expect(await statusAndCode(await remove(id, undefined, by))).toEqual([404, 'not-found'])
    expect((await listed(by)).passkeys).toEqual([])
    expect((await listed()).passkeys).toHaveLength(1)
  })

  test('the last one of an account without a password stays; one that is not the last goes', async () => {
    const authenticator = await added('One')
    await added('Two')
    await testServer.db.updateTable('account').set({ password_hash: null }).execute()
    const { hasPassword, passkeys } = await listed()
    expect(hasPassword).toBe(false)
    const idOf = (name: string) => passkeys.find((passkey) => passkey.name === name)!.id
    const signed = async () => ({ assertion: authenticator.sign(await challenge()) })
    expect((await remove(idOf('Two'), await signed())).status).toBe(204)
    expect(await statusAndCode(await remove(idOf('One'), await signed()))).toEqual([409, 'last-way-in'])
    expect((await listed()).passkeys).toHaveLength(1)
  })

  test('a server whose address can have none has none, and says so', async () => {
    await using without = await openTestServer(engine, { settings: { relyingParty: undefined } })
    const by = await without.signIn(await account(without.db, 'owner@mail.example'))
    const capabilities = async (from: TestServer, by: string) =>
      (await (await from.call('GET', 'capabilities', { token: by })).json()) as string[]
    expect(await capabilities(without, by)).not.toContain('passkeys')
    expect(await capabilities(testServer, token)).toContain('passkeys')
    expect((await without.call('GET', 'user/authenticate/passkey')).status).toBe(404)
    expect((await without.call('GET', 'user/passkeys', { token: by })).status).toBe(404)
  })
})
