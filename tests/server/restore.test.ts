import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentKey } from '#server/documents/types.ts'
import { folderFiles } from '#server/node/files/folder-files.ts'
import { attachment, webhook } from '#harness/builders.ts'
import { run } from '#harness/commands.ts'
import {
  PRACTICE,
  type Place,
  addClients,
  envOf,
  allRowsOf,
  withDatabaseOf,
  makeClinic,
  signIn,
} from '#harness/clinic.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { createPortal, emptyPostgres, freshPostgres } from '#harness/postgres.ts'
import { ROOT } from '#harness/server-process.ts'
import { onEngines } from '#harness/test-server.ts'
import { commandBlocksOf } from '../rules/documents.ts'
import { PICTURES } from './pictures.ts'

// The first test runs the commands of docs/operate/backup-and-restore.md.

const [documentedBackup, documentedRestore] = documented()
/** No mail server listens on this port, so mails stay in the outbox. */
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1' }
const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0

let [folder, before, after, backup, taken] = ['', '', '', '', '']
function makeFolders() {
  folder = mkdtempSync(join(tmpdir(), 'portal-restore-'))
  ;[before = '', after = '', backup = ''] = ['before', 'after', 'backup'].map((name) => join(folder, name))
  for (const each of [before, after, backup]) mkdirSync(each)
  taken = join(backup, 'taken')
}
const removeFolders = () => rmSync(folder, { recursive: true, force: true })

