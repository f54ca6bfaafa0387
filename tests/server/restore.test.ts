import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Engine } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import { documentKey } from '#server/documents/types.ts'
import { folderFiles } from '#server/node/folder-files.ts'
import { attachment } from '#harness/builders.ts'
import { run } from '#harness/commands.ts'
import { PRACTICE, type Place, addClients, envOf, looking, makeClinic, signIn } from '#harness/clinic.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { freshPostgres, postgresUrl } from '#harness/postgres.ts'
import { ROOT } from '#harness/server-process.ts'
import { onEngines } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

// The commands are those of docs/running.md, as they stand there.

const [documentedBackup, documentedRestore] = documented()
/** No mail server answers there, so mails wait. */
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1' }
const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0

let folder: string
let before: string
let after: string
let backup: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-restore-'))
  before = join(folder, 'before')
  after = join(folder, 'after')
  backup = join(folder, 'backup')
  for (const each of [before, after, backup]) mkdirSync(each)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const able = (engine: Engine) => engine === 'sqlite' || ['pg_dump', 'pg_restore'].every(hasProgram)

onEngines('the documented backup and restore', (engine) => {
  test.runIf(process.platform !== 'win32' && able(engine))('what was restored is what it was', async () => {
    const place: Place = { dataDir: before, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    const { clients, mail } = await fill(place)
    await using server = await openServer({ ...envOf(place), ...NO_MAIL_SERVER })
    const token = await signIn(server.url)
    const logo = await uploadLogo(server, token)
    for (const uuid of clients) await register(server, token, uuid)
    await untilMails(place, (claims) => !claims.includes(null))
    const shown = await shownBy(server, { token, logo, owner: clients[0]! })
    const rows = await rowsOf(place)

    runDocumented(documentedBackup, place)
    await server.stop()
    rmSync(before, { recursive: true })

    const restored: Place = {
      dataDir: after,
      databaseUrl: place.databaseUrl === undefined ? undefined : await emptyPostgres(),
    }
    runDocumented(documentedRestore, restored)

    expect(await rowsOf(restored)).toEqual(rows)
    expect(rows['outbox']).toMatchObject([{ kind: 'activation' }, { kind: 'activation' }])
    expect(rows['session']).toHaveLength(1)
    expect(rows['client']).toHaveLength(2)
    expect(readFileSync(join(after, 'outbox', `${mail}.eml`), 'utf8')).toBe('a mail')
    await using again = await openServer({ ...envOf(restored), ...NO_MAIL_SERVER })
    expect(await shownBy(again, { token, logo, owner: clients[0]! })).toEqual(shown)
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(shown.at(-1)!.text).toBe('of the practice')
  })
})

onEngines('npm run backup and npm run restore', (engine) => {
  beforeEach(({ skip }) => skip(!able(engine), 'PostgreSQL’s own programs are not there'))
  let place: Place
  const taken = () => join(backup, 'taken')
  beforeEach(async () => {
    place = { dataDir: before, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
  })
  const empty = async (): Promise<Place> => ({
    dataDir: after,
    databaseUrl: engine === 'postgres' ? await emptyPostgres() : undefined,
  })
  const backUp = (to = taken()) => run('server/cli/backup/main.ts', [to], place)
  const restore = (to: Place, ...options: string[]) => run('server/cli/restore/main.ts', [taken(), ...options], to)
  const copyOf = () => join(taken(), engine === 'postgres' ? 'portal.dump' : 'portal.sqlite')

  test('what is written meanwhile is in it whole, or not at all', { tags: ['database'] }, async () => {
    const clients = await addClients(place, 400)
    await using server = await openServer({ ...envOf(place), ...NO_MAIL_SERVER })
    const token = await signIn(server.url)
    let isTaken = false
    const writing = (async () => {
      for (const uuid of clients) {
        if (isTaken) return
        await register(server, token, uuid)
      }
    })()
    // Where none is taken only the first few are tried, so that all are tried at no time.
    await untilMails(place, () => true)
    const { code, errors } = await backUp()
    isTaken = true
    await writing
    expect([code, errors]).toEqual([0, ''])
    await server.stop()

    const restored = await empty()
    expect((await restore(restored)).errors).toBe('')
    const rows = await rowsOf(restored)
    const registered = rows['client']!.filter((row) => (row as { registered: number }).registered === 1).length
    expect(registered).toBeGreaterThan(0)
    expect(registered).toBeLessThan(clients.length)
    expect(rows['client_count']).toEqual([
      { practice_id: PRACTICE, registered, unregistered: clients.length - registered, activated: 0, failed: 0 },
    ])
    expect(rows['outbox']).toHaveLength(registered)
    expect(rows['audit']?.filter((row) => (row as { action: string }).action === 'registered')).toHaveLength(registered)
  })

  test('it is of its user only, says what it holds, and goes into no folder that has something', async () => {
    await addClients(place, 3)
    mkdirSync(join(before, 'files'))
    for (const name of ['one', 'two', '.two.unfinished']) writeFileSync(join(before, 'files', name), name)
    mkdirSync(join(before, 'imports'))
    for (const name of ['sent.jsonl', 'other.jsonl.unfinished']) writeFileSync(join(before, 'imports', name), name)
    mkdirSync(taken())
    chmodSync(taken(), 0o755)
    const { code, output, errors } = await backUp()
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain(`${taken()} holds 1 practices and 3 clients, 2 files and 0 mails`)
    expect(statSync(taken()).mode & 0o777).toBe(0o700)
    expect(statSync(copyOf()).mode & 0o077).toBe(0)
    expect(readdirSync(join(taken(), 'files')).sort()).toEqual(['one', 'two'])
    expect(readdirSync(join(taken(), 'imports'))).toEqual(['sent.jsonl'])
    expect(JSON.parse(readFileSync(join(taken(), 'backup.json'), 'utf8'))).toMatchObject({
      engine,
      rows: { client: 3, practice: 1 },
      files: { files: 2, outbox: 0, imports: 1 },
    })

    const again = await backUp()
    expect([again.code, again.errors]).toEqual([1, `${taken()} is not empty. Name a folder that is new, or empty.\n`])
  })

  test(
    'nothing is written over unless it is said, and then nothing of the folder is lost',
    { tags: ['database'] },
    async () => {
      await addClients(place, 3)
      await backUp()
      await addClients(place, 2)
      const refused = await restore(place)
      expect(refused.code).toBe(1)
      expect(refused.errors).toMatch(/^The (data folder|database of DATABASE_URL) .*is not empty/)
      expect((await rowsOf(place))['client']).toHaveLength(5)

      const { code, output, errors } = await restore(place, '--replace')
      expect([code, errors]).toEqual([0, ''])
      expect(output).toContain('1 practices, 3 clients.')
      expect((await rowsOf(place))['client']).toHaveLength(3)
      if (engine === 'sqlite') {
        const aside = readdirSync(before).find((name) => name.startsWith('before-restore-')) ?? 'none'
        const moved = { dataDir: join(before, aside), databaseUrl: undefined }
        expect((await rowsOf(moved))['client']).toHaveLength(5)
      }
    },
  )

  test('a backup that is damaged, or was not finished, is refused, and so is one of the other engine', async () => {
    await addClients(place, 3)
    await backUp()
    const restored = await empty()
    const refusal = async (to = restored) => {
      const { code, errors } = await restore(to)
      expect([code, readdirSync(after).filter((name) => !name.includes('.lock'))]).toEqual([1, []])
      return errors
    }
    const manifest = readFileSync(join(taken(), 'backup.json'), 'utf8')
    writeFileSync(join(taken(), 'backup.json'), manifest.replace('"client": 3', '"client": 4'))
    expect(await refusal()).toBe(`${copyOf()} is damaged: client has 3 rows, and had 4 when it was made.\n`)
    writeFileSync(join(taken(), 'backup.json'), manifest.replace(/"version": \d+/, '"version": 999'))
    expect(await refusal()).toContain('was made by another version')
    rmSync(join(taken(), 'backup.json'))
    expect(await refusal()).toContain('is no backup, or one that was not finished')
    writeFileSync(join(taken(), 'backup.json'), manifest)
    const other = { dataDir: after, databaseUrl: engine === 'postgres' ? undefined : 'postgres://127.0.0.1:1/none' }
    expect(await refusal(other)).toContain(engine === 'postgres' ? 'is of PostgreSQL' : 'is of an embedded database')
    const bytes = readFileSync(copyOf())
    writeFileSync(copyOf(), bytes.subarray(0, bytes.length / 2))
    expect(await refusal()).toMatch(/is damaged|pg_restore failed/)
    writeFileSync(copyOf(), bytes)
    expect((await restore(restored)).code).toBe(0)
  })
})

test('a server on the data folder, and a place without a database, are told', async () => {
  const place = { dataDir: before, databaseUrl: undefined }
  await makeClinic(place)
  const taken = join(backup, 'taken')
  await run('server/cli/backup/main.ts', [taken], place)
  await using server = await openServer(envOf(place))
  const busy = await run('server/cli/restore/main.ts', [taken, '--replace'], place)
  expect([busy.code, busy.errors]).toEqual([1, `A server is running on the data folder ${before}. Stop it first.\n`])
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)

  const nothing = await run('server/cli/backup/main.ts', [join(backup, 'none')], { ...place, dataDir: after })
  expect([nothing.code, nothing.errors]).toEqual([1, `There is no database in ${after}.\n`])
  expect(readdirSync(after)).toEqual([])
})

/** The commands of the section, in order. */
function documented() {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/running.md'), 'utf8').split('\n## Backup and restore\n')
  const fenced = section.split('\n## ')[0]!.matchAll(/^```(\w*)\n([^]*?)^```$/gm)
  const blocks = [...fenced].flatMap(([, language, block]) => (language ? [] : [block!]))
  if (blocks.length !== 2) throw new Error(`The section of backups has ${blocks.length} commands`)
  return blocks as [string, string]
}

/** Where the documents name a folder, that of the test; where they name a day, that of the backup. */
function runDocumented(block: string, { dataDir, databaseUrl = '' }: Place): void {
  const [day = 'none'] = readdirSync(backup)
  const commands = block.replaceAll('/backup', backup).replaceAll('YYYY-MM-DD', day)
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  execFileSync('sh', ['-euc', commands], { cwd: ROOT, env, stdio: 'pipe' })
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
async function uploadLogo({ url: base }: InProcessServer, token: string): Promise<string> {
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

async function register({ url: base }: InProcessServer, token: string, uuid: string): Promise<void> {
  const answer = await fetch(`${base}/api/practice/${PRACTICE}/clients?clientUuid=${uuid}`, {
    method: 'POST',
    headers: { authorization: token },
  })
  expect(answer.status).toBe(201)
}

/** Until mails wait, and until when they are claimed is enough: null before the first try, then minutes away. */
async function untilMails(place: Place, isEnough: (claims: (string | null)[]) => boolean): Promise<void> {
  for (;;) {
    const waiting = await looking(place, (db) => db.selectFrom('outbox').select('claimed_until').execute())
    const claims = waiting.map((mail) => mail.claimed_until)
    if (claims.length > 0 && isEnough(claims)) return
    await delay(20)
  }
}

/** What a session of before the backup sees. */
async function shownBy(
  { url: base }: InProcessServer,
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
