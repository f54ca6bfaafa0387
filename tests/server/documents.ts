import type { Problem } from '#contract/schemas/problem.ts'
import { memoryFiles } from '#mocks/files.ts'
import type { Engine } from '#server/db/migrate.ts'
import { type DocumentId, documentKey } from '#server/documents/types.ts'
import { account, attachment, client, invoice, practice, staff, visitForm } from '#harness/builders.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'

export interface Documents extends AsyncDisposable {
  testServer: TestServer
  files: ReturnType<typeof memoryFiles>
  tokens: Record<'owner' | 'other' | 'staff' | 'elsewhere', string>
  accounts: Record<'owner' | 'other' | 'staff' | 'elsewhere', string>
  /** The client that owns the documents; `otherId` is another client of the same practice. */
  clientId: string
  otherId: string
  invoiceId: string
  requestUrl(token?: string, invoiceId?: string): Promise<Response>
  addressOf(token?: string): Promise<string>
  get(url: string, method?: string): Promise<Response>
  /** Returns the status, with the problem code of an error or the content type of a file. */
  outcomeOf(response: Response): Promise<string>
  list(path: string): Promise<Record<string, unknown>[]>
  insertFile(key: string): Promise<unknown>
  /** Stores a picture as the logo of the practice and returns its URL. */
  setLogo(name: string, content: Uint8Array): Promise<string>
  /** Stores a file for a record, as an import does. */
  store(document: DocumentId, content?: string | Uint8Array): Promise<void>
  record(table: 'attachment' | 'visit_form' | 'invoice', fields: Record<string, unknown>): Promise<string>
}

/** Opens a test server with a practice with two clients, and another practice with staff. */
export async function openDocuments(engine: Engine): Promise<Documents> {
  const files = memoryFiles()
  const testServer = await openTestServer(engine, { files })
  const { db } = testServer
  await practice(db, 'a', { iban: 'NL91ABNA0417164300' })
  await practice(db, 'b')
  const accounts = {
    owner: await account(db, 'owner@mail.example'),
    other: await account(db, 'other@mail.example'),
    staff: await staff(db, 'a', 'staff@a.example'),
    elsewhere: await staff(db, 'b', 'staff@b.example'),
  }
  const clientId = await client(db, 'a', { account_id: accounts.owner })
  const otherId = await client(db, 'a', { account_id: accounts.other })
  const invoiceId = await invoice(db, clientId)
  const entries = Object.entries(accounts).map(async ([name, id]) => [name, await testServer.signIn(id)] as const)
  const tokens = Object.fromEntries(await Promise.all(entries)) as typeof accounts
  const builders = { attachment, visit_form: visitForm, invoice }

  const documents: Documents = {
    testServer,
    files,
    tokens,
    accounts,
    clientId,
    otherId,
    invoiceId,
    requestUrl: (token = tokens.owner, id = invoiceId) =>
      testServer.call('GET', `clients/${clientId}/invoices/${id}/file`, { token }),
    addressOf: async (token) => ((await (await documents.requestUrl(token)).json()) as { url: string }).url,
    get: (url, method = 'GET') => testServer.fetch(new Request(url, { method })),
    async outcomeOf(response) {
      if (response.ok) return `${response.status} ${response.headers.get('content-type')}`
      return `${response.status} ${((await response.json()) as Problem).code}`
    },
    async list(path) {
      const url = `clients/${clientId}/${path}`
      return (await testServer.read<{ content: Record<string, unknown>[] }>(url, tokens.owner)).content
    },
    insertFile: (key) =>
      db
        .insertInto('file')
        .values({ key, created_at: testServer.now.toISOString(), sha256: 'x' })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute(),
    async setLogo(name, content) {
      files.stored.set(name, content)
      await documents.insertFile(name)
      const logo_url = `/files/${name}`
      await db.updateTable('practice').set({ logo_url }).where('id', '=', 'a').execute()
      return logo_url
    },
    async store(document, content = 'the file') {
      const key = documentKey(document)
      await files.put(key, typeof content === 'string' ? new TextEncoder().encode(content) : content)
      await documents.insertFile(key)
    },
    async record(table, fields) {
      const uuid = crypto.randomUUID()
      const data = { uuid, date: '2026-07-01', status: 'PAID', totalInclVat: 121, ...fields }
      return await builders[table](db, clientId, { uuid, data: JSON.stringify(data) })
    },
    [Symbol.asyncDispose]: () => testServer[Symbol.asyncDispose](),
  }
  return documents
}
