import { UsageError, readOptions, requirePractice, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { confirmClockForAll } from '#server/clock/clock.ts'
import { countDue, csvOf, cutoffDatesOf, dueRecords } from '#server/retention/due.ts'
import { nextRun, nightOf, retentionOf } from '#server/retention/policy.ts'

const USAGE = usageOf('retention', '--practice ID [--preview | --csv], or --confirm-clock')
const OPTIONS = {
  practice: { type: 'string' },
  preview: { type: 'boolean' },
  csv: { type: 'boolean' },
  'confirm-clock': { type: 'boolean' },
} as const

await runCommand(() => {
  const { values } = readOptions({ options: OPTIONS }, USAGE)
  const { practice: practiceId, preview, csv, 'confirm-clock': confirms } = values
  if (preview && csv) throw new UsageError('Give only one of --preview and --csv', USAGE)
  if (practiceId === undefined && !confirms) throw new UsageError('--practice is missing', USAGE)
  return withDatabase(async (db) => {
    if (confirms) await confirm(db)
    if (practiceId !== undefined) await report(db, practiceId, preview ? 'preview' : csv ? 'csv' : 'policy')
  })
})

async function confirm(db: Database): Promise<void> {
  const since = await confirmClockForAll(db)
  console.log(since ? `Removals were stopped at ${since} and continue now.` : 'Removals are not stopped.')
}

async function report(db: Database, practiceId: string, what: 'policy' | 'preview' | 'csv'): Promise<void> {
  await requirePractice(db, practiceId)
  const now = new Date()
  const { years, isOn, nextRun: next, clock, removed } = await retentionOf(db, practiceId, now)
  const days = cutoffDatesOf(years, (await nextRun(db, practiceId, now)) ?? nightOf(now))
  if (what === 'csv') {
    for await (const lines of csvOf(dueRecords({ db }, { practiceId, days }))) console.log(lines.trimEnd())
    return
  }
  if (what === 'preview') {
    for (const { kind, year, count } of await countDue(db, { practiceId, days }))
      console.log(`${kind}\t${year}\t${count}`)
    return
  }
  const periods = Object.entries(years).map(([kind, count]) => `${kind} ${count}`)
  console.log(`Years: ${periods.join(', ') || 'all records are kept indefinitely'}.`)
  if (clock)
    console.log(
      `Removals were stopped at ${clock.stoppedAt}, because the clock jumped. The clock now says ${clock.now}. Run the command with --confirm-clock if that is right.`,
    )
  else console.log(isOn && next ? `The next nightly run is on ${next}.` : 'Nothing is removed: the policy is off.')
  for (const { at, kind = 'records', count } of removed) console.log(`${at.slice(0, 10)}\t${kind}\t${count} removed`)
}
