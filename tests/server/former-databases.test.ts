import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { emptyPostgres } from '#harness/postgres.ts'
import { engines, openTestServer } from '#harness/test-server.ts'
import { databaseFile, openDatabase } from '#server/node/database.ts'
import { createPasswords } from '#server/node/passwords.ts'
import type { Engine } from '#server/db/migrate.ts'

// Databases as commits of before wrote them, with what their servers answered: a practice of three clients, of whom one is locked and
// one is not registered, imported, with an admin and an owner who signed in. They are never made anew.

const FOLDER = join(import.meta.dirname, 'former')

interface Former {
  /** When its server was stopped. */
  at: string
  /** Base64. */
  secret: string
  tokens: Record<'admin' | 'owner', string>
  /** By who asked, a blank, and the path. */
  answers: Record<string, unknown>
}

const commits = globSync('*.sqlite.gz', { cwd: FOLDER }).map((name) => name.replace('.sqlite.gz', ''))
const read = (name: string) => readFileSync(join(FOLDER, name))

async function open(commit: string, engine: Engine, dataDir: string) {
  if (engine === 'sqlite') {
    writeFileSync(databaseFile(dataDir), gunzipSync(read(`${commit}.sqlite.gz`)))
    return await openDatabase({ dataDir, databaseUrl: undefined })
  }
  const databaseUrl = await emptyPostgres()
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query(gunzipSync(read(`${commit}.sql.gz`)).toString())
  await client.end()
  return await openDatabase({ dataDir, databaseUrl })
}

/** A new version may say more, and says none of it otherwise, but of who was called invited and never was. */
function expectKept(now: unknown, before: unknown): void {
  if (Array.isArray(before)) {
    expect(now).toHaveLength(before.length)
    before.forEach((one, index) => expectKept((now as unknown[])[index], one))
  } else if (typeof before === 'object' && before !== null) {
    for (const [key, value] of Object.entries(before)) {
      // Signed anew for each answer.
      if (key === 'invitation' && value === 'invited')
        expect(['invited', 'not-invited']).toContain((now as Record<string, unknown>)[key])
      else if (key !== 'url') expectKept((now as Record<string, unknown>)[key], value)
    }
  } else expect(now).toEqual(before)
}

describe.for(commits.flatMap((commit) => engines.map((engine) => [commit, engine] as const)))(
  'a database of %s, on %s',
  ([commit, engine]) => {
    test(
      'is brought up to date, and says what it said; tokens and passwords of before are good',
      { tags: [engine, 'database'] },
      async () => {
        const former = JSON.parse(read(`${commit}.${engine}.json`).toString()) as Former
        const dataDir = mkdtempSync(join(tmpdir(), 'portal-'))
        const { db, migrated } = await open(commit, engine, dataDir)
        try {
          expect(migrated.length).toBeGreaterThan(0)
          await using server = await openTestServer(engine, {
            database: db,
            secret: Buffer.from(former.secret, 'base64'),
            passwords: createPasswords(),
          })
          server.now = new Date(former.at)
          const { answers, tokens } = former
          expect(Object.keys(answers).length).toBeGreaterThan(10)
          for (const [asked, before] of Object.entries(answers)) {
            const [who, path] = asked.split(' ') as ['admin' | 'owner', string]
            const answer = await server.call('GET', path, { token: tokens[who] })
            expectKept(await answer.json(), before)
          }
          const signIn = async (password: string) =>
            (await server.call('POST', 'user/authenticate', { body: { username: 'client1@mail.example', password } }))
              .status
          expect([await signIn('Oude#Tijden2'), await signIn('Oude#Tijden1')]).toEqual([200, 401])
        } finally {
          await db.destroy()
          rmSync(dataDir, { recursive: true })
        }
      },
    )
  },
)
