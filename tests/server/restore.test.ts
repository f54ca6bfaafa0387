import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import { documentKey } from '#server/documents/types.ts'
import { folderFiles } from '#server/node/folder-files.ts'
import { attachment } from '#testing/builders.ts'
import { PRACTICE, type Place, addClients, envOf, looking, makeClinic, signIn } from '#testing/clinic.ts'
import { freshPostgres, postgresUrl } from '#testing/postgres.ts'
import { ROOT, type ReadyServer, startServer } from '#testing/server-process.ts'
import { engines } from '#testing/test-server.ts'
import { PICTURES } from './pictures.ts'

// The commands are those of docs/running.md, as they stand there.

const [sqliteBackup, postgresBackup, folderBackup, folderRestore, sqliteRestore, postgresRestore] = documented()
/** Where nobody takes mails, they wait. */
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1' }
const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0

let folder: string
let before: string
let after: string
let backup: string
let bin: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-restore-'))
  before = join(folder, 'before')
  after = join(folder, 'after')
  backup = join(folder, 'backup')
  bin = join(folder, 'bin')
  for (const each of [before, after, backup, bin]) mkdirSync(each)
  if (!hasProgram('sqlite3')) {
    const statement = 'new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec(process.argv[2])'
    writeFileSync(join(bin, 'sqlite3'), `#!/bin/sh\nexec '${process.execPath}' -e '${statement}' "$@"\n`)
    chmodSync(join(bin, 'sqlite3'), 0o755)
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const able = engines.filter((engine) => engine === 'sqlite' || ['pg_dump', 'pg_restore'].every(hasProgram))

test.runIf(process.platform !== 'win32').each(able)(
  'what was restored from the documented backup is what it was, on %s',
  async (engine) => {
    const place: Place = { dataDir: before, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    const { clients, mail } = await fill(place)
    await using server = await startServer({ ...envOf(place), ...NO_MAIL_SERVER })
    const token = await signIn(server.url)
    const logo = await uploadLogo(server, token)
    for (const uuid of clients) await register(server, token, uuid)
    await untilTried(place)
    const shown = await shownBy(server, { token, logo, owner: clients[0]! })
    const rows = await rowsOf(place)

    run(place.databaseUrl ? postgresBackup : sqliteBackup, place)
    run(folderBackup, place)
    await server.stop()
    rmSync(before, { recursive: true })

    const restored: Place = {
      dataDir: after,
      databaseUrl: place.databaseUrl === undefined ? undefined : await emptyPostgres(),
    }
    run(folderRestore, restored)
    run(restored.databaseUrl ? postgresRestore : sqliteRestore, restored)

    expect(await rowsOf(restored)).toEqual(rows)
    expect(rows['outbox']).toMatchObject([{ kind: 'activation' }, { kind: 'activation' }])
    expect(rows['session']).toHaveLength(1)
    expect(rows['client']).toHaveLength(2)
    expect(readFileSync(join(after, 'outbox', `${mail}.eml`), 'utf8')).toBe('a mail')
    await using again = await startServer({ ...envOf(restored), ...NO_MAIL_SERVER })
    expect(await shownBy(again, { token, logo, owner: clients[0]! })).toEqual(shown)
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(shown.at(-1)!.text).toBe('of the practice')
  },
  60_000,
)

/** The commands of the section, in order. */
function documented() {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/running.md'), 'utf8').split('\n## Backup and restore\n')
  const blocks = [...section.split('\n## ')[0]!.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block]) => block!)
  if (blocks.length !== 6) throw new Error(`The section of backups has ${blocks.length} commands`)
  return blocks as [string, string, string, string, string, string]
}

/** Where the documents name folders, those of the test. */
function run(block: string, { dataDir, databaseUrl = '' }: Place): void {
  const [day = 'none'] = /\d{4}-\d\d-\d\d/.exec(readdirSync(backup).join(' ')) ?? []
  const commands = block
    .replaceAll('/var/lib/dierenportaal', dataDir)
    .replaceAll('/backup', backup)
    .replaceAll('YYYY-MM-DD', day)
  const env = { PATH: `${bin}:${process.env['PATH']}`, DATABASE_URL: databaseUrl }
  execFileSync('sh', ['-euc', commands], { env, stdio: 'pipe' })
}

