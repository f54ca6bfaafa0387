import { findRow } from '#server/db/one-row.ts'
import { isIsoDate } from '#contract/dates.ts'
import { csvLines } from '#contract/csv.ts'
import type { AccessEntry } from '#contract/schemas/access-log.ts'
import { CommandError, UsageError, readOptions, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import { accessByName } from '#server/access-log/client-readers.ts'

const USAGE = usageOf('access', '--practice ID --client UUID [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--csv]')
const OPTIONS = {
  practice: { type: 'string' },
  client: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  csv: { type: 'boolean' },
} as const

await runCommand(() => {
  const { values } = readOptions({ options: OPTIONS }, USAGE)
  const { practice, client, from, to, csv } = values
  if (practice === undefined) throw new UsageError('--practice is missing', USAGE)
  if (client === undefined) throw new UsageError('--client is missing', USAGE)
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isIsoDate(day))
      throw new UsageError(`--${name} is not a date (YYYY-MM-DD): ${String(day)}`, USAGE)
  }
  return withDatabase(async (db) => {
    const clientId = client.toLowerCase()
    const known = await findRow(db, 'client', { uuid: clientId, practice_id: practice }, ['uuid'])
    if (!known) throw new CommandError(`There is no client ${client} at practice ${practice}.`)
    const entries = await accessByName(db, {
      practiceId: practice,
      clientId,
      startDate: from,
      endDate: to,
      now: new Date(),
    })
    const rows = entries.map(rowOf)
    if (csv) console.log(csvLines([['day', 'side', 'role', 'account', 'name', 'did'], ...rows]).trimEnd())
    else
      console.log(rows.map((row) => row.join('\t')).join('\n') || 'Nobody read or changed this client in the period.')
  })
})

function rowOf({ day, by, role, account, key, actions }: AccessEntry): string[] {
  return [day, by, role ?? '', account?.username ?? '', account?.name ?? key ?? '', actions.join(' ')]
}
