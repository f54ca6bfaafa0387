import type { Engine } from '#server/db/migrate.ts'
import { type Person, fillFixtures } from './people.ts'
import { type TestServer, openTestServer } from './test-server.ts'

export interface Fixtures extends AsyncDisposable {
  testServer: TestServer
  /** What a `$name` in a path stands for. */
  ids: Record<string, string>
  /** The accounts of those who can sign in. */
  accounts: Partial<Record<Person, string>>
  /** In one session of a person, as long as the clock stands still. */
  call(person: Person, method: string, path: string, body?: unknown): Promise<Response>
}

/** Two practices and a locked one, with everybody who may want something of them. */
export async function openFixtures(engine: Engine): Promise<Fixtures> {
  const testServer = await openTestServer(engine)
  // All at once: PostgreSQL takes a moment for each commit.
  const { accounts, ids } = await testServer.db.transaction().execute((trx) => fillFixtures(trx))
  const deleted = await testServer.signIn(accounts.DEL)
  const tokens = new Map<string, string>()
  await testServer.db.deleteFrom('account').where('id', '=', accounts.DEL).execute()

  return {
    testServer,
    ids,
    accounts,
    async call(person, method, path, body) {
      const id = person === 'anon' ? undefined : accounts[person]
      const session = `${person} ${testServer.now.toISOString()}`
      const token = person === 'DEL' ? deleted : (tokens.get(session) ?? (id && (await testServer.signIn(id))))
      if (token) tokens.set(session, token)
      return await testServer.call(
        method,
        path.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name]!),
        { ...(token && { token }), ...(body !== undefined && { body }) },
      )
    },
    [Symbol.asyncDispose]: () => testServer[Symbol.asyncDispose](),
  }
}
