import { availableParallelism, loadavg } from 'node:os'
import { readOptions, runCommand } from '#server/cli/command.ts'
import { chosenOf, numberOf } from './options.ts'
import { soakClocks } from './soak/clocks.ts'
import { soakCluster } from './soak/cluster.ts'
import { soakConversations } from './soak/conversations.ts'
import { soakDatabase } from './soak/database.ts'
import { soakDisk } from './soak/disk.ts'
import { soakFiles } from './soak/files.ts'
import { soakFirstStart } from './soak/first-start.ts'
import { soakForeign } from './soak/foreign.ts'
import { soakFuzz } from './soak/fuzz.ts'
import { soakHostile } from './soak/hostile.ts'
import { soakKillPostgres } from './soak/kill-postgres.ts'
import { soakKillServer } from './soak/kill-server.ts'
import { soakLoad } from './soak/load.ts'
import { soakLogins } from './soak/logins.ts'
import { soakMemberships } from './soak/memberships.ts'
import { soakModel } from './soak/model.ts'
import { inFolder, onBoth, onCluster, onPostgres, onSqlite, placeOn, together } from './soak/places.ts'
import type { Bounds, Soaked } from './soak/report.ts'
import { soakRequests } from './soak/requests.ts'
import { soakSignIn } from './soak/sign-in.ts'
import { soakSlow } from './soak/slow.ts'
import { soakTerm } from './soak/term.ts'
import { soakTurns } from './soak/turns.ts'
import { tableLines } from './table.ts'

// `npm run soak` kills, overloads, slows down and fills servers and databases, and guesses passwords. docs/reliability.md
// describes the parts; `npm test` runs a short case of most. All servers listen on loopback and use temporary folders.

const parts = {
  'kill-server': (bounds) => onSqlite((place) => soakKillServer('server on SQLite killed', place, bounds())),
  postgres: soakPostgres,
  'first-start': (bounds) => soakFirstStart(bounds()),
  'sign-in': (bounds) => onSqlite((place) => soakSignIn(place, bounds())),
  model: (bounds) => onSqlite((place) => soakModel(place, bounds())),
  load: (bounds) => onBoth('load', (place, engine) => soakLoad(place, engine, bounds())),
  logins: (bounds) => onBoth('logins', (place, engine) => soakLogins(place, engine, bounds())),
  slow: (bounds) => onBoth('slow', (place, engine) => soakSlow(place, engine, bounds())),
  files: (bounds) => onBoth('logos and files', (place) => soakFiles(place, bounds())),
  hostile: () => onSqlite(soakHostile),
  term: (bounds) => onBoth('term', (place, engine) => soakTerm(place, engine, bounds())),
  disk: (bounds) => onSqlite(({ dataDir }) => soakDisk(dataDir, bounds())),
  database: (bounds) =>
    onCluster('database', (cluster) => inFolder((dataDir) => soakDatabase(cluster, dataDir, bounds()))),
  clocks: (bounds) => onPostgres('clocks', (place) => soakClocks(place, bounds())),
  cluster: (bounds) => onPostgres('cluster', (place, cluster) => soakCluster(cluster, place, bounds())),
  memberships: (bounds) => onPostgres('memberships', (place) => soakMemberships(place, bounds())),
  requests: (bounds) => onPostgres('requests', (place) => soakRequests(place, bounds())),
  conversations: (bounds) => onPostgres('conversations', (place) => soakConversations(place, bounds())),
  fuzz: (bounds) => onBoth('bad inputs', (place, engine) => soakFuzz(place, engine, bounds())),
  turns: (bounds) => onBoth('turns', (place, engine) => soakTurns(place, engine, bounds())),
  foreign: (bounds) => inFolder((folder) => soakForeign(folder, bounds())),
} satisfies Record<string, (bounds: () => Bounds) => Promise<Soaked>>
const NAMES = Object.keys(parts) as (keyof typeof parts)[]
const USAGE = `Usage: npm run soak -- [--rounds NUMBER] [--minutes NUMBER] [--seconds NUMBER] [--only NAME,NAME];
  the names are ${NAMES.join(', ')}`

await runCommand(async () => {
  const { values } = readOptions(
    {
      options: {
        rounds: { type: 'string', default: '100' },
        /** Time limit of each part in minutes; a part that reaches the limit reports its completed rounds. */
        minutes: { type: 'string', default: '15' },
        /** Duration of each load in seconds. */
        seconds: { type: 'string', default: '60' },
        only: { type: 'string' },
      },
    },
    USAGE,
  )
  const positive = { least: 1, usage: USAGE }
  const rounds = numberOf('rounds', values.rounds, positive)
  const minutes = numberOf('minutes', values.minutes, positive)
  const seconds = numberOf('seconds', values.seconds, positive)
  const chosen = chosenOf(values.only, NAMES, USAGE)

  let isStopping = false
  // The first SIGINT stops the run, cleans up and prints the results so far. A second SIGINT exits immediately.
  process.on('SIGINT', () => {
    if (isStopping) process.exit(130)
    isStopping = true
  })
  const bounds = () => {
    const until = Date.now() + minutes * 60_000
    return { rounds, seconds, until, isOver: () => isStopping || Date.now() > until }
  }
  const soaked: Soaked[] = []
  for (const name of chosen) {
    if (isStopping) break
    try {
      soaked.push(await parts[name](bounds))
    } catch (error) {
      soaked.push({
        rows: [{ what: name, measured: 'could not go on', ok: false }],
        found: [`${name}: ${error instanceof Error ? error.message : String(error)}`],
      })
    }
  }

  const rows = soaked.flatMap((part) => part.rows)
  const found = soaked.flatMap((part) => part.found)
  console.log()
  for (const line of tableLines(rows)) console.log(line)
  if (found.length > 0) console.log(`\n${found.slice(0, 50).join('\n')}`)
  console.log(`\nNode ${process.version}, ${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}`)
  return found.length > 0 || rows.some(({ ok }) => ok === false) ? 1 : 0
})

/** Kills the server on PostgreSQL, then PostgreSQL itself. The cluster writes synchronously, as in production. */
async function soakPostgres(bounds: () => Bounds): Promise<Soaked> {
  return await onCluster('postgres', async (cluster) =>
    together(
      await placeOn(cluster, (place) => soakKillServer('server on PostgreSQL killed', place, bounds())),
      await placeOn(cluster, (place) => soakKillPostgres(cluster, place, bounds())),
    ),
  )
}
