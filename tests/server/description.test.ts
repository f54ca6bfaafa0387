import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { Page } from '#contract/paging.ts'
import { createApp } from '#server/app.ts'
import { loadDemo } from '#server/demo/load.ts'
import { type Check, type OpenApiDocument, checkAgainst } from './openapi-check.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'
import { OPENAPI } from './openapi-3.1.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'

let testServer: TestServer
let document: OpenApiDocument
let check: Check

beforeAll(async () => {
  testServer = await openTestServer('sqlite')
  document = (await (await testServer.call('GET', 'openapi.json')).json()) as OpenApiDocument
  check = checkAgainst(document)
})
afterAll(() => testServer[Symbol.asyncDispose]())

describe('the OpenAPI document', () => {
  test('is public and cacheable', async () => {
    const { headers } = await testServer.call('GET', 'openapi.json')
    const cached = { 'content-type': 'application/json', 'cache-control': 'public, max-age=600' }
    expect(Object.fromEntries(headers)).toMatchObject(cached)
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('is valid OpenAPI 3.1', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(OPENAPI)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  test('has no unused schema', () => {
    const text = JSON.stringify(document)
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
  })

  test('has unique operation ids', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(ids.filter((id, at) => !/^[a-z]+[A-Za-z]*$/.test(id) || ids.indexOf(id) !== at)).toEqual([])
  })

  test('has a valid example for each JSON body and response', () => {
    expect(check.examples()).toEqual([])
  })

  test('has an operation for every route', () => {
    const routes = createApp(testServer.ports)
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace('/api', '').replaceAll(/:(\w+)/g, '{$1}')}`)
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual([...new Set(routes)].sort())
  })

  test('declares the parameters of each path', () => {
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ parameters = [] }) => {
        const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
        return [inPath, path.match(/\{\w+\}/g) ?? []]
      }),
    )
    for (const [parameters, names] of named) expect(parameters).toEqual(names)
  })
})

describe('responses with records of a demo practice', () => {
  let demo: TestServer
  let accounts: Map<string, string>
  let ids: Record<string, string>
  beforeAll(async () => {
    demo = await openTestServer('sqlite')
    await loadDemo(demo.db, demo.ports)
    accounts = new Map((await demo.rows('account')).map(({ id, username }) => [username, id]))
    ids = await demo.db
      .selectFrom('patient')
      .innerJoin('logbook_entry', 'patient_uuid', 'patient.uuid')
      .innerJoin('client', 'client.uuid', 'client_uuid')
      .select(['client.uuid as client', 'patient.uuid as animal'])
      .where('email', '=', OWNER)
      .executeTakeFirstOrThrow()
  })
  afterAll(() => demo[Symbol.asyncDispose]())

  const OWNER = 'owner@mail.example'
  const STAFF = 'staff@dewaag.example'
  const ADMIN = 'admin@dewaag.example'
  const records = ['reminders', 'invoices', 'visit-forms', ...ATTACHMENT_TYPES]
  const as = (username: string, method: string, path: string, body?: unknown) =>
    demo.callAs(
      accounts.get(username)!,
      method,
      path.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name]!),
      body,
    )

  test.each([
    ['GET /user', OWNER, 'user'],
    ['GET /user/practices', 'two@mail.example', 'user/practices'],
    ['GET /user/client', OWNER, 'user/client?practiceId=de-waag'],
    ['GET /practice/:practiceId', ADMIN, 'practice/de-waag'],
    ['GET /practice/:practiceId/clients', STAFF, 'practice/de-waag/clients?size=200'],
    ['GET /clients/:clientId/requests', OWNER, 'clients/$client/requests'],
    ['GET /practice/:practiceId/requests', STAFF, 'practice/de-waag/requests'],
    ['GET /clients', STAFF, 'clients?practiceId=de-waag&size=200'],
    ['GET /clients/:clientId/patients', OWNER, 'clients/$client/patients'],
    [
      'GET /clients/:clientId/patients/:patientId/logbook',
      OWNER,
      'clients/$client/patients/$animal/logbook?startDate=2000-01-01',
    ],
    ...records.map((name) => [`GET /clients/:clientId/${name}`, OWNER, `clients/$client/${name}?size=200`]),
  ])('match the schema of %s', async (call = '', username = '', path = '') => {
    const response = await as(username, 'GET', path)
    // An empty list would match any schema.
    expect(((await response.clone().text()).match(/"(uuid|id)":/g) ?? []).length).toBeGreaterThan(0)
    expect(await check.answer(call, response)).toEqual([])
  })

  test('match the schemas of sign-in, logo upload and the access log', async () => {
    const body = { username: OWNER, password: 'Welkom#2026' }
    const signedIn = await demo.call('POST', 'user/authenticate', { body })
    expect([signedIn.status, await check.answer('POST /user/authenticate', signedIn)]).toEqual([200, []])

    const options = { token: await demo.signIn(accounts.get(STAFF)!), headers: { 'content-type': 'image/png' } }
    const upload = await demo.call('GET', 'practice/de-waag/logoUploadUrl', options)
    const problems = await check.answer('GET /practice/:practiceId/logoUploadUrl', upload)
    expect([upload.status, problems]).toEqual([200, []])

    // This call uses another practice, because the tests above need the clients of the first.
    const admin = 'admin@delinde.example'
    const isLinde = (row: { practice_id: string; registered: number }) =>
      row.practice_id === 'de-linde' && row.registered === 1
    const { uuid } = (await demo.rows('client')).find(isLinde)!
    await as(admin, 'GET', `clients/${uuid}/visit-forms`)
    await as(admin, 'PUT', `clients/${uuid}`, { locked: true })
    await as(admin, 'PUT', 'practice/de-linde', { title: 'Anders' })
    await as(admin, 'DELETE', 'practice/de-linde/clients')
    const log = await as(admin, 'GET', 'practice/de-linde/audit')
    const { content } = (await log.clone().json()) as Page<AuditEntry>
    expect(content.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['deleted-all', 'practice-changed', 'locked', 'viewed-as', 'imported', 'staff-invited']),
    )
    expect(await check.answer('GET /practice/:practiceId/audit', log)).toEqual([])
  })
})

describe('body schemas in the OpenAPI document agree with the server', () => {
  let fixtures: Fixtures
  beforeAll(async () => void (fixtures = await openFixtures('sqlite')))
  afterAll(() => fixtures[Symbol.asyncDispose]())

  const signIn = ['POST /user/authenticate', 'user/authenticate'] as const
  const language = ['PUT /user', 'user'] as const
  const practice = ['PUT /practice/:practiceId', 'practice/a'] as const
  const lock = ['PUT /clients/:clientId', 'clients/$cA2'] as const
  const password = ['POST /password/change', 'password/change'] as const
  const currentPassword = 'wrong'

  test.each<[readonly [call: string, path: string], body: unknown, isValid: boolean]>([
    [signIn, { username: '', password: '' }, true],
    [signIn, { username: 'x' }, false],
    [signIn, { username: 'x'.repeat(255), password: 'y' }, false],
    [signIn, { username: 'x', password: 1 }, false],
    [language, { language: 'en', username: 'mine' }, true],
    [language, { language: 'fr' }, false],
    [language, {}, false],
    [practice, {}, true],
    [practice, { name: 'Nieuw', title: null, text: '', phone: null, website: '' }, true],
    [practice, { website: 'HTTPS://a.example' }, true],
    [practice, { website: 'ftp://a.example' }, false],
    [practice, { name: null }, false],
    [practice, { name: ' ' }, false],
    [practice, ['name'], false],
    [lock, { locked: false }, true],
    [lock, { locked: 'false' }, false],
    [lock, { locked: null }, false],
    [password, { currentPassword, newPassword: 'Wél\nkom#2027' }, true],
    [password, { currentPassword, newPassword: 'welkom#2027' }, false],
    [password, { currentPassword, newPassword: 'Welkom2027' }, false],
    [password, { currentPassword, newPassword: 'We#1' }, false],
    [password, { currentPassword, newPassword: `We#1${'x'.repeat(1000)}` }, false],
    [password, { newPassword: 'Welkom#2027' }, false],
  ])('%s %j is valid: %s', async ([call, path], body, isValid) => {
    const response = await fixtures.call('AA', call.split(' ')[0]!, path, body)
    expect([response.status !== 400, check.takes(call, body)]).toEqual([isValid, isValid])
  })
})
