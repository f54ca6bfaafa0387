import { cp } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD, adminOf, dataFolder, practiceId } from './databases.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { sized } from './options.ts'
import { npmStart, processorTime, residentMemory, startPortal, temporaryFolder } from './servers.ts'
import { interleave } from './rounds.ts'
import { signIn } from './sign-in.ts'
import { median } from './statistics.ts'
import { type Measured, medianRow, ms } from './table.ts'

const STARTS = sized(10, 1)
const START_MS = 350
const MEMORY = 100 * 1_048_576
const REST_MS = sized(2000, 200)
const CLINICS = { clients: 1000, practices: 1 }

const MB = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

/** Measures the time from the start of the process to its first response, and the memory of the idle server. */
export async function measureStartup(): Promise<Measured> {
  const folder = await dataFolder(CLINICS)
  // npm exits before the server that it started, so the next start must not use the same folder.
  await using other = await temporaryFolder()
  await cp(folder, other.path, { recursive: true })
  const { node, npm, empty } = await interleave(STARTS, {
    node: () => timed(() => startPortal(folder), memoryAfterUse),
    npm: () => timed(() => startPortal(other.path, npmStart())),
    empty: () => timed(startEmpty),
  })
  const withDemo = await timed(startEmpty, idleMemory)
  const msOf = (starts: Start[]) => starts.map((start) => start.ms)
  const memory = node.flatMap((start) => start.memory ?? [])
  return {
    rows: [
      medianRow('npm start on a built tree to the first response', msOf(npm), ms, START_MS),
      medianRow('node server/cli/start.js to the first response', msOf(node), ms, START_MS),
      medianRow('the same on an empty folder (demo data)', msOf(empty), ms),
      ...(memory.length > 0 ? [medianRow('memory at rest', memory, MB, MEMORY)] : []),
      ...(withDemo.memory === undefined
        ? []
        : [{ what: '  after it has loaded the demo data', measured: MB(withDemo.memory) }]),
    ],
    details: [
      `Processor time of node server/cli/start.js until then: ${ms(median(node.flatMap((start) => start.processorMs ?? [])))}.`,
    ],
  }
}

interface Start {
  ms: number
  processorMs: number | undefined
  /** Resident memory in bytes; undefined on systems without `/proc`. */
  memory: number | undefined
}

async function timed(
  start: () => Promise<RunningServer>,
  memoryOf?: (server: RunningServer) => Promise<number | undefined>,
): Promise<Start> {
  const before = performance.now()
  const server = await start()
  try {
    const response = await fetch(`${server.url}/api/health/ready`)
    if (!response.ok) throw new Error(`The server is not ready: ${response.status}`)
    const took = performance.now() - before
    const processor = processorTime(server.pid)
    return {
      ms: took,
      processorMs: processor === undefined ? undefined : processor * 1000,
      memory: await memoryOf?.(server),
    }
  } finally {
    await server.stop()
  }
}

async function startEmpty(): Promise<RunningServer> {
  const folder = await temporaryFolder()
  const server = await startPortal(folder.path, { demo: true })
  return {
    ...server,
    async stop() {
      await server.stop()
      await folder.remove()
    },
  }
}

/** Returns the memory of the idle server after a sign-in and ten loads of the login page and a list. */
async function memoryAfterUse({ url, pid }: RunningServer): Promise<number | undefined> {
  const practice = practiceId(0)
  const headers = { ...(await signIn(url, adminOf(practice), PASSWORD)) }
  for (let page = 0; page < 10; page += 1) {
    await (await fetch(`${url}/auth/login`)).arrayBuffer()
    await (await fetch(`${url}/api/practice/${practice}/clients?page=${page}`, { headers })).arrayBuffer()
  }
  return await idleMemory({ pid })
}

async function idleMemory({ pid }: Pick<RunningServer, 'pid'>): Promise<number | undefined> {
  await delay(REST_MS)
  return residentMemory(pid)
}
