import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportKey } from '#contract/schemas/imports.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { StaffMember, StaffOffer, StaffProposal } from '#contract/schemas/staff.ts'
import type { MailKind } from '#server/db/schema.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { deliverWebhooks } from '#server/webhooks/deliver.ts'
import { ADMIN_CHANGES, type AdminChange } from '#server/notices/admin-changes.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, client, delivery, importKey, practice, staff, staffOffer, totp, webhook } from '#harness/builders.ts'
import { checked, practiceLine, staffLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PROOF = { currentPassword: 'Welkom#2026' }
const HOUR_MS = 3_600_000
/** Mail kind sent to all admins of the practice, where it differs from `admin-change`. */
const MAILS: Partial<Record<AdminChange, MailKind>> = {
  'account-moved': 'account-number-changed',
  'key-made': 'import-key-made',
  'retention-tightened': 'retention-tightened',
}

// The test clock is fixed at 15 June 2026.
onEngines('admin changes that need a proof', (engine) => {
  const testServer = eachTestServer(engine)
  let adminId: string
  let admin: string
  let userId: string
  let otherId: string

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a', { second_factor: 0 })
    adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    otherId = await staff(db, 'a', 'other@a.example', 'CLINIC_ADMIN')
    userId = await staff(db, 'a', 'user@a.example')
    admin = await testServer.signIn(adminId)
  })

  const call = (method: string, path: string, body?: unknown, token = admin) =>
    testServer.call(method, path, { token, ...(body !== undefined && { body }) })
  const mailed = async (kind = 'admin-change') => {
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).filter((mail) => mail.kind === kind)
  }
  const load = (key: string | undefined, ...lines: ReturnType<typeof staffLine>[]) =>
    loadExport(testServer.db, checked([practiceLine('a'), ...lines]), {
      practiceId: 'a',
      now: testServer.now,
      invited: 'staff',
      key,
    })
  const line = (username: string, role = 'CLINIC_ADMIN') => staffLine(username, { practiceId: 'a', roles: [role] })
  const read = <T>(path: string, token = admin) => testServer.read<T>(path, token)
  const proposals = () => read<StaffProposal[]>('practice/a/staff-proposals')
  const members = async () =>
    (await read<StaffMember[]>('practice/a/staff')).map(({ username, role, state }) => `${username} ${role} ${state}`)

  const CASES: Record<AdminChange, () => Promise<(proof?: FactorProof) => Promise<Response>>> = {
    'account-moved': async () => (proof) => call('PUT', 'practice/a', { iban: 'BE68539007547034', proof }),
    'admin-accepted': async () => {
      await load('Nacht', line('user@a.example', 'CLINIC_USER'))
      await load('Nacht', line('user@a.example'))
      const [proposal] = await proposals()
      return (proof) => call('POST', `practice/a/staff-proposals/${proposal!.id}`, proof ?? {})
    },
    'admin-ended': async () => (proof) =>
      call('PUT', `practice/a/staff/${otherId}`, { role: 'CLINIC_ADMIN', active: false, proof }),
    'admin-invited': async () => (proof) =>
      call('POST', 'practice/a/staff', { username: 'new@a.example', role: 'CLINIC_ADMIN', proof }),
    'admin-joined': async () => {
      const offered = await account(testServer.db, 'offered@a.example')
      await staffOffer(testServer.db, offered, 'a', 'CLINIC_ADMIN')
      const token = await testServer.signIn(offered)
      return () => call('POST', 'user/offers/a', undefined, token)
    },
    'admin-made': async () => (proof) =>
      call('PUT', `practice/a/staff/${userId}`, { role: 'CLINIC_ADMIN', active: true, proof }),
    'admin-proposed': async () => async () => {
      await load('Nacht', line('new@a.example'))
      return new Response()
    },
    'clients-removed': async () => {
      await client(testServer.db, 'a', { account_id: await account(testServer.db, 'owner@mail.example') })
      return () => call('DELETE', 'practice/a/clients')
    },
    'factors-removed': async () => {
      await totp(testServer.db, userId)
      return (proof) => call('POST', `practice/a/staff/${userId}/second-factor/removal`, proof ?? {})
    },
    'key-kept': async () => {
      const id = await importKey(testServer.db, 'a', { maker_left: 1 })
      return (proof) => call('POST', `practice/a/import-keys/${id}/takeover`, proof ?? {})
    },
    'key-made': async () => (proof) => call('POST', 'practice/a/import-keys', { name: 'Nacht', proof }),
    'mailbox-changed': async () => () =>
      call('PUT', 'practice/a/request-settings', { kinds: [], mailTo: 'balie@a.example' }),
    'retention-tightened': async () => (proof) =>
      call('PUT', 'practice/a/retention', { isOn: true, years: { invoice: 7 }, proof }),
    'second-factor-optional': async () => {
      await testServer.db.updateTable('practice').set({ second_factor: 1 }).where('id', '=', 'a').execute()
      await testServer.db.updateTable('session').set({ factors: 2 }).execute()
      return (proof) => call('PUT', 'practice/a/second-factor', { required: false, proof })
    },
    'webhook-changed': async () => (proof) =>
      call('POST', 'practice/a/webhooks', { name: 'Nacht', url: 'https://x.example', types: ['request.sent'], proof }),
    'webhook-disabled': async () => {
      testServer.ports.webhooks = {
        rejectionOf: async () => undefined,
        post: async () => ({ status: 410, excerpt: '', ms: 1 }),
      }
      await delivery(testServer.db, await webhook(testServer.db, testServer.ports, 'a'))
      return async () => {
        await deliverWebhooks(testServer.ports)
        return new Response()
      }
    },
  }
  const ALL = Object.keys(ADMIN_CHANGES) as AdminChange[]
  const PROVEN = ALL.filter((change) => ADMIN_CHANGES[change].proof)
  const TABLES = [
    'account',
    'staff_offer',
    'staff_proposal',
    'practice',
    'import_key',
    'totp',
    'webhook_endpoint',
    'audit',
  ] as const
  const stored = async () => {
    const rows = await Promise.all(TABLES.map((table) => testServer.rows(table)))
    return rows
      .map((all) =>
        all
          .map((row) => JSON.stringify(row))
          .toSorted()
          .join(),
      )
      .join()
  }

  test.each(PROVEN)('%s is rejected in an old session without a valid proof', async (change) => {
    const make = await CASES[change]()
    await mailed()
    const before = await stored()
    testServer.advance(HOUR_MS)
    admin = await testServer.signIn(adminId)
    const signed_in_at = '2026-06-15T10:00:00.000Z'
    await testServer.db.updateTable('session').set({ factors: 2, signed_in_at }).execute()
    for (const proof of [undefined, {}, { currentPassword: 'Fout#2026' }, { code: '123456' }])
      expect(await outcomeOf(make(proof))).toMatch(/^422 (current-password|second-factor)-invalid$/)
    expect(await stored()).toBe(before)
    expect((await make(PROOF)).status).toBeLessThan(300)
    expect(await stored()).not.toBe(before)
  })

  test.each(PROVEN)(
    '%s rejects a passkey assertion of another account, for another purpose, or used before',
    async (change) => {
      const make = await CASES[change]()
      const passkeyOf = async (token: string) => {
        const authenticator = createAuthenticator({ origin: 'http://portal.test' })
        type Options = Parameters<typeof authenticator.make>[0]
        const options = await testServer.ok<Options>(call('POST', 'user/passkeys/options', PROOF, token))
        const made = authenticator.make(options, 'Telefoon')
        expect((await call('POST', 'user/passkeys', made, token)).status).toBe(201)
        return (challenge: unknown): FactorProof => ({
          assertion: authenticator.sign(challenge as Parameters<typeof authenticator.sign>[0]),
        })
      }
      const own = await passkeyOf(admin)
      const others = await passkeyOf(await testServer.signIn(otherId))
      const challenge = () => read<{ challenge: string }>('user/authenticate/passkey')
      const registration = call('POST', 'user/passkeys/options', own(await challenge()))
      const { challenge: ofRegistration } = await testServer.ok<{ challenge: string }>(registration)
      const before = await stored()
      const forRegistration = own({ ...(await challenge()), challenge: ofRegistration })
      for (const proof of [others(await challenge()), forRegistration, PROOF])
        expect(await outcomeOf(make(proof))).toMatch(/^422 /)
      expect(await stored()).toBe(before)
      const proof = own(await challenge())
      expect((await make(proof)).status).toBeLessThan(300)
      expect(await outcomeOf(call('POST', 'practice/a/import-keys', { name: 'Nog een', proof }))).toMatch(/^422 /)
    },
  )

  test.each(ALL)('%s notifies all admins by mail', async (change) => {
    const make = await CASES[change]()
    await mailed()
    const mail = MAILS[change] ?? 'admin-change'
    await testServer.db.deleteFrom('outbox').execute()
    const sentBefore = (await mailed(mail)).length
    expect((await make(PROOF)).status).toBeLessThan(300)
    const sent = (await mailed(mail)).slice(sentBefore)
    const admins = ['admin@a.example', 'other@a.example']
    expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining(admins))
    for (const { to, details } of sent) {
      expect([...admins, 'user@a.example']).toContain(to)
      if (change === 'admin-made' || change === 'admin-invited')
        expect(details).toMatchObject({ change, by: 'admin@a.example', member: expect.stringContaining('@a.example') })
    }
  })

  test('need no proof and send no mail if the colleague is no admin', async () => {
    expect((await call('POST', 'practice/a/staff', { username: 'x@a.example', role: 'CLINIC_USER' })).status).toBe(201)
    expect((await call('PUT', `practice/a/staff/${userId}`, { role: 'CLINIC_USER', active: false })).status).toBe(200)
    expect((await call('PUT', 'practice/a/second-factor', { required: false })).status).toBe(204)
    expect(await mailed()).toEqual([])
  })

  describe('an import that makes somebody an admin', () => {
    test.each([
      ['user@a.example', 'an offer of a role'],
      ['new@a.example', 'a new address'],
    ])('gives no rights until an admin accepts the proposal: %s, %s', async (username) => {
      await load('Nacht', line(username, 'CLINIC_USER'))
      const before = await members()
      await load('Nacht', line(username))
      expect(await members()).toEqual(before)
      expect(await proposals()).toMatchObject([{ username, key: 'Nacht', firstName: 'Tess', lastName: 'Brouwer' }])
      const { id } = (await testServer.rows('account')).find((row) => row.username === username)!
      const offers = await testServer.readAs<StaffOffer[]>(id, 'user/offers')
      expect(offers.filter(({ role }) => role === 'CLINIC_ADMIN')).toEqual([])
    })

    test('creates no account until an admin accepts the proposal', async () => {
      await load('Nacht', line('new@a.example'))
      expect((await testServer.rows('account')).map(({ username }) => username)).not.toContain('new@a.example')
      expect((await mailed()).map(({ to }) => to).toSorted()).toEqual(['admin@a.example', 'other@a.example'])
      expect(await testServer.mails()).toHaveLength(2)
      const [proposal] = await proposals()
      const accepted = await call('POST', `practice/a/staff-proposals/${proposal!.id}`, PROOF)
      expect(await accepted.json()).toMatchObject({ username: 'new@a.example', role: 'CLINIC_ADMIN', state: 'offered' })
      expect((await mailed('staff-activation')).map(({ to }) => to)).toEqual(['new@a.example'])
      expect(await proposals()).toEqual([])
      expect((await call('POST', `practice/a/staff-proposals/${proposal!.id}`, PROOF)).status).toBe(404)
    })

    test('does not repeat a declined proposal unless an import withdraws the role first', async () => {
      await load('Nacht', line('new@a.example'))
      const [proposal] = await proposals()
      expect((await call('DELETE', `practice/a/staff-proposals/${proposal!.id}`)).status).toBe(204)
      await load('Nacht', line('new@a.example'))
      expect(await proposals()).toEqual([])
      await load('Nacht', line('new@a.example', 'CLINIC_USER'))
      await load('Nacht', line('new@a.example'))
      expect(await proposals()).toHaveLength(1)
    })

    test('loses its proposal once an import withdraws the role or an admin ends the membership', async () => {
      await load('Nacht', line('new@a.example'))
      await load('Nacht', line('new@a.example', 'CLINIC_USER'))
      expect(await proposals()).toEqual([])
      expect(await members()).toContain('new@a.example CLINIC_USER offered')
      await load('Nacht', line('new@a.example'))
      expect(await proposals()).toHaveLength(1)
      const { id } = (await testServer.rows('account')).find(({ username }) => username === 'new@a.example')!
      await call('PUT', `practice/a/staff/${id}`, { role: 'CLINIC_USER', active: false })
      expect(await proposals()).toEqual([])
    })

    test('has no effect on a former member', async () => {
      await load('Nacht', line('user@a.example', 'CLINIC_USER'))
      await call('PUT', `practice/a/staff/${userId}`, { role: 'CLINIC_USER', active: false })
      await load('Nacht', line('user@a.example'))
      expect(await proposals()).toEqual([])
    })

    test('needs acceptance even if the operator imports, unless the practice has no admin', async () => {
      await load(undefined, line('new@a.example'))
      expect(await proposals()).toMatchObject([{ username: 'new@a.example' }])
      expect(await proposals()).not.toMatchObject([{ key: expect.anything() }])
      await practice(testServer.db, 'c')
      await loadExport(testServer.db, checked([practiceLine('c'), staffLine('first@c.example', { practiceId: 'c' })]), {
        practiceId: 'c',
        now: testServer.now,
      })
      expect(await testServer.rows('staff_offer')).toMatchObject([{ practice_id: 'c', role: 'CLINIC_ADMIN' }])
      // With an import key, proposals wait even in a practice without admins.
      await testServer.db.updateTable('account').set({ staff_role: 'CLINIC_USER' }).execute()
      await load('Nacht', line('other-new@a.example'))
      expect(await testServer.rows('staff_offer')).toHaveLength(1)
    })

    test('shows the proposal with the present role to admins only', async () => {
      await load('Nacht', line('user@a.example', 'CLINIC_USER'))
      await load('Nacht', line('user@a.example'))
      expect(await proposals()).toMatchObject([{ username: 'user@a.example', currentRole: 'CLINIC_USER' }])
      const user = await testServer.signIn(userId)
      expect(await outcomeOf(call('GET', 'practice/a/staff-proposals', undefined, user))).toBe('403 forbidden')
    })
  })

  test('notify a demoted admin by mail', async () => {
    await importKey(testServer.db, 'a', { account_id: otherId, made_by: 'Other' })
    await call('PUT', `practice/a/staff/${otherId}`, { role: 'CLINIC_USER', active: true, proof: PROOF })
    expect((await mailed()).map(({ to }) => to).toSorted()).toEqual(['admin@a.example', 'other@a.example'])
    expect(await read<ImportKey[]>('practice/a/import-keys')).toMatchObject([{ makerLeft: true }])
  })
})
