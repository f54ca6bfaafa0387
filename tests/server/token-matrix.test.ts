import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_PREFIXES, KEY_PURPOSES } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { importKey, sharedCard } from '#harness/builders.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import { onEngines } from '#harness/test-server.ts'

/** Operations that accept something other than a session, by key purpose. All other operations must reject each key. */
const ACCEPTED: Record<string, readonly string[]> = {
  import: ['PUT /practice/:practiceId/import', 'GET /practice/:practiceId/imports/:sequence'],
  requests: ['GET /practice/:practiceId/requests', 'POST /practice/:practiceId/requests/:requestId/answer'],
}
/** These operations accept the token of a mailed link. */
const BY_LINK = [
  'POST /password/reset',
  'GET /password/invitation',
  'POST /letter/confirmation',
  'GET /setup',
  'POST /setup',
  'POST /setup/passkey-options',
]

const SECRET = 'a-secret-of-a-shared-card'
const calls = Object.entries(OPERATIONS).filter(([call, { open }]) => !open && !BY_LINK.includes(call))

onEngines('credentials other than a session', (engine) => {
  let fixtures: Fixtures
  let tokens: Record<string, string>
  beforeAll(async () => {
    fixtures = await openFixtures(engine)
    const { testServer, accounts, ids } = fixtures
    const { db } = testServer
    for (const purpose of KEY_PURPOSES)
      await importKey(db, 'a', { purpose, hash: await sha256(`${KEY_PREFIXES[purpose]}x`) })
    await sharedCard(
      db,
      { clientId: ids['cA1']!, accountId: accounts.PA1!, patientId: ids['animalOf_cA1']! },
      { secret_hash: await sha256(SECRET) },
    )
    const session = await testServer.signIn(accounts.AA!)
    tokens = {
      none: '',
      ...Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, `Bearer ${KEY_PREFIXES[purpose]}x`])),
      'a key without Bearer': `${KEY_PREFIXES.import}x`,
      'a session with Bearer': `Bearer ${session}`,
      'the secret of a shared card': SECRET,
      'a changed session': `${session.slice(0, -2)}xx`,
    }
  })
  afterAll(async () => await fixtures[Symbol.asyncDispose]())

  test.each(calls)('%s accepts only the keys intended for this operation', async (call) => {
    const [method = '', route = ''] = call.split(' ')
    const path = route
      .slice(1)
      .replace(':practiceId', 'a')
      .replace(':sequence', '1')
      .replaceAll(/:\w+/g, crypto.randomUUID())
    const body = method === 'GET' ? {} : { body: {} }
    const taken: string[] = []
    for (const [name, token] of Object.entries(tokens)) {
      const response = await fixtures.testServer.call(method, path, { token, ...body })
      if (response.status !== 401) taken.push(name)
    }
    expect(taken).toEqual(Object.keys(ACCEPTED).filter((name) => ACCEPTED[name]?.includes(call)))
  })

  test('every operation in the lists of this test exists', () => {
    const described = new Set(Object.keys(OPERATIONS))
    expect([...Object.values(ACCEPTED).flat(), ...BY_LINK].filter((call) => !described.has(call))).toEqual([])
  })
})
