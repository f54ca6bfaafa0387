import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { readOptions, runCommand } from '#server/cli/command.ts'
import { type BrowserOptions, measureBrowser } from './browser.ts'
import { measureCsv } from './csv.ts'
import { measureGrowth } from './growth.ts'
import { measureHerd } from './herd.ts'
import { measureList } from './list.ts'
import { IS_SMALLEST, chosenOf, numberOf, sized } from './options.ts'
import { measurePdf } from './pdf.ts'
import { measurePostgres } from './postgres.ts'
import { ROOT } from '#harness/server-process.ts'
import { measureSizes } from './sizes.ts'
import { measureSizing } from './sizing.ts'
import { measureStartup } from './startup.ts'
import { type Measured, isEmpty, tableLines } from './table.ts'

const FULL = 1_000_000
const OF_A_PRACTICE = 1000
const OF_A_LARGE_PRACTICE = sized(10_000, 1000)
const USUAL = ['sizes', 'browser', 'startup', 'pdf', 'list', 'herd', 'csv', 'growth', 'postgres'] as const
/** Takes an hour, so without `--smallest` it runs only if it is named. */
const NAMES = [...USUAL, 'sizing'] as const
const USAGE = `Usage: npm run bench -- [--only NAME,NAME] [--clients NUMBER] [--rounds NUMBER] [--beside FOLDER] [--film] [--smallest];
  the names are ${NAMES.join(', ')}; the folder is of another version, with its packages`

function measuresOf(clients: number, browser: BrowserOptions): Record<(typeof NAMES)[number], () => Promise<Measured>> {
  const clinics = { clients, practices: Math.floor(clients / OF_A_PRACTICE) }
  return {
    sizes: measureSizes,
    browser: () => measureBrowser(browser),
    startup: measureStartup,
    pdf: measurePdf,
    list: () => measureList(clinics),
    herd: measureHerd,
    csv: measureCsv,
    growth: () => measureGrowth(clinics, clients >= FULL),
    postgres: () => measurePostgres(clinics),
    sizing: () => measureSizing({ clients, practices: Math.max(1, Math.floor(clients / OF_A_LARGE_PRACTICE)) }),
  }
}

await runCommand(async () => {
  const { values } = readOptions(
    {
      options: {
        clients: { type: 'string', default: String(sized(100_000, 2 * OF_A_PRACTICE)) },
        only: { type: 'string' },
        rounds: { type: 'string', default: String(sized(7, 1)) },
        beside: { type: 'string' },
        film: { type: 'boolean' },
        smallest: { type: 'boolean' },
      },
    },
    USAGE,
  )
  const measures = measuresOf(numberOf('clients', values.clients, { least: OF_A_PRACTICE, usage: USAGE }), {
    rounds: numberOf('rounds', values.rounds, { least: 1, usage: USAGE }),
    beside: values.beside,
    film: values.film,
  })
  const chosen = chosenOf(values.only ?? (IS_SMALLEST ? NAMES : USUAL).join(','), NAMES, USAGE)

  process.on('SIGINT', () => process.exit(130))
  // The measurements use the built portal, so outdated builds are renewed first.
  const { status } = spawnSync(process.execPath, [join(ROOT, 'tools/build/ensure.js')], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) return 1

  const loadBefore = loadavg()[0]!
  const measured: Measured[] = []
  let code = 0
  for (const name of chosen) {
    console.error(`Measuring ${name} …`)
    try {
      measured.push(await measures[name]())
    } catch (error) {
      console.error(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
      measured.push({ rows: [{ what: name, measured: 'could not be measured' }] })
      code = 1
    }
  }

  const rows = measured.flatMap((each) => each.rows)
  // Figures of `--smallest` mean nothing, so they have no verdict.
  if (IS_SMALLEST) for (const row of rows) delete row.ok
  console.log()
  for (const line of tableLines(rows)) console.log(line)
  for (const { details = [] } of measured) {
    if (details.length > 0 && !IS_SMALLEST) console.log(`\n${details.join('\n')}`)
  }
  // The machine's load is printed because it lengthens all times; ratios are affected least.
  const busy = [loadBefore, loadavg()[0]!].map((load) => load.toFixed(1)).join(' → ')
  console.log(`\nNode ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'processor'}, load ${busy}`)
  return rows.some(isEmpty) ? 1 : code
})
