import { expect } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { memoryFiles } from '#mocks/files.ts'
import type { Engine } from '#server/db/migrate.ts'
import { practice, staff } from '#harness/builders.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

/** Origin of another portal that is allowed to call the API. */
export const PORTAL = 'https://portal.other.example'
const OLD = 'https://website.example/old.png'

export interface Logos extends AsyncDisposable {
  testServer: TestServer
  files: ReturnType<typeof memoryFiles>
  /** Session token of a staff member. */
  token: string
  accountId: string
  requestUrl(type?: string): Promise<Response>
  addressFor(type?: string): Promise<string>
  put(url: string, body?: BodyInit, headers?: Record<string, string>): Promise<Response>
  get(path: string, method?: string, headers?: Record<string, string>): Promise<Response>
  outcomeOf(response: Response): Promise<string>
  /** Waits for background work and returns the practice's logo URL. */
  logo(): Promise<string | null>
  upload(type?: string, body?: BodyInit): Promise<string>
  /** Expects the original logo, no stored file and no log entry. */
  untouched(): Promise<void>
}

/** Opens a test server with two practices; practice `a` has staff and a logo from another website. */
export async function openLogos(engine: Engine): Promise<Logos> {
  const files = memoryFiles()
  const testServer = await openTestServer(engine, { files, settings: { allowedOrigins: [PORTAL] } })
  await practice(testServer.db, 'a', { logo_url: OLD })
  await practice(testServer.db, 'b')
  const accountId = await staff(testServer.db, 'a', 'staff@a.example')
  const token = await testServer.signIn(accountId)

  const logos: Logos = {
    testServer,
    files,
    token,
    accountId,
    requestUrl: (type) =>
      testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers: { ...(type && { 'content-type': type }) } }),
    addressFor: async (type = 'image/png') => ((await (await logos.requestUrl(type)).json()) as { url: string }).url,
    put: (url, body = PICTURES.png, headers = {}) =>
      testServer.fetch(
        new Request(url, {
          method: 'PUT',
          headers: { 'content-type': 'image/png', ...headers },
          body,
          ...(body instanceof ReadableStream && { duplex: 'half' }),
        }),
      ),
    get: (path, method = 'GET', headers = {}) =>
      testServer.fetch(new Request(new URL(path, 'http://portal.test'), { method, headers })),
    outcomeOf: async (response) => `${response.status} ${((await response.json()) as Problem).code}`,
    async logo() {
      await testServer.mails()
      const row = testServer.db.selectFrom('practice').select('logo_url').where('id', '=', 'a')
      return (await row.executeTakeFirstOrThrow()).logo_url
    },
    async upload(type = 'image/png', body = PICTURES.png) {
      const response = await logos.put(await logos.addressFor(type), body, { 'content-type': type })
      expect(response.status).toBe(204)
      return (await logos.logo())!
    },
    async untouched() {
      expect(await logos.logo()).toBe(OLD)
      expect(files.stored.size).toBe(0)
      expect(await testServer.db.selectFrom('audit').selectAll().execute()).toEqual([])
    },
    [Symbol.asyncDispose]: () => testServer[Symbol.asyncDispose](),
  }
  return logos
}
