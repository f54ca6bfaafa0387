import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRACTICE, envOf, withDatabaseOf, makeClinic } from '#harness/clinic.ts'
import { account, client } from '#harness/builders.ts'
import { run } from '#harness/commands.ts'
import { eachFolder, temporaryFolder } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { DOCUMENTS, commandBlocksOf, readDocument } from '../rules/documents.ts'

// Runs the documented commands, except those that need root or a network. Backup commands run in
// tests/server/restore.test.ts.

const BLOCKS = DOCUMENTS.filter((file) => file !== 'docs/operate/backup-and-restore.md')
  .flatMap(commandBlocksOf)
  .filter(({ needs }) => needs === '')
const CLIENT = crypto.randomUUID()

const clinic = temporaryFolder()
const folder = eachFolder()
const place = () => ({ dataDir: join(folder.path, 'data'), databaseUrl: undefined })
const at = (name: string) => join(folder.path, name)

beforeAll(async () => {
  const made = { dataDir: clinic.path, databaseUrl: undefined }
  await makeClinic(made)
  await withDatabaseOf(made, async (db) => {
    const owner = await account(db, 'owner@mail.example')
    await client(db, PRACTICE, { uuid: CLIENT, account_id: owner, registered: 1 })
  })
  // The first start creates the secret.
  await (await openServer(envOf(made))).stop()
})
afterAll(() => rmSync(clinic.path, { recursive: true, force: true }))

beforeEach(() => {
  cpSync(clinic.path, place().dataDir, { recursive: true })
  mkdirSync(at('files'))
  cpSync('tests/server/csv/kliniek-klanten.csv', at('klanten.csv'))
  const [, example = ''] = /^```\n([^]*?)^```$/m.exec(readDocument('docs/integrate/export-format.md')) ?? []
  writeFileSync(at('export.jsonl'), example.replaceAll('"ID"', `"${PRACTICE}"`))
})

/** Replaces placeholders and file names by values of the test. */
const valueOf = (word: string): string =>
  ({ ID: PRACTICE, NAME: `Praktijk ${PRACTICE}`, UUID: CLIENT, FOLDER: at('files') })[word] ??
  (/^[\w-]+\.(?:jsonl?|csv)$|^leak-/.test(word) ? at(word) : word)

test.each(BLOCKS)('documented commands succeed: $file: $commands', async ({ commands }) => {
  for (const line of commands.trim().split('\n')) {
    const [, name, ...words] = line.split(' ')
    const { code, errors } = await run(`server/cli/${name}/main.ts`, words.map(valueOf), place())
    expect({ line, code, errors: code === 0 ? '' : errors }).toEqual({ line, code: 0, errors: '' })
  }
})

test('the documents contain more than fifteen command blocks', () => expect(BLOCKS.length).toBeGreaterThan(15))

test.runIf(spawnSync('curl', ['--version']).status === 0)('the curl calls of the quick start succeed', async () => {
  await using server = await openServer({ DATA_DIR: at('demo'), DEMO: 'on' })
  const calls = commandBlocksOf('docs/integrate/quick-start.md').flatMap(({ commands }) =>
    commands
      .replaceAll('\\\n', '')
      .split('\n')
      .filter((line) => line.startsWith('curl')),
  )
  const values: Record<string, string> = { 'http://localhost:4000': server.url }
  for (const call of calls) {
    const line = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, value), call)
    const { stdout } = await promisify(execFile)('sh', ['-euc', line])
    const response = JSON.parse(stdout) as { token?: string; uuid?: string; status?: number } | { id: string }[]
    if (Array.isArray(response)) values['PRACTICE'] ??= response[0]!.id
    else {
      expect({ line, status: response.status }).toEqual({ line, status: undefined })
      if (response.token) values['$TOKEN'] = response.token
      if (response.uuid) values['CLIENT'] = response.uuid
    }
  }
  expect(Object.keys(values)).toEqual(['http://localhost:4000', '$TOKEN', 'PRACTICE', 'CLIENT'])
  expect(calls).toHaveLength(5)
})
