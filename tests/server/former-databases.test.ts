import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { eachFolder } from '#harness/folders.ts'
import { emptyPostgres } from '#harness/postgres.ts'
import { engines, openTestServer } from '#harness/test-server.ts'
import { databaseFile, openDatabase } from '#server/node/db/database.ts'
import { createPasswords } from '#server/node/passwords.ts'
import type { Engine } from '#server/db/migrate.ts'
import { readDocument } from '../rules/documents.ts'

// Fixtures: databases written by servers of former versions and commits, with the responses of those servers. Each holds an imported
// practice with three clients (one locked, one unregistered), an admin and an owner who signed in. The fixtures cannot
// be regenerated.

const FOLDER = join(import.meta.dirname, 'former')

interface Former {
  at: string
  /** Server secret in Base64. */
  secret: string
  tokens: Record<'admin' | 'owner', string>
  /** Response bodies, keyed by `admin` or `owner`, a space and the path. */
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

/** Expects former values. A new version may add fields, and may correct `invited` to `not-invited`. */
function expectKept(now: unknown, before: unknown): void {
  if (Array.isArray(before)) {
    expect(now).toHaveLength(before.length)
    before.forEach((one, index) => expectKept((now as unknown[])[index], one))
  } else if (typeof before === 'object' && before !== null) {
    for (const [key, value] of Object.entries(before)) {
      // URLs differ because each response signs new ones.
      if (key === 'invitation' && value === 'invited')
        expect(['invited', 'not-invited']).toContain((now as Record<string, unknown>)[key])
      else if (key !== 'url') expectKept((now as Record<string, unknown>)[key], value)
    }
  } else expect(now).toEqual(before)
}

test('the table of upgrade paths lists each former version, with the current version as its end', () => {
  const rows = [...readDocument('docs/operate/upgrade.md').matchAll(/^\| `([\w.]+)`.*?\| +(\S+) +\| directly/gm)]
  expect(rows.map(([, from = '']) => from).toSorted()).toEqual(commits.toSorted())
  expect(new Set(rows.map(([, , to]) => to))).toEqual(new Set([manifest.version]))
})

describe.for(commits.flatMap((commit) => engines.map((engine) => [commit, engine] as const)))(
  'a database written by version %s on %s',
  ([commit, engine]) => {
    const folder = eachFolder()

    test('is migrated with valid data, tokens and passwords', { tags: [engine, 'database'] }, async () => {
      const { at, secret, tokens, answers } = JSON.parse(read(`${commit}.${engine}.json`).toString()) as Former
      const { db, migrated } = await open(commit, engine, folder.path)
      await using _ = { [Symbol.asyncDispose]: () => db.destroy() }
      expect(migrated.length).toBeGreaterThan(0)
      const former = { database: db, secret: Buffer.from(secret, 'base64'), passwords: createPasswords() }
      await using server = await openTestServer(engine, former)
      server.now = new Date(at)
      expect(Object.keys(answers).length).toBeGreaterThan(10)
      for (const [call, before] of Object.entries(answers)) {
        const [person, path] = call.split(' ') as ['admin' | 'owner', string]
        expectKept(await server.read(path, tokens[person]), before)
      }
      const signIn = async (password: string) => {
        const body = { username: 'client1@mail.example', password }
        return (await server.call('POST', 'user/authenticate', { body })).status
      }
      expect([await signIn('Oude#Tijden2'), await signIn('Oude#Tijden1')]).toEqual([200, 401])
    })
  },
)
