import { findRow } from '#server/db/one-row.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_YEARS } from '#contract/retention.ts'
import { toCsv } from '#contract/csv.ts'
import { type IsoDate, isIsoDate } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { canonicalUsername } from '#contract/email.ts'
import {
  CommandError,
  UsageError,
  readOptions,
  requirePractice,
  runCommand,
  usageOf,
  withDatabase,
} from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { inSnapshot, inTransaction } from '#server/db/transaction.ts'
import { endAccess, type EndedAccess, type Scope } from '#server/access-log/end-access.ts'
import { type BreachReport, type Period, breachReport } from '#server/access-log/breach-report.ts'

const USAGE = `${usageOf('breach', '--practice ID | --account ADDRESS | --all')}
  [--from YYYY-MM-DD] [--to YYYY-MM-DD]   days of the report; by default all that are kept
  [--out FOLDER]                          writes leak.txt, leak.json, clients.csv and accounts.csv, readable by you only
  [--end-sessions [--keys]]               ends sessions, password links, shared cards, calendars, letters and file URLs;
                                          with --keys also keys of practice systems. Passwords, passkeys and apps stay`
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

await runCommand(() => {
  const { values } = readOptions({ options: OPTIONS }, USAGE)
  const { practice, account, all, out, keys = false, 'end-sessions': ends = false } = values
  if ([practice, account, all].filter((given) => given !== undefined).length !== 1)
    throw new UsageError('Give --practice, --account or --all', USAGE)
  if (keys && !ends) throw new UsageError('--keys needs --end-sessions', USAGE)
  const now = new Date()
  const period = periodOf(values, now)
  return withDatabase(async (db) => {
    const scope = await scopeOf(db, { practice, account })
    // Ends access before the report, so that an intruder is locked out first. The ended sessions and links do not
    // affect the report.
    const ended = ends ? await inTransaction(db, (trx) => endAccess(trx, { scope, keys, now })) : undefined
    const report = await inSnapshot(db, (snapshot) => breachReport(snapshot, { scope, period, now }))
    const text = textOf(report, ended)
    console.log(text)
    if (out !== undefined) write(out, report, text)
  })
})

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const today = localDay(now)
  const oldest: IsoDate = `${Number(today.slice(0, 4)) - AUDIT_YEARS}${today.slice(4)}`
  const read = (name: string, given: string | undefined, otherwise: IsoDate): IsoDate => {
    if (given === undefined) return otherwise
    if (!isIsoDate(given)) throw new UsageError(`--${name} is not a date (YYYY-MM-DD): ${String(given)}`, USAGE)
    return given
  }
  return { from: read('from', from, oldest), to: read('to', to, today) }
}

async function scopeOf(
  db: Database,
  { practice, account }: { practice?: string | undefined; account?: string | undefined },
): Promise<Scope> {
  if (practice !== undefined) {
    await requirePractice(db, practice)
    return { practiceId: practice }
  }
  if (account === undefined) return 'all'
  const known = await findRow(db, 'account', { username: canonicalUsername(account) }, ['id'])
  if (!known) throw new CommandError(`There is no account ${account}.`)
  return { accountId: known.id }
}

/** Writes into a new folder that only the current user can read, so that nothing is overwritten. */
function write(folder: string, report: BreachReport, text: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new CommandError(
      code === 'EEXIST'
        ? `${folder} already exists. Name a new folder.`
        : `${folder} cannot be created (${String(code)}).`,
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
  console.log(`Written to ${folder}. Only the current user can read the folder.`)
}

function textOf({ period, madeAt, practices, clients, kinds, accounts }: BreachReport, ended?: EndedAccess): string {
  const seen = clients.filter(({ seenBy }) => seenBy > 0).length
  return [
    `Data that may have leaked, as of ${madeAt}`,
    `Period: ${period.from} to ${period.to}, by the days of the practices`,
    '',
    ...(ended ? [...endedLines(ended), ''] : []),
    `Practices: ${practices.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none'}`,
    `Clients that could be read: ${clients.length}`,
    `Clients read or changed in the period, according to the access log: ${seen}`,
    '',
    'Kinds of data of those clients:',
    ...kinds.filter(({ count }) => count > 0).map(({ kind, count }) => `- ${kind}: ${count}`),
    '',
    'Accounts and systems that read or changed anything in the period:',
    ...(accounts.length === 0 ? ['- none'] : accounts.map(accountLine)),
    '',
    'The access log has each client, request and letter that staff opened, once a day; each session in which staff viewed the portal',
    'as a client; and each change. It has neither pages of lists nor what owners read of their own data. Staff can page through all',
    'clients of their practice: if somebody else used an account of staff, count all those clients as read.',
    'Report the breach to the Autoriteit Persoonsgegevens within 72 hours of becoming aware of it (GDPR, article 33).',
  ].join('\n')
}

function accountLine({ username, name, key, actions, clients, first, last }: BreachReport['accounts'][number]): string {
  const who = key !== undefined ? `system “${key}”` : [name, username && `<${username}>`].filter(Boolean).join(' ')
  const did = Object.entries(actions).map(([action, count]) => `${action} ${count}`)
  return `- ${who || 'a deleted account'}: ${did.join(', ')}; ${clients.length} clients; ${first} to ${last}`
}

function endedLines({ sessions, passwordLinks, sharedCards, calendars, letters, keys }: EndedAccess): string[] {
  return [
    `Ended: ${sessions} sessions, ${passwordLinks} password links, ${sharedCards} shared cards, ${calendars} calendars, ${letters} letters,`,
    `${keys} keys of practice systems, and all signed file URLs. Passwords, passkeys and authenticator apps have not changed.`,
    'Ask people to change passwords that others may know.',
  ]
}
