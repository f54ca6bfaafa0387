import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD, adminOf, dataFolder, practiceId } from './databases.ts'
import { type RunningServer } from '#harness/server-process.ts'
import { npmStart, processorTime, residentMemory, startPortal, temporaryFolder } from './servers.ts'
import { signIn } from './sign-in.ts'
import { median } from './statistics.ts'
import { type Measured, medianRow, ms } from './table.ts'

const STARTS = 10
const START_MS = 350
const MEMORY = 100 * 1_048_576
const REST_MS = 2000
const CLINICS = { clients: 1000, practices: 1 }

const MB = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

/** From the start of the process to its first answer, on a built portal; and the memory it then holds. */
export async function measureStartup(): Promise<Measured> {
  const folder = await dataFolder(CLINICS)
  const times: Record<'node' | 'npm' | 'empty', number[]> = { node: [], npm: [], empty: [] }
  const memory: number[] = []
  const processor: number[] = []
  // The first fills what the operating system and Node keep of a program.
  let withDemo: number | undefined
  for (let start = 0; start <= STARTS; start += 1) {
    const node = await timed(() => startPortal(folder), atRest)
    const npm = await timed(() => startPortal(folder, npmStart()))
    const empty = await timed(startEmpty, start === STARTS ? rested : undefined)
    withDemo = empty.result
    if (start === 0) continue
    times.node.push(node.ms)
    times.npm.push(npm.ms)
    times.empty.push(empty.ms)
    if (node.processorMs !== undefined) processor.push(node.processorMs)
    if (node.result !== undefined) memory.push(node.result)
  }
  return {
    rows: [
      medianRow('npm start on a built tree to the first answer', times.npm, ms, START_MS),
      medianRow('node server/cli/start.js to the first answer', times.node, ms, START_MS),
      medianRow('the same on an empty folder (demo data)', times.empty, ms),
      memory.length > 0
        ? medianRow('memory at rest', memory, MB, MEMORY)
        : { what: 'memory at rest', measured: 'not to be read on this system' },
      ...(withDemo === undefined ? [] : [{ what: '  after it has loaded the demo data', measured: MB(withDemo) }]),
    ],
    details: [
      `Processor time of node server/cli/start.js until then, which waiting for others is no part of: ${ms(median(processor))}.`,
    ],
  }
}

async function timed<T>(start: () => Promise<RunningServer>, then?: (server: RunningServer) => Promise<T>) {
  const before = performance.now()
  const server = await start()
  try {
    const answer = await fetch(`${server.url}/api/health/ready`)
    if (!answer.ok) throw new Error(`The server is not ready: ${answer.status}`)
    const took = performance.now() - before
    const processor = processorTime(server.pid)
    return {
      ms: took,
      processorMs: processor === undefined ? undefined : processor * 1000,
      result: await then?.(server),
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

/** The memory after somebody came to look: the page, a sign-in, a few lists. */
async function atRest({ url, pid }: RunningServer): Promise<number | undefined> {
  const practice = practiceId(0)
  const headers = { ...(await signIn(url, adminOf(practice), PASSWORD)) }
  for (let page = 0; page < 10; page += 1) {
    await (await fetch(`${url}/auth/login`)).arrayBuffer()
    await (await fetch(`${url}/api/practice/${practice}/clients?page=${page}`, { headers })).arrayBuffer()
  }
  return await rested({ pid })
}

async function rested({ pid }: Pick<RunningServer, 'pid'>): Promise<number | undefined> {
  await delay(REST_MS)
  return residentMemory(pid)
}
