import { cp } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import * as laterPaths from '#contract/later-paths.ts'
import * as paths from '#contract/paths.ts'
import type { CsvImport } from '#contract/schemas/csv-import.ts'
import { PASSWORD, adminOf, dataFolder, practiceId } from './databases.ts'
import { sized } from './options.ts'
import { startPortal, temporaryFolder } from './servers.ts'
import { jsonOf, readJson, signIn } from './sign-in.ts'
import { whileWatching } from './soak/crowd.ts'
import { quantile } from './statistics.ts'
import { type Measured, atMost, mib, ms } from './table.ts'

const ROWS = sized(100_000, 1000)
const MAX_MS = 60_000
const MAX_MEMORY = 512 * 1_048_576
const MAX_P99_MS = 1000
const CLINICS = { clients: 1000, practices: 1 }
const POLL_MS = 200
const CALL_EVERY_MS = 20

/** Measures a CSV file from the upload to the end of the load, and the calls of others meanwhile. */
export async function measureCsv(): Promise<Measured> {
  await using folder = await temporaryFolder()
  await cp(await dataFolder(CLINICS), folder.path, { recursive: true })
  await using server = await startPortal(folder.path)
  const practice = practiceId(0)
  const { authorization } = await signIn(server.url, adminOf(practice), PASSWORD)
  const headers = { authorization, cookie: '' }
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(`${server.url}/api/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as CsvImport
  }
  const until = async (id: string, ...ends: CsvImport['state'][]) => {
    for (;;) {
      const file = await readJson<CsvImport>(server.url, laterPaths.csvImport(practice, id), headers)
      if (ends.includes(file.state)) return file
      await delay(POLL_MS)
    }
  }

  const ending = new AbortController()
  const others = readMeanwhile(`${server.url}/api/${paths.practiceClients(practice)}`, authorization, ending.signal)
  const start = performance.now()
  const { result, most } = await whileWatching(server.pid, async () => {
    const name = `${laterPaths.csvImports(practice)}?name=klanten.csv`
    const { id, mapping } = await call(name, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv' },
      body: clientRows(),
    })
    await call(laterPaths.csvMapping(practice, id), jsonOf(mapping, { authorization }, 'PUT'))
    const checked = await until(id, 'checked', 'refused', 'interrupted')
    const checkedMs = performance.now() - start
    await call(laterPaths.csvLoad(practice, id), jsonOf({ confirmed: true }, { authorization }))
    return { checkedMs, checked, loaded: await until(id, 'done', 'refused', 'interrupted', 'checked') }
  })
  const loadedMs = performance.now() - start
  ending.abort()
  const times = await others
  const { added } = result.loaded.counts ?? {}
  if (result.loaded.state !== 'done' || added !== ROWS) throw new Error(`Not loaded: ${JSON.stringify(result.loaded)}`)
  return {
    rows: [
      { what: `CSV file of ${ROWS} rows: upload and dry run`, measured: ms(result.checkedMs) },
      atMost('  upload, dry run and load', loadedMs, MAX_MS, ms),
      atMost('  memory of the server at most', most, MAX_MEMORY, mib),
      atMost('  p99 of other calls meanwhile', quantile(times, 0.99), MAX_P99_MS, ms),
    ],
  }
}

/** Reads the list of clients again and again; returns the time of each call. */
async function readMeanwhile(url: string, authorization: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    const response = await fetch(url, { headers: { authorization } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`Another call was not served: ${response.status}`)
    times.push(performance.now() - start)
    await delay(CALL_EVERY_MS)
  }
  return times
}

function clientRows(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const number = 500_000 + at
    const name = at % 3 === 0 ? `"Jansen; ${at}"` : `de Vries-Bakker ${at}`
    return `${number};${name};Piet;Dorpsstraat;${at % 200};1234 AB;Zoetermeer;079-${number};06-${number};klant${number}@mail.example`
  })
  return ['Klantnr;Achternaam;Voornaam;Straat;Huisnr;Postcode;Plaats;Telefoon;Mobiel;E-mail', ...rows, ''].join('\r\n')
}
