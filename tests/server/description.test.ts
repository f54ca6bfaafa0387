import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/attachment.ts'
import type { AuditEntry } from '#contract/access-log.ts'
import type { Page } from '#contract/paging.ts'
import { createApp } from '#server/app.ts'
import { loadDemo } from '#server/demo/load.ts'
import { type Check, type OpenApiDocument, checkAgainst } from './openapi-check.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'
import { OPENAPI } from './openapi-3.1.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'

// What the API says of itself; the answers of the matrix are held against it there. Both engines answer the same, which the other
// tests see to, so one is asked.

let testServer: TestServer
let document: OpenApiDocument
let check: Check

beforeAll(async () => {
  testServer = await openTestServer('sqlite')
  document = (await (await testServer.call('GET', 'openapi.json')).json()) as OpenApiDocument
  check = checkAgainst(document)
})
afterAll(() => testServer[Symbol.asyncDispose]())

describe('the document', () => {
  test('is for everybody, and may be kept for a while', async () => {
    const answer = await testServer.call('GET', 'openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    // What many may keep must not hold what is one browser's.
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('is OpenAPI 3.1', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(OPENAPI)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  test('holds only schemas that are used', () => {
    const text = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    )
    expect(unused).toEqual([])
  })

  test('every route of the API is an operation, and every operation a route', () => {
    const routes = createApp(testServer.ports)
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace('/api', '').replaceAll(/:(\w+)/g, '{$1}')}`)
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual([...new Set(routes)].sort())
  })

  test('the parameters in a path are those that it names', () => {
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ parameters = [] }) => {
        const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
        return [inPath, path.match(/\{\w+\}/g) ?? []]
      }),
    )
    for (const [parameters, names] of named) expect(parameters).toEqual(names)
  })
})

async function openDemo(): Promise<TestServer> {
  const demo = await openTestServer('sqlite')
  await loadDemo(demo.db, demo.ports)
  return demo
}

async function tokenOf(demo: TestServer, username: string): Promise<string> {
  const { id } = await demo.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return await demo.signIn(id)
}

/** The matrix is about who may; here the records are as full as they can be. */
describe('what there is to tell of a demo practice is as described', () => {
  let demo: TestServer
  let clientId: string
  let animalId: string
  beforeAll(async () => {
    demo = await openDemo()
    const found = await demo.db
      .selectFrom('patient')
      .innerJoin('logbook_entry', 'patient_uuid', 'patient.uuid')
      .innerJoin('client', 'client.uuid', 'client_uuid')
      .select(['client.uuid as clientId', 'patient.uuid as animalId'])
      .where('email', '=', 'owner@mail.example')
      .executeTakeFirstOrThrow()
    clientId = found.clientId
    animalId = found.animalId
  })
  afterAll(() => demo[Symbol.asyncDispose]())

  const as = (username: string) => tokenOf(demo, username)
  const papers = ['reminders', 'invoices', 'visit-forms', ...ATTACHMENT_TYPES]

  test.each([
    ['GET /user', 'owner@mail.example', 'user'],
    ['GET /user/practices', 'two@mail.example', 'user/practices'],
    ['GET /user/client', 'owner@mail.example', 'user/client?practiceId=de-waag'],
    ['GET /practice/:practiceId', 'admin@dewaag.example', 'practice/de-waag'],
    ['GET /practice/:practiceId/clients', 'staff@dewaag.example', 'practice/de-waag/clients?size=200'],
    ['GET /clients/:clientId/requests', 'owner@mail.example', 'clients/$client/requests'],
    ['GET /practice/:practiceId/requests', 'staff@dewaag.example', 'practice/de-waag/requests'],
    ['GET /clients', 'staff@dewaag.example', 'clients?practiceId=de-waag&size=200'],
    ['GET /clients/:clientId/patients', 'owner@mail.example', 'clients/$client/patients'],
    [
      'GET /clients/:clientId/patients/:patientId/logbook',
      'owner@mail.example',
      'clients/$client/patients/$animal/logbook?startDate=2000-01-01',
    ],
    ...papers.map((name) => [
      `GET /clients/:clientId/${name}`,
      'owner@mail.example',
      `clients/$client/${name}?size=200`,
    ]),
  ])('%s', async (call = '', username = '', path = '') => {
    const [method = ''] = call.split(' ')
    const named = path.replace('$client', clientId).replace('$animal', animalId)
    const answer = await demo.call(method, named, { token: await as(username) })
    // An empty list would be as anything.
    expect(((await answer.clone().text()).match(/"(uuid|id)":/g) ?? []).length).toBeGreaterThan(0)
    expect(await check.answer(call, answer)).toEqual([])
  })

  test('what only one call answers: a token, and where a logo goes', async () => {
    const body = { username: 'owner@mail.example', password: 'Welkom#2026' }
    const signedIn = await demo.call('POST', 'user/authenticate', { body })
    expect(signedIn.status).toBe(200)
    expect(await check.answer('POST /user/authenticate', signedIn)).toEqual([])

    const options = { token: await as('staff@dewaag.example'), headers: { 'content-type': 'image/png' } }
    const upload = await demo.call('GET', 'practice/de-waag/logoUploadUrl', options)
    expect(upload.status).toBe(200)
    expect(await check.answer('GET /practice/:practiceId/logoUploadUrl', upload)).toEqual([])
  })
})

test('the audit trail of a demo practice, after a change of each kind, is as described', async () => {
  await using demo = await openDemo()
  const token = await tokenOf(demo, 'admin@dewaag.example')
  const { uuid } = await demo.db
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  await demo.call('GET', `clients/${uuid}/patients`, { token })
  await demo.call('PUT', `clients/${uuid}`, { token, body: { locked: true } })
  await demo.call('PUT', 'practice/de-waag', { token, body: { title: 'Anders' } })
  await demo.call('DELETE', 'practice/de-waag/clients', { token })
  const answer = await demo.call('GET', 'practice/de-waag/audit', { token })
  const { content } = (await answer.clone().json()) as Page<AuditEntry>
  const ofRequests = ({ action }: AuditEntry) => action.startsWith('request-')
  expect(content.filter((entry) => !ofRequests(entry)).map(({ action }) => action)).toEqual([
    'deleted-all',
    'practice-changed',
    'locked',
    'viewed-as',
    'imported',
    'staff-invited',
    'staff-invited',
  ])
  expect(await check.answer('GET /practice/:practiceId/audit', answer)).toEqual([])
})

describe('a body that is described is taken, and another is refused', () => {
  let fixtures: Fixtures
  beforeAll(async () => void (fixtures = await openFixtures('sqlite')))
  afterAll(() => fixtures[Symbol.asyncDispose]())

  const signIn = 'POST /user/authenticate'
  const language = 'PUT /user'
  const practice = 'PUT /practice/:practiceId'
  const lock = 'PUT /clients/:clientId'
  const password = 'POST /password/change'
  const currentPassword = 'wrong'

  const bodies: [call: string, path: string, body: unknown, isTaken: boolean][] = [
    [signIn, 'user/authenticate', { username: 'x', password: 'y' }, true],
    [signIn, 'user/authenticate', { username: '', password: '' }, true],
    [signIn, 'user/authenticate', { username: 'x' }, false],
    [signIn, 'user/authenticate', { username: 'x'.repeat(255), password: 'y' }, false],
    [signIn, 'user/authenticate', { username: 'x', password: 1 }, false],
    [language, 'user', { language: 'en' }, true],
    [language, 'user', { language: 'en', username: 'mine' }, true],
    [language, 'user', { language: 'fr' }, false],
    [language, 'user', {}, false],
    [practice, 'practice/a', {}, true],
    [practice, 'practice/a', { name: 'Nieuw', title: null, text: '', phone: null, website: '' }, true],
    [practice, 'practice/a', { website: 'HTTPS://a.example' }, true],
    [practice, 'practice/a', { website: null }, true],
    [practice, 'practice/a', { website: 'ftp://a.example' }, false],
    [practice, 'practice/a', { name: null }, false],
    [practice, 'practice/a', { name: ' ' }, false],
    [practice, 'practice/a', { name: 'x'.repeat(201) }, false],
    [practice, 'practice/a', { text: 5 }, false],
    [practice, 'practice/a', ['name'], false],
    [lock, 'clients/$cA2', { locked: false }, true],
    [lock, 'clients/$cA2', { locked: 'false' }, false],
    [lock, 'clients/$cA2', { locked: null }, false],
    [password, 'password/change', { currentPassword, newPassword: 'Welkom#2027' }, true],
    [password, 'password/change', { currentPassword, newPassword: 'Wél\nkom#2027' }, true],
    [password, 'password/change', { currentPassword, newPassword: 'welkom#2027' }, false],
    [password, 'password/change', { currentPassword, newPassword: 'Welkom2027' }, false],
    [password, 'password/change', { currentPassword, newPassword: 'We#1' }, false],
    [password, 'password/change', { currentPassword, newPassword: `We#1${'x'.repeat(1000)}` }, false],
    [password, 'password/change', { newPassword: 'Welkom#2027' }, false],
  ]
  const named = bodies.map(([call, path, body, isTaken]) => ({
    call,
    path,
    body,
    isTaken,
    shown: JSON.stringify(body).slice(0, 60),
  }))
  test.each(named)('$call $shown: $isTaken', async ({ call, path, body, isTaken }) => {
    const [method = ''] = call.split(' ')
    const answer = await fixtures.call('AA', method, path, body)
    expect(answer.status !== 400).toBe(isTaken)
    expect(check.takes(call, body)).toBe(isTaken)
  })
})
