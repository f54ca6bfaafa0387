import { type Place, envOf, makeClinic } from '#harness/clinic.ts'
import type { Cluster } from '#harness/postgres-cluster.ts'
import { hasEnded, startServer } from '#harness/server-process.ts'
import { soakWay } from './database.ts'
import { type Bounds, type Soaked, none } from './report.ts'

const WHAT = 'PostgreSQL killed'
const RESPONSE_MS = 5000

/** Repeatedly kills PostgreSQL under one server, which must keep running. */
export async function soakKillPostgres(cluster: Cluster, place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  await using server = await startServer(envOf(place))
  const way = { what: WHAT, most: RESPONSE_MS, away: () => cluster.kill(), back: () => cluster.restart() }
  const { rows, found } = await soakWay({ way, server, direct: place, rounds, isOver })
  return { rows: [...rows, none(`${WHAT}: servers that ended of it`, hasEnded(server.child) ? 1 : 0)], found }
}