onEngines('backup and restore', (engine) => {
  const isAble = engine === 'sqlite' || ['pg_dump', 'pg_restore'].every(hasProgram)
  beforeEach(({ skip }) => skip(!isAble, 'The programs of PostgreSQL are not installed'))
  const newPlace = async (): Promise<Place> => ({
    dataDir: before,
    databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
  })
  const emptyPlace = async (): Promise<Place> => ({
    dataDir: after,
    databaseUrl: engine === 'postgres' ? await emptyPostgres() : undefined,
  })
  const backUp = (from: Place) => run('server/cli/backup/main.ts', [taken], from)
  const restore = (to: Place, ...options: string[]) => run('server/cli/restore/main.ts', [taken, ...options], to)

  describe('while the server runs', () => {
    beforeEach(makeFolders)
    afterEach(removeFolders)

    test.runIf(process.platform !== 'win32')('restores everything with the documented commands', async () => {
      const place = await newPlace()
      const { clients, mail } = await fill(place)
      await using server = await openServer({ ...envOf(place), ...NO_MAIL_SERVER })
      const token = await signIn(server.url)
      const logo = await uploadLogo(server, token)
      for (const uuid of clients) await register(server, token, uuid)
      await untilMails(place, (claims) => !claims.includes(null))
      const shown = await shownBy(server, { token, logo, owner: clients[0]! })
      const rows = await allRowsOf(place)

      runDocumented(documentedBackup, place)
      await server.stop()
      rmSync(before, { recursive: true })
      const restored = await emptyPlace()
      runDocumented(documentedRestore, restored)

      expect(await allRowsOf(restored)).toEqual(rows)
      expect(rows['outbox']).toMatchObject([{ kind: 'activation' }, { kind: 'activation' }])
      expect([rows['session']?.length, rows['client']?.length]).toEqual([1, 2])
      expect(readFileSync(join(after, 'outbox', `${mail}.eml`), 'utf8')).toBe('a mail')
      await using again = await openServer({ ...envOf(restored), ...NO_MAIL_SERVER })
      expect(await shownBy(again, { token, logo, owner: clients[0]! })).toEqual(shown)
      expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
      expect(shown.at(-1)!.text).toBe('of the practice')
    })

    test('includes each change completely or not at all', { tags: ['database'] }, async () => {
      const place = await newPlace()
      await makeClinic(place)
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
      await untilMails(place, () => true)
      const { code, errors } = await backUp(place)
      isTaken = true
      await writing
      expect([code, errors]).toEqual([0, ''])
      await server.stop()

      const restored = await emptyPlace()
      expect((await restore(restored)).errors).toBe('')
      const rows = await allRowsOf(restored)
      const registered = rows['client']!.filter((row) => (row as { registered: number }).registered === 1).length
      expect(registered).toBeGreaterThan(0)
      expect(registered).toBeLessThan(clients.length)
      const unregistered = clients.length - registered
      expect(rows['client_count']).toMatchObject([{ practice_id: PRACTICE, registered, unregistered }])
      expect(rows['outbox']).toHaveLength(registered)
      const actions = rows['audit']!.map((row) => (row as { action: string }).action)
      expect(actions.filter((action) => action === 'registered')).toHaveLength(registered)
    })
  })

  describe('of a stopped server', () => {
    let place: Place
    let first: Awaited<ReturnType<typeof backUp>>
    const copy = () => join(taken, engine === 'postgres' ? 'portal.dump' : 'portal.sqlite')
    beforeAll(async () => {
      if (!isAble) return
      makeFolders()
      place = { dataDir: before, databaseUrl: engine === 'postgres' ? await createPortal() : undefined }
      await makeClinic(place)
      await addClients(place, 3)
      await withDatabaseOf(place, (db) => webhook(db, undefined, PRACTICE))
      for (const [name, files] of Object.entries({
        files: ['one', 'two', '.two.unfinished'],
        imports: ['sent.jsonl', 'other.jsonl.unfinished'],
      })) {
        mkdirSync(join(before, name))
        for (const file of files) writeFileSync(join(before, name, file), file)
      }
      mkdirSync(taken)
      chmodSync(taken, 0o755)
      first = await backUp(place)
    })
    afterAll(removeFolders)

    test('creates private files with a table of contents', async () => {
      expect([first.code, first.errors]).toEqual([0, ''])
      expect(first.output).toContain(`${taken} has 1 practices and 3 clients, 2 files and 0 mails`)
      expect(statSync(taken).mode & 0o777).toBe(0o700)
      expect(statSync(copy()).mode & 0o077).toBe(0)
      expect(readdirSync(join(taken, 'files')).toSorted()).toEqual(['one', 'two'])
      expect(readdirSync(join(taken, 'imports'))).toEqual(['sent.jsonl'])
      expect(JSON.parse(readFileSync(join(taken, 'backup.json'), 'utf8'))).toMatchObject({
        engine,
        rows: { client: 3, practice: 1 },
        files: { files: 2, outbox: 0, imports: 1 },
      })
      const errors = `${taken} is not empty. Name a new or empty folder.\n`
      expect(await backUp(place)).toMatchObject({ code: 1, errors })
    })

    test('overwrites data only with --replace', { tags: ['database'] }, async () => {
      const clientsAt = async (at: Place) => (await allRowsOf(at))['client']?.length
      await addClients(place, 2)
      const rejected = await restore(place)
      expect(rejected.code).toBe(1)
      expect(rejected.errors).toMatch(/^The (data folder|database of DATABASE_URL) .*is not empty/)
      expect(await clientsAt(place)).toBe(5)
      const { code, output, errors } = await restore(place, '--replace')
      expect([code, errors]).toEqual([0, ''])
      expect(output).toContain('1 practices, 3 clients.')
      expect(output).toContain('Webhooks paused: 1.')
      expect((await allRowsOf(place))['webhook_endpoint']).toMatchObject([{ state: 'paused', reason: 'restored' }])
      expect(await clientsAt(place)).toBe(3)
      if (engine === 'postgres') return
      const aside = readdirSync(before).find((name) => name.startsWith('before-restore-')) ?? 'none'
      expect(await clientsAt({ dataDir: join(before, aside), databaseUrl: undefined })).toBe(5)
    })

    test('--keep removes older backups once the new one is complete', { tags: ['database'] }, async () => {
      const many = join(backup, `many-${crypto.randomUUID()}`)
      const keep = (count: string, from = place) => run('server/cli/backup/main.ts', [many, '--keep', count], from)
      const complete = () => readdirSync(many).filter((name) => name.endsWith('Z'))
      const lastSuccess = () =>
        withDatabaseOf(place, (db) => db.selectFrom('last_success').select('at').where('work', '=', 'backup').execute())
      for (const count of ['2', '2']) expect(await keep(count)).toMatchObject({ code: 0, errors: '' })
      const [first, second] = complete()
      for (const name of ['2020-01-01T00-00-00.000Z.unfinished', '2020-01-01T00-00-00.000Z', 'other'])
        mkdirSync(join(many, name))
      // A failed backup removes nothing, and its time does not count.
      const before = await lastSuccess()
      const nowhere = {
        dataDir: join(folder, 'nowhere'),
        databaseUrl: place.databaseUrl && 'postgres://127.0.0.1:1/none',
      }
      expect((await keep('1', nowhere)).code).toBe(1)
      expect([complete(), await lastSuccess()]).toEqual([['2020-01-01T00-00-00.000Z', first, second], before])

      const third = await keep('2')
      expect(third.output).toContain(`Removed 2 older: ${first}, 2020-01-01T00-00-00.000Z.unfinished.`)
      // A folder without a manifest may be somebody else's.
      expect(complete()).toEqual(['2020-01-01T00-00-00.000Z', second, expect.any(String)])
      const [{ at }] = (await lastSuccess()) as [{ at: string }]
      expect(complete().at(-1)).toBe(at.replaceAll(':', '-'))
      expect((await keep('0')).errors).toContain('--keep must be a whole number from 1 to 10000.')
    })

    test('rejects a damaged, unfinished or incompatible backup', async () => {
      const restored = await emptyPlace()
      const restoreError = async (to = restored) => {
        const { code, errors } = await restore(to)
        expect([code, readdirSync(after).filter((name) => !name.includes('.lock'))]).toEqual([1, []])
        return errors
      }
      const manifestFile = join(taken, 'backup.json')
      const manifest = readFileSync(manifestFile, 'utf8')
      writeFileSync(manifestFile, manifest.replace('"client": 3', '"client": 4'))
      expect(await restoreError()).toBe(`${copy()} is damaged: client has 3 rows instead of 4.\n`)
      writeFileSync(manifestFile, manifest.replace(/"version": \d+/, '"version": 999'))
      expect(await restoreError()).toContain('was made by another version')
      rmSync(manifestFile)
      expect(await restoreError()).toContain('is not a complete backup')
      writeFileSync(manifestFile, manifest)
      const other = { dataDir: after, databaseUrl: engine === 'postgres' ? undefined : 'postgres://127.0.0.1:1/none' }
      expect(await restoreError(other)).toContain(
        engine === 'postgres' ? 'is a backup of PostgreSQL' : 'is a backup of SQLite',
      )
      const bytes = readFileSync(copy())
      writeFileSync(copy(), bytes.subarray(0, bytes.length / 2))
      expect(await restoreError()).toMatch(/is damaged|pg_restore failed/)
      writeFileSync(copy(), bytes)
      expect((await restore(restored)).code).toBe(0)
    })

    test.runIf(engine === 'sqlite')(
      'fails with a message if a server is running or the database is missing',
      async () => {
        await using server = await openServer(envOf(place))
        const errors = `A server is running on the data folder ${before}. Stop it first.\n`
        expect(await restore(place, '--replace')).toMatchObject({ code: 1, errors })
        expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)

        const nowhere = join(folder, 'nowhere')
        mkdirSync(nowhere)
        const none = await run('server/cli/backup/main.ts', [join(backup, 'none')], { ...place, dataDir: nowhere })
        expect([none.code, none.errors]).toEqual([1, `There is no database in ${nowhere}.\n`])
        expect(readdirSync(nowhere)).toEqual([])
      },
    )
  })
})

