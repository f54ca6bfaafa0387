import * as paths from '#contract/paths.ts'
import { sized } from './options.ts'
import { startPortal, temporaryFolder } from './servers.ts'
import { download, ownerOf } from './sign-in.ts'
import { type Measured, medianRow, ms } from './table.ts'

const STARTS = sized(3, 1)
const LATER = sized(8, 1)

/** An invoice without a file of its own, over HTTP: the first, for which the thread that draws is started, and those after it. */
export async function measurePdf(): Promise<Measured> {
  await using folder = await temporaryFolder()
  const first: number[] = []
  const later: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    await using server = await startPortal(folder.path, { demo: true })
    const [one, ...others] = await timeEach(await invoiceFiles(server.url, 1 + LATER))
    first.push(one!)
    later.push(...others)
  }
  return {
    rows: [medianRow('an invoice as PDF: the first', first, ms), medianRow('an invoice as PDF: later ones', later, ms)],
  }
}

async function invoiceFiles(url: string, count: number): Promise<string[]> {
  const { uuid: client, read, fileOf } = await ownerOf(url)
  const { content } = await read<{ content: { uuid: string }[] }>(`${paths.invoices(client)}?size=${count}`)
  return await Promise.all(content.map(({ uuid }) => fileOf(paths.invoiceFile(client, uuid))))
}

async function timeEach(addresses: string[]): Promise<number[]> {
  const times: number[] = []
  for (const address of addresses) {
    const before = performance.now()
    await download(address)
    times.push(performance.now() - before)
  }
  return times
}
