import * as paths from '#contract/paths.ts'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { sized } from './options.ts'
import { startPortal, temporaryFolder } from './servers.ts'
import { OWNER, pathOf, readJson, signIn } from './sign-in.ts'
import { type Measured, medianRow, ms } from './table.ts'

const STARTS = sized(3, 1)
const LATER = sized(8, 1)

/** Measures the download of rendered invoices. The first download also starts the rendering thread. */
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

/** Returns signed URLs of an owner's invoices. */
async function invoiceFiles(url: string, count: number): Promise<string[]> {
  const headers = await signIn(url, OWNER, DEMO_PASSWORD)
  const read = async <T>(path: string) => await readJson<T>(url, path, headers)
  const [practice] = await read<{ id: string }[]>(paths.userPractices)
  const { uuid: client } = await read<{ uuid: string }>(`${paths.userClient}?practiceId=${practice!.id}`)
  const { content } = await read<{ content: { uuid: string }[] }>(`${paths.invoices(client)}?size=${count}`)
  const signed = content.map(({ uuid }) => read<{ url: string }>(paths.invoiceFile(client, uuid)))
  return (await Promise.all(signed)).map((file) => url + pathOf(file.url))
}

async function timeEach(addresses: string[]): Promise<number[]> {
  const times: number[] = []
  for (const address of addresses) {
    const before = performance.now()
    const response = await fetch(address)
    await response.bytes()
    if (!response.ok) throw new Error(`The invoice was not drawn: ${response.status}`)
    times.push(performance.now() - before)
  }
  return times
}
