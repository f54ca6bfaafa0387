import { createWriteStream, statSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseFile, openDatabase } from '#server/node/db/database.ts'
import { createPasswords } from '#server/node/passwords.ts'
import type { Place } from '#harness/clinic.ts'
import { startCluster } from '#harness/postgres-cluster.ts'
import { spawnCommand } from '#harness/server-process.ts'
import { type Clinics, PASSWORD, acceptStaff, practiceId } from './databases.ts'
import { callsOf, loadOf } from './list.ts'
import { makeExport } from './make-export.ts'
import { sized } from './options.ts'
import { residentMemory, startPortal, temporaryFolder } from './servers.ts'
import { newDatabase } from './soak/places.ts'
import { type Measured, type Row, mib, ms } from './table.ts'

const STARTS = 3
const REST_MS = sized(5000, 200)

const MINUTE_MS = 60_000
const time = (milliseconds: number) =>
  milliseconds < MINUTE_MS ? `${Math.round(milliseconds / 1000)} s` : `${(milliseconds / MINUTE_MS).toFixed(1)} min`

/** Measures what practices of a usual size need: with all their records, loaded and backed up by the commands. */
export async function measureSizing(clinics: Clinics): Promise<Measured> {
  await using folder = await temporaryFolder()
  await writeExports(folder.path, clinics)
  const ofSqlite = await measureEngine(
    { dataDir: join(folder.path, 'sqlite'), databaseUrl: undefined },
    folder.path,
    clinics,
  )
  const cluster = await startCluster({ durable: true })
  if (!cluster) return { rows: ofSqlite }
  try {
    const databaseUrl = await newDatabase(cluster, 'sizing')
    const place = { dataDir: join(folder.path, 'postgres'), databaseUrl }
    return { rows: [...ofSqlite, ...(await measureEngine(place, folder.path, clinics))] }
  } finally {
    await cluster.remove()
  }
}

const exportOf = (folder: string, practice: string) => join(folder, `${practice}.jsonl`)

/** Writes an export for each practice, with about nine records a client. */
async function writeExports(folder: string, clinics: Clinics): Promise<void> {
  let file = createWriteStream(join(folder, 'none'))
  for (const record of makeExport({ ...clinics, records: true })) {
    if (record.record === 'practice') {
      file.end()
      file = createWriteStream(exportOf(folder, String(record['id'])))
    }
    if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

async function measureEngine(place: Place, folder: string, clinics: Clinics): Promise<Row[]> {
  const practices = Array.from({ length: clinics.practices ?? 1 }, (_, index) => practiceId(index))
  const imports: number[] = []
  for (const id of practices) imports.push(await command(place, ['import', exportOf(folder, id), '--practice', id]))
  const hash = await createPasswords().hash(PASSWORD)
  const { db } = await openDatabase({ ...place, queryMs: 3_600_000 })
  await acceptStaff(db, hash)
  await sql.raw(place.databaseUrl ? 'vacuum analyze' : 'analyze').execute(db)
  await db.destroy()
  const starts: number[] = []
  let used = { memory: Number.NaN, p99Ms: Number.NaN }
  for (let round = 0; round < STARTS; round += 1) {
    const before = performance.now()
    await using portal = await startPortal(place.dataDir, envOf(place))
    await fetch(`${portal.url}/api/health/ready`)
    starts.push(performance.now() - before)
    if (round + 1 < STARTS) continue
    const { p99Ms } = await loadOf(portal.url, await callsOf(portal.url, clinics))
    await delay(REST_MS)
    used = { memory: residentMemory(portal.pid) ?? Number.NaN, p99Ms }
  }
  const backup = await command(place, ['backup', join(folder, `backup-${place.databaseUrl ? 'postgres' : 'sqlite'}`)])
  const engine = place.databaseUrl ? 'PostgreSQL' : 'SQLite'
  console.error(
    `${engine}: ${practices.length} practices were loaded in ${time(imports.reduce((sum, each) => sum + each, 0))}.`,
  )
  const among = `${practices.length} practices, ${clinics.clients.toLocaleString('en')} clients`
  return [
    { what: `${engine}, ${among}: size of the database`, measured: mib(await sizeOf(place)) },
    { what: '  import of the first practice', measured: time(imports[0]!) },
    { what: '  import of the last practice', measured: time(imports.at(-1)!) },
    { what: '  start to the first response', measured: ms(Math.min(...starts)) },
    { what: '  memory at rest, after use', measured: mib(used.memory) },
    { what: '  p99 of a page of 25 clients, 50 at once', measured: ms(used.p99Ms) },
    { what: '  backup, checked', measured: time(backup) },
  ]
}

const envOf = ({ databaseUrl }: Place) => ({ env: { ...(databaseUrl && { DATABASE_URL: databaseUrl }) } })

/** Runs a command of the server. Returns its time in milliseconds. */
async function command(place: Place, args: string[]): Promise<number> {
  const before = performance.now()
  const { env } = envOf(place)
  const started = { command: process.execPath, args: ['server/cli/main.js', ...args] }
  await using running = spawnCommand({ ...started, env: { ...env, DATA_DIR: place.dataDir } })
  const [code] = (await once(running.child, 'close')) as [number]
  if (code !== 0) throw new Error(`${args.join(' ')}: ${running.output.err}`)
  return performance.now() - before
}

async function sizeOf({ dataDir, databaseUrl }: Place): Promise<number> {
  if (!databaseUrl) return statSync(databaseFile(dataDir)).size
  const { db } = await openDatabase({ dataDir, databaseUrl })
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  await db.destroy()
  return Number(rows[0]!.bytes)
}
