import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as paths from '#contract/paths.ts'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { startPortal } from './servers.ts'
import { signIn } from './sign-in.ts'
import { median, spread } from './statistics.ts'
import { type Measured, ms } from './table.ts'

const STARTS = 3
const LATER = 8
const OWNER = 'owner@mail.example'

/** An invoice without a file of its own, over HTTP: the first, for which the thread that draws is started, and those after it. */
export async function measurePdf(): Promise<Measured> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'portal-bench-'))
  const folder = made.path
  const first: number[] = []
  const later: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const server = await startPortal(folder, { demo: true })
    try {
      const [one, ...others] = await timeEach(await invoiceFiles(server.url, 1 + LATER))
      first.push(one!)
      later.push(...others)
    } finally {
      await server.stop()
    }
  }
  return {
    rows: [
      { what: 'an invoice as PDF: the first', measured: ms(median(first)), note: spread(first, ms) },
      { what: 'an invoice as PDF: later ones', measured: ms(median(later)), note: spread(later, ms) },
    ],
  }
}

async function invoiceFiles(url: string, count: number): Promise<string[]> {
  const headers = { ...(await signIn(url, OWNER, DEMO_PASSWORD)) }
  const get = async <T>(path: string) => {
    const answer = await fetch(`${url}/api/${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as T
  }
  const [practice] = await get<{ id: string }[]>(paths.userPractices)
  const client = await get<{ uuid: string }>(`${paths.userClient}?practiceId=${practice!.id}`)
  const { content } = await get<{ content: { uuid: string }[] }>(`${paths.invoices(client.uuid)}?size=${count}`)
  const files = await Promise.all(content.map(({ uuid }) => get<{ url: string }>(paths.invoiceFile(client.uuid, uuid))))
  return files.map((file) => new URL(new URL(file.url).pathname + new URL(file.url).search, url).href)
}

async function timeEach(addresses: string[]): Promise<number[]> {
  const times: number[] = []
  for (const address of addresses) {
    const before = performance.now()
    const answer = await fetch(address)
    const { byteLength } = await answer.arrayBuffer()
    if (!answer.ok || byteLength < 1000) throw new Error(`No paper came: ${answer.status}`)
    times.push(performance.now() - before)
  }
  return times
}
