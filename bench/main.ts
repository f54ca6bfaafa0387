import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBrowser } from './browser.ts'
import { measureGrowth } from './growth.ts'
import { measureList } from './list.ts'
import { measurePdf } from './pdf.ts'
import { ROOT } from './servers.ts'
import { measureSizes } from './sizes.ts'
import { measureStartup } from './startup.ts'
import { type Measured, tableLines } from './table.ts'

const FULL = 1_000_000
const OF_A_PRACTICE = 1000

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '100000' }, only: { type: 'string' } },
})
const clients = Number(values.clients)
if (!Number.isInteger(clients) || clients < OF_A_PRACTICE) {
  console.error(`--clients must be a whole number, ${OF_A_PRACTICE} or more.`)
  process.exit(1)
}
const clinics = { clients, practices: Math.floor(clients / OF_A_PRACTICE) }

const MEASURES: Record<string, () => Promise<Measured>> = {
  sizes: measureSizes,
  browser: measureBrowser,
  startup: measureStartup,
  pdf: measurePdf,
  list: () => measureList(clinics),
  growth: () => measureGrowth(clinics, clients >= FULL),
}
const chosen = values.only?.split(',') ?? Object.keys(MEASURES)
const unknown = chosen.find((name) => !Object.hasOwn(MEASURES, name))
if (unknown !== undefined) {
  console.error(`--only takes ${Object.keys(MEASURES).join(', ')}; "${unknown}" is none of them.`)
  process.exit(1)
}

process.on('SIGINT', () => process.exit(130))
// What is measured is the built portal.
const { status } = spawnSync(process.execPath, [join(ROOT, 'build/ensure.ts')], { cwd: ROOT, stdio: 'inherit' })
if (status !== 0) process.exit(1)

const loadBefore = loadavg()[0]!
const measured: Measured[] = []
for (const name of chosen) {
  console.error(`Measuring ${name} …`)
  try {
    measured.push(await MEASURES[name]!())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    measured.push({ rows: [{ what: name, measured: 'could not be measured' }], details: [`${name}: ${reason}`] })
    process.exitCode = 1
  }
}

console.log()
for (const line of tableLines(measured.flatMap(({ rows }) => rows))) console.log(line)
for (const { details = [] } of measured) if (details.length > 0) console.log(`\n${details.join('\n')}`)
// Beside it, because another program's work makes every time longer; ratios suffer least.
const busy = [loadBefore, loadavg()[0]!].map((load) => load.toFixed(1)).join(' → ')
console.log(`\nNode ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'processor'}, load ${busy}`)
