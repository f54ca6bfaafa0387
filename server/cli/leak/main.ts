import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_YEARS } from '#contract/retention.ts'
import { toCsv } from '#contract/csv.ts'
import { type IsoDate, isIsoDate } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { canonicalUsername } from '#contract/email.ts'
import { CommandError, UsageError, openForCommand, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { inSnapshot } from '#server/db/snapshot.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { endAccess } from '#server/access-log/end-access.ts'
import { type LeakReport, type Period, leakReport } from '#server/access-log/breach-report.ts'
import type { Scope } from '#server/access-log/scope.ts'
import { readSettings } from '#server/node/settings.ts'
import { textOf } from './text.ts'

const USAGE = `${usageOf('leak', '--practice ID | --account ADDRESS | --all')}
  [--from YYYY-MM-DD] [--to YYYY-MM-DD]   the days to look at; else all that is kept
  [--out FOLDER]                          leak.txt, leak.json, clients.csv and accounts.csv, for you alone to read
  [--end-sessions [--keys]]               ends sessions, password links, shared cards, calendars, letters and addresses of files;
                                          with --keys also the keys of own systems. Passwords, passkeys and apps stay`
const OPTIONS = {
  practice: { type: 'string' },
  account: { type: 'string' },
  all: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  'end-sessions': { type: 'boolean' },
  keys: { type: 'boolean' },
} as const

await runCommand(async () => {
  const { values } = readOptions({ args: process.argv.slice(2), options: OPTIONS }, USAGE)
  const { practice, account, all, out, keys = false, 'end-sessions': ends = false } = values
  if ([practice, account, all].filter((given) => given !== undefined).length !== 1)
    throw new UsageError('Say --practice, --account or --all', USAGE)
  if (keys && !ends) throw new UsageError('--keys goes with --end-sessions', USAGE)
  const now = new Date()
  const period = periodOf(values, now)
  const { db, close } = await openForCommand(readSettings(process.env))
  try {
    const scope = await scopeOf(db, { practice, account })
    // First: who has got in is out, and what was ended is no less readable.
    const ended = ends ? await inTransaction(db, (trx) => endAccess(trx, { scope, keys, now })) : undefined
    const report = await inSnapshot(db, (snapshot) => leakReport(snapshot, { scope, period, now }))
    const text = textOf(report, ended)
    console.log(text)
    if (out !== undefined) write(out, report, text)
    return 0
  } finally {
    await close()
  }
})

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const today = localDay(now)
  const oldest: IsoDate = `${Number(today.slice(0, 4)) - AUDIT_YEARS}${today.slice(4)}`
  const read = (name: string, given: string | undefined, otherwise: IsoDate): IsoDate => {
    if (given === undefined) return otherwise
    if (!isIsoDate(given)) throw new UsageError(`--${name} is no day: ${String(given)}`, USAGE)
    return given
  }
  return { from: read('from', from, oldest), to: read('to', to, today) }
}

async function scopeOf(
  db: Database,
  { practice, account }: { practice?: string | undefined; account?: string | undefined },
): Promise<Scope> {
  if (practice !== undefined) {
    const known = await db.selectFrom('practice').select('id').where('id', '=', practice).executeTakeFirst()
    if (!known) throw new CommandError(`There is no practice ${practice}.`)
    return { practiceId: known.id }
  }
  if (account === undefined) return 'all'
  const known = await db
    .selectFrom('account')
    .select('id')
    .where('username', '=', canonicalUsername(account))
    .executeTakeFirst()
  if (!known) throw new CommandError(`There is no account ${account}.`)
  return { accountId: known.id }
}

/** In a new folder, so that nothing is written over, and only its user reads it. */
function write(folder: string, report: LeakReport, text: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new CommandError(
      code === 'EEXIST' ? `${folder} is there already.` : `${folder} cannot be made (${String(code)}).`,
    )
  }
  const files = {
    'leak.txt': `${text}\n`,
    'leak.json': `${JSON.stringify(report, null, 2)}\n`,
    'clients.csv': toCsv([
      ['practice', 'number', 'name', 'email', 'phone', 'mobile', 'seen by'],
      ...report.clients.map(({ practiceId, number, name, email, phone, mobile, seenBy }) => [
        practiceId,
        number ?? '',
        name,
        email ?? '',
        phone ?? '',
        mobile ?? '',
        String(seenBy),
      ]),
    ]),
    'accounts.csv': toCsv([
      ['account', 'name', 'did', 'clients', 'first', 'last'],
      ...report.accounts.map(({ username, name, key, actions, clients, first, last }) => [
        username ?? '',
        name ?? key ?? '',
        Object.entries(actions)
          .map(([action, count]) => `${action} ${count}`)
          .join(', '),
        String(clients.length),
        first,
        last,
      ]),
    ]),
  }
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), content, { mode: 0o600, flag: 'wx' })
  console.log(`Written to ${folder}, for its user alone to read.`)
}