/** A practice with two clients, a paper with a file of its own, and a mail that was written where there was no mail server. */
async function fill(place: Place) {
  await makeClinic(place)
  const clients = await addClients(place, 2)
  await looking(place, async (db) => {
    const key = documentKey({ type: 'attachment', uuid: await attachment(db, clients[0]!) })
    await folderFiles(join(place.dataDir, 'files')).put(key, new TextEncoder().encode('of the practice'))
    await db.insertInto('file').values({ key, created_at: new Date().toISOString(), sha256: null }).execute()
  })
  const mail = crypto.randomUUID()
  mkdirSync(join(place.dataDir, 'outbox'))
  writeFileSync(join(place.dataDir, 'outbox', `${mail}.eml`), 'a mail')
  return { clients, mail }
}

/** Answers where it is shown. */
async function uploadLogo({ url: base }: ReadyServer, token: string): Promise<string> {
  const headers = { authorization: token, 'content-type': 'image/png' }
  const practice = `${base}/api/practice/${PRACTICE}`
  const { url } = (await (await fetch(`${practice}/logoUploadUrl`, { headers })).json()) as { url: string }
  const stored = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: PICTURES.png,
  })
  expect(stored.status).toBe(204)
  const { logoUrl } = (await (await fetch(practice, { headers })).json()) as { logoUrl: string }
  return new URL(logoUrl, base).pathname
}

async function register({ url: base }: ReadyServer, token: string, uuid: string): Promise<void> {
  const answer = await fetch(`${base}/api/practice/${PRACTICE}/clients?clientUuid=${uuid}`, {
    method: 'POST',
    headers: { authorization: token },
  })
  expect(answer.status).toBe(201)
}

/** Until every mail was tried once; the next time is minutes away. */
async function untilTried(place: Place): Promise<void> {
  for (;;) {
    const waiting = await looking(place, (db) => db.selectFrom('outbox').select('claimed_until').execute())
    if (waiting.length > 0 && waiting.every((mail) => mail.claimed_until !== null)) return
    await delay(20)
  }
}

/** What somebody sees who was signed in before. */
async function shownBy(
  { url: base }: ReadyServer,
  { token, logo, owner }: { token: string; logo: string; owner: string },
) {
  const headers = { authorization: token }
  const read = async (path: string) => {
    const answer = await fetch(`${base}${path}`, { headers })
    return { status: answer.status, text: (await answer.text()).replaceAll(base, '') }
  }
  const papers = await fetch(`${base}/api/clients/${owner}/attachments`, { headers })
  const { content } = (await papers.json()) as { content: { url: string }[] }
  const { pathname, search } = new URL(content[0]!.url)
  const practice = `/api/practice/${PRACTICE}`
  const paths = ['/api/user', '/api/user/sessions', `${practice}/clients`, `${practice}/audit`, logo, pathname + search]
  return await Promise.all(paths.map(read))
}

/** All that a database has. */
async function rowsOf(place: Place): Promise<Record<string, unknown[]>> {
  return await looking(place, async (db) => {
    const names = (await db.introspection.getTables()).map(({ name }) => name).sort()
    const entries: [string, unknown[]][] = []
    for (const name of names) {
      const rows = await db
        .selectFrom(name as keyof Schema)
        .selectAll()
        .execute()
      entries.push([name, rows.toSorted((one, other) => compare(JSON.stringify(one), JSON.stringify(other)))])
    }
    return Object.fromEntries(entries)
  })
}

const compare = (one: string, other: string) => (one < other ? -1 : 1)

/** Without so much as a table. */
async function emptyPostgres(): Promise<string> {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new Client(postgresUrl())
  await client.connect()
  await client.query(`create database ${name} template template0`)
  await client.end()
  return postgresUrl()!.replace(/[^/]*$/, name)
}
