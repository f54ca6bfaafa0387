import { expect } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { memoryFiles } from '#mocks/files.ts'
import type { Engine } from '#server/db/migrate.ts'
import { practice, staff } from '#harness/builders.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

/** A portal of another origin, which may call. */
export const PORTAL = 'https://portal.other.example'
const OLD = 'https://website.example/old.png'

export interface Logos extends AsyncDisposable {
  testServer: TestServer
  files: ReturnType<typeof memoryFiles>
  /** Of a member of staff. */
  token: string
  accountId: string
  ask(type?: string): Promise<Response>
  addressFor(type?: string): Promise<string>
  put(url: string, body?: BodyInit, headers?: Record<string, string>): Promise<Response>
  get(path: string, method?: string, headers?: Record<string, string>): Promise<Response>
  /** Its status with its code. */
  outcomeOf(answer: Response): Promise<string>
  /** What the practice shows, after what runs in the background has ended. */
  logo(): Promise<string | null>
  /** Answers the address of the new logo. */
  upload(type?: string, body?: BodyInit): Promise<string>
  /** All is as it was, where nothing was allowed to happen. */
  untouched(): Promise<void>
}

/** Two practices, `a` with staff and a logo from its own website. */
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
    ask: (type) =>
      testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers: { ...(type && { 'content-type': type }) } }),
    addressFor: async (type = 'image/png') => ((await (await logos.ask(type)).json()) as { url: string }).url,
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
    outcomeOf: async (answer) => `${answer.status} ${((await answer.json()) as Problem).code}`,
    async logo() {
      await testServer.mails()
      const row = testServer.db.selectFrom('practice').select('logo_url').where('id', '=', 'a')
      return (await row.executeTakeFirstOrThrow()).logo_url
    },
    async upload(type = 'image/png', body = PICTURES.png) {
      const answer = await logos.put(await logos.addressFor(type), body, { 'content-type': type })
      expect(answer.status).toBe(204)
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