/** Returns the two command blocks of the backup page, in order. */
function documented() {
  const blocks = commandBlocksOf('docs/operate/backup-and-restore.md').filter(({ needs }) => needs === '')
  if (blocks.length !== 2) throw new Error(`The page of backups has ${blocks.length} commands`)
  return blocks.map(({ commands }) => commands) as [string, string]
}

/** Runs documented commands with the folders of the test and the day of the backup. */
function runDocumented(block: string, { dataDir, databaseUrl = '' }: Place): void {
  const [day = 'none'] = readdirSync(backup)
  const program = `dierenportaal() { ${process.execPath} server/cli/main.js "$@"; }`
  const commands = `${program}\n${block.replaceAll('/backup', backup).replaceAll('YYYY-MM-DD', day)}`
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  execFileSync('sh', ['-euc', commands], { cwd: ROOT, env, stdio: 'pipe' })
}

/** Creates a practice with two clients, a document with a file, and a mail file in the data folder. */
async function fill(place: Place) {
  await makeClinic(place)
  const clients = await addClients(place, 2)
  await withDatabaseOf(place, async (db) => {
    const key = documentKey({ type: 'attachment', uuid: await attachment(db, clients[0]!) })
    await folderFiles(join(place.dataDir, 'files')).put(key, new TextEncoder().encode('of the practice'))
    await db.insertInto('file').values({ key, created_at: new Date().toISOString(), sha256: null }).execute()
  })
  const mail = crypto.randomUUID()
  mkdirSync(join(place.dataDir, 'outbox'))
  writeFileSync(join(place.dataDir, 'outbox', `${mail}.eml`), 'a mail')
  return { clients, mail }
}

