import { kyselyOfSqlite } from '#server/node/db/sqlite.ts'
import { recordMonthStarts } from '#server/figures/month-starts.ts'
import type { Engine } from '#server/db/migrate.ts'
import { type Person, fillFixtures } from './people.ts'
import { type TestServer, emptyMemory, openTestServer } from './test-server.ts'

export type Fixtures = Awaited<ReturnType<typeof openFixtures>>

/** Opens a server with the practices and people of `people.ts`. */
export async function openFixtures(engine: Engine) {
  const memory = engine === 'sqlite' ? await emptyMemory() : undefined
  const database = memory && kyselyOfSqlite(memory)
  const testServer = await openTestServer(engine, database ? { database } : {})
  if (filled) memory?.deserialize(filled.image)
  const { accounts, ids, deleted } = (memory && filled) ?? (await fill(testServer))
  // Copying an image takes far less time than inserting all rows again.
  if (memory) filled ??= { accounts, ids, deleted, image: memory.serialize() }
  const tokens = new Map<string, string>()

  return {
    testServer,
    /** Ids that replace `$name` in a path or body. */
    ids,
    accounts: accounts as Partial<Record<Person, string>>,
    /** Makes a call in a session of a person. A new session starts when the clock has moved. */
    async call(person: Person, method: string, path: string, body?: unknown) {
      const id = person === 'anon' ? undefined : accounts[person]
      const session = `${person} ${testServer.now.toISOString()}`
      const token = person === 'DEL' ? deleted : (tokens.get(session) ?? (id && (await testServer.signIn(id))))
      if (token) tokens.set(session, token)
      const named = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name]!)
      return await testServer.call(method, named(path), {
        ...(token && { token }),
        ...(body !== undefined && { body: JSON.parse(named(JSON.stringify(body))) as unknown }),
      })
    },
    async [Symbol.asyncDispose]() {
      await testServer[Symbol.asyncDispose]()
      await database?.destroy()
    },
  }
}

async function fill({ db, signIn, now }: TestServer) {
  // Uses one transaction, because each commit on PostgreSQL takes time.
  const { accounts, ids } = await db.transaction().execute((trx) => fillFixtures(trx))
  const deleted = await signIn(accounts.DEL)
  await db.deleteFrom('account').where('id', '=', accounts.DEL).execute()
  await recordMonthStarts({ db }, now)
  return { accounts, ids, deleted }
}

let filled: (Awaited<ReturnType<typeof fill>> & { image: Uint8Array }) | undefined
