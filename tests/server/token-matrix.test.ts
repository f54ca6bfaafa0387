import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_PREFIXES, KEY_PURPOSES, KEY_SCOPES } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { importKey, sharedCard } from '#harness/builders.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import { onEngines } from '#harness/test-server.ts'

/** Operations that accept a key, by its only scope. All other operations must reject each key. */
const ACCEPTED: Record<string, readonly string[]> = {
  'import:write': [
    'PUT /practice/:practiceId/import',
    'GET /practice/:practiceId/imports/:sequence',
    'GET /practice/:practiceId/import/files/:name',
    'PUT /practice/:practiceId/import/files/:name',
  ],
  'requests:read': ['GET /practice/:practiceId/requests'],
  'requests:answer': [
    'POST /practice/:practiceId/requests/:requestId/answer',
    'POST /practice/:practiceId/requests/:requestId/messages',
    'POST /practice/:practiceId/requests/:requestId/photos',
    'POST /practice/:practiceId/requests/:requestId/end',
  ],
  'clients:read': ['GET /practice/:practiceId/clients/changes'],
  'prices:write': ['PUT /practice/:practiceId/price-list'],
  'forms:read': ['GET /practice/:practiceId/form-answers'],
  'forms:write': [
    'POST /practice/:practiceId/form-tasks',
    'POST /practice/:practiceId/form-tasks/:taskId/cancellation',
  ],
  'estimates:read': [
    'GET /practice/:practiceId/estimates',
    'GET /practice/:practiceId/estimates/:estimateId',
    'GET /practice/:practiceId/estimates/:estimateId/file',
  ],
  'estimates:write': [
    'PUT /practice/:practiceId/estimates/:estimateId',
    'POST /practice/:practiceId/estimates/:estimateId/withdrawal',
    'DELETE /practice/:practiceId/estimates/:estimateId/withdrawal',
  ],
  'appointments:read': ['GET /practice/:practiceId/appointment-questions'],
}
ACCEPTED['import'] = ACCEPTED['import:write']!
ACCEPTED['requests'] = [...ACCEPTED['requests:read']!, ...ACCEPTED['requests:answer']!]
ACCEPTED['clients'] = ACCEPTED['clients:read']!
ACCEPTED['prices'] = ACCEPTED['prices:write']!
ACCEPTED['forms'] = [...ACCEPTED['forms:read']!, ...ACCEPTED['forms:write']!]
ACCEPTED['estimates'] = [...ACCEPTED['estimates:read']!, ...ACCEPTED['estimates:write']!]
ACCEPTED['appointments'] = ACCEPTED['appointments:read']!
const OF_KEYS = KEY_PURPOSES.flatMap((purpose) => ACCEPTED[purpose]!)
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

async function bodyOf(response: Response): Promise<{ code?: string; scope?: string }> {
  const text = await response.text()
  return text.startsWith('{') ? JSON.parse(text) : {}
}

onEngines('credentials other than a session', (engine) => {
  let fixtures: Fixtures
  let tokens: Record<string, string>
  beforeAll(async () => {
    fixtures = await openFixtures(engine)
    const { testServer, accounts, ids } = fixtures
    const { db } = testServer
    // Keys of former versions have a purpose and no scopes.
    for (const purpose of KEY_PURPOSES)
      await importKey(db, 'a', { purpose, hash: await sha256(`${KEY_PREFIXES[purpose]}x`) })
    for (const scope of KEY_SCOPES)
      await importKey(db, 'a', { scopes: scope, hash: await sha256(`${KEY_PREFIXES.import}${scope}`) })
    await sharedCard(
      db,
      { clientId: ids['cA1']!, accountId: accounts.PA1!, patientId: ids['animalOf_cA1']! },
      { secret_hash: await sha256(SECRET) },
    )
    const session = await testServer.signIn(accounts.AA!)
    tokens = {
      none: '',
      ...Object.fromEntries(KEY_SCOPES.map((scope) => [scope, `Bearer ${KEY_PREFIXES.import}${scope}`])),
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
    const withoutScope: string[] = []
    for (const [name, token] of Object.entries(tokens)) {
      const response = await fixtures.testServer.call(method, path, { token, ...body })
      const { code, scope } = await bodyOf(response)
      if (code === 'scope-missing') {
        withoutScope.push(name)
        expect(scope).toBe(OPERATIONS[call]?.scope)
      } else if (response.status !== 401) taken.push(name)
    }
    const accepted = Object.keys(ACCEPTED).filter((name) => ACCEPTED[name]?.includes(call))
    expect(taken).toEqual(accepted)
    expect(withoutScope).toEqual(
      OF_KEYS.includes(call) ? Object.keys(ACCEPTED).filter((name) => !accepted.includes(name)) : [],
    )
  })

  test('every operation for keys names its scope', () => {
    const scoped = Object.entries(OPERATIONS).filter(([, { scope }]) => scope)
    expect(scoped.map(([call]) => call).toSorted()).toEqual(OF_KEYS.toSorted())
  })

  test('every operation in the lists of this test exists', () => {
    const described = new Set(Object.keys(OPERATIONS))
    expect([...Object.values(ACCEPTED).flat(), ...BY_LINK].filter((call) => !described.has(call))).toEqual([])
  })
})