async function uploadLogo({ url: base }: InProcessServer, token: string): Promise<string> {
  const headers = { authorization: token, 'content-type': 'image/png' }
  const practice = `${base}/api/practice/${PRACTICE}`
  const { url } = (await (await fetch(`${practice}/logoUploadUrl`, { headers })).json()) as { url: string }
  const stored = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: PICTURES.png })
  expect(stored.status).toBe(204)
  const { logoUrl } = (await (await fetch(practice, { headers })).json()) as { logoUrl: string }
  return new URL(logoUrl, base).pathname
}

async function register({ url: base }: InProcessServer, token: string, uuid: string): Promise<void> {
  const response = await fetch(`${base}/api/practice/${PRACTICE}/clients?clientUuid=${uuid}`, {
    method: 'POST',
    headers: { authorization: token },
  })
  expect(response.status).toBe(201)
}

/** Waits for mails whose `claimed_until` satisfies a condition: null before the first attempt, a time afterwards. */
async function untilMails(place: Place, isEnough: (claims: (string | null)[]) => boolean): Promise<void> {
  for (;;) {
    const waiting = await withDatabaseOf(place, (db) => db.selectFrom('outbox').select('claimed_until').execute())
    const claims = waiting.map((mail) => mail.claimed_until)
    if (claims.length > 0 && isEnough(claims)) return
    await delay(20)
  }
}

/** Responses to a session that was opened before the backup. */
async function shownBy(
  { url: base }: InProcessServer,
  { token, logo, owner }: { token: string; logo: string; owner: string },
) {
  const headers = { authorization: token }
  const read = async (path: string) => {
    const response = await fetch(`${base}${path}`, { headers })
    return { status: response.status, text: (await response.text()).replaceAll(base, '') }
  }
  const documents = await fetch(`${base}/api/clients/${owner}/attachments`, { headers })
  const { content } = (await documents.json()) as { content: { url: string }[] }
  const { pathname, search } = new URL(content[0]!.url)
  const practice = `/api/practice/${PRACTICE}`
  const paths = ['/api/user', '/api/user/sessions', `${practice}/clients`, `${practice}/audit`, logo, pathname + search]
  return await Promise.all(paths.map(read))
}
