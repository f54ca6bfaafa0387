import type { Rehearsal } from '#contract/retention.ts'
import { CommandError, UsageError, openForCommand, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { openFiles } from '#server/node/files.ts'
import { readSettings } from '#server/node/settings.ts'
import { askRehearsal } from '#server/retention/rehearse.ts'
import { startRemoval } from '#server/retention/remove.ts'
import { rehearsalOf, rehearsalRow, retentionOf } from '#server/retention/settings.ts'
import { workRetention } from '#server/retention/work.ts'

const USAGE = usageOf('retention', '--practice ID [--rehearse | --remove NUMBER --yes]')
const OPTIONS = {
  practice: { type: 'string' },
  rehearse: { type: 'boolean' },
  remove: { type: 'string' },
  yes: { type: 'boolean' },
} as const

const REFUSED: Readonly<Record<string, string>> = {
  'not-found': 'There is no such rehearsal.',
  'rehearsal-outdated':
    'This rehearsal does not count any more: there is a newer one, the settings have changed, or it was carried out.',
  'retention-running': 'Records are being removed now.',
}

const sum = ({ counts = [] }: Rehearsal) => counts.reduce((total, { count }) => total + count, 0)

await runCommand(async () => {
  const { values } = readOptions({ args: process.argv.slice(2), options: OPTIONS }, USAGE)
  const { practice: practiceId, rehearse, remove, yes } = values
  if (practiceId === undefined) throw new UsageError('--practice is missing', USAGE)
  if (rehearse && remove !== undefined) throw new UsageError('Say --rehearse or --remove', USAGE)
  if (remove !== undefined && !/^[1-9]\d{0,8}$/.test(remove)) throw new UsageError('--remove wants a number', USAGE)
  const settings = readSettings(process.env)
  const { db, close } = await openForCommand(settings)
  try {
    const known = await db.selectFrom('practice').select('id').where('id', '=', practiceId).executeTakeFirst()
    if (!known) throw new CommandError(`There is no practice ${practiceId}.`)
    if (!rehearse && remove === undefined) return await list(db, practiceId)
    const number = rehearse ? await askRehearsal(db, practiceId, new Date()) : Number(remove)
    const before = rehearsalOf(await rehearsalRow(db, { practiceId, number }))
    if (!rehearse) {
      if (!yes)
        throw new CommandError(
          `${sum(before)} records of ${practiceId} would be removed for good. Nothing has changed; say --yes.`,
        )
      await startRemoval(db, { practiceId, number, by: undefined, now: new Date() })
    }
    let failed = false
    const log = () => {
      failed = true
    }
    await workRetention({ db, files: openFiles(settings), clock: () => new Date(), log })
    const after = rehearsalOf(await rehearsalRow(db, { practiceId, number }))
    for (const line of linesOf(after)) console.log(line)
    if (!failed && (after.state === 'made' || after.state === 'done')) return 0
    throw new CommandError('It is not done yet: the server goes on with it, or this command when it is called again.')
  } catch (error) {
    if (error instanceof ProblemError) throw new CommandError(REFUSED[error.code] ?? error.code)
    throw error
  } finally {
    await close()
  }
})

async function list(db: Database, practiceId: string): Promise<number> {
  const { years, rehearsals } = await retentionOf(db, practiceId)
  const kept = Object.entries(years).map(([kind, count]) => `${kind} ${count}`)
  console.log(`Years: ${kept.join(', ') || 'all is kept without end'}.`)
  for (const rehearsal of rehearsals)
    console.log(`${rehearsal.number}\t${rehearsal.state}\t${rehearsal.madeAt.slice(0, 10)}\t${sum(rehearsal)} records`)
  return 0
}

/** A line each, by tabs: kind, year, how many would go; and once it was carried out, kind and how many went. */
function linesOf({ number, state, cutOffs, counts = [], removed, stayed }: Rehearsal): string[] {
  if (removed) {
    return [
      ...removed.map(({ kind, count }) => `${kind}\t${count} removed`),
      `Rehearsal ${number} is ${state}; ${stayed ?? 0} records stay, for they have changed since.`,
    ]
  }
  return [
    ...cutOffs.map(({ kind, years, before }) => `${kind}: ${years} years, what is before ${before}`),
    ...counts.map(({ kind, year, count }) => `${kind}\t${year}\t${count}`),
    `Rehearsal ${number} is ${state}. Nothing was removed.`,
  ]
}
