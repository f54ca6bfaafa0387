import { sql } from 'kysely'
import type { ImportCounts } from '#contract/schemas/access-log.ts'
import type { ImportProblem, ImportWarnings, LargePart } from '#contract/schemas/imports.ts'
import type { Actor } from '#server/access-log/write.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { isPostgres } from '#server/db/engine.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withAdvisoryLock } from '#server/db/advisory-lock.ts'
import { notInvitedSql } from '#server/clients/follow-up.ts'
import type { Checked } from './check.ts'
import type { AddressChanges } from './address-changes.ts'
import { largeAddressChanges } from './address-changes.ts'
import type { Invited } from './staff.ts'
import { type ExportProblems, Findings } from './findings.ts'
import { gatherLines } from './invoice-lines.ts'
import { checkLinks } from './links.ts'
import { type Changes, compare, countMerged, merge, practicesOfExport } from './merge.ts'
import { dropRepeatedRemovals, largeRemovals, prepareRemovals } from './removals.ts'
import { markTakeOver } from './replace-records.ts'
import { resolveReplacements } from './replacements.ts'
import { reasonOf } from './reasons.ts'
import { clearPreloaded, preload } from './preload.ts'
import type { RecordKind } from './records.ts'
import { Staging, createStaging, dropStaging, moveRemarksToNotes } from './staging.ts'
import { oneRow } from '#server/db/one-row.ts'

export interface LoadOptions {
  /** Practice of the export. Records of another practice are rejected. Null for own data, such as the demo's. */
  practiceId: string | null
  now: Date
  /** Loads the rest of an export that contains another practice's records, or of which large parts are left out. */
  skipInvalid?: boolean
  /** True if an admin has confirmed that large parts are left out or removed. */
  confirmed?: boolean
  /** Dry run: everything up to the comparison with the database, which changes nothing. */
  isCheck?: boolean
  /** Number of problems and of warnings that the report lists. */
  most?: number | undefined
  invited?: Invited
  /** True if the export may lock and unlock the practice. */
  mayLock?: boolean
  progress?: (step: string) => void
  /** Name of the key that sent the export, for the audit trail. */
  key?: string | undefined
  /** Admin who uploaded the file, for the audit trail. */
  by?: Actor | undefined
  /** Runs in the transaction of the import; a throw rolls the import back. */
  andThen?: (trx: DatabaseTransaction, report: LoadReport) => Promise<void>
  /** Runs after the commit, while the staging tables exist. */
  afterwards?: (db: Database) => Promise<void>
  /** How long to wait for another import, in milliseconds. */
  waitMs?: number
  /** Called when no other import is running; true skips the import. */
  isNeedless?: (db: Database) => Promise<boolean>
}

export interface LoadReport {
  /** False after a dry run, after problems without `skipInvalid`, or if large parts are not confirmed. */
  loaded: boolean
  problems: ExportProblems
  warnings: ImportWarnings
  /** Parts to be confirmed first; empty once the export is loaded. */
  large: LargePart[]
  changes: Record<RecordKind, ImportCounts> | null
  addressChanges: AddressChanges
  /** Clients marked as registered that could not be registered. */
  unregistered: { noAddress: number }
  /** Registered owners of the practices of the export without an invitation. */
  notInvited: number
}

/**
 * Loads an export. Validates and stages every line, compares the lines with the database, and merges the
 * differences in one transaction. Imports run one at a time; other writers wait only briefly.
 */
export async function loadExport(db: Database, lines: Lines, options: LoadOptions): Promise<LoadReport> {
  const loading = (running.get(db) ?? Promise.resolve()).then(() => load(db, lines, options))
  running.set(
    db,
    loading.catch(() => {}),
  )
  return await loading
}

const emptyReport = (): LoadReport => ({
  loaded: false,
  problems: { count: 0, first: [], lines: 0 },
  warnings: { count: 0, first: [] },
  large: [],
  changes: null,
  addressChanges: { mailed: 0 },
  unregistered: { noAddress: 0 },
  notInvited: 0,
})

type Lines = Iterable<Checked[]> | AsyncIterable<Checked[]>

/** On SQLite, the imports of a process share a connection with its staging tables, so they run in sequence. */
const running = new WeakMap<Database, Promise<unknown>>()

const load = (db: Database, lines: Lines, options: LoadOptions): Promise<LoadReport> =>
  db
    .connection()
    .execute((connection) =>
      withAdvisoryLock(connection, { name: 'import', waitMs: options.waitMs ?? WAIT_FOR_LOCK_MS }, async () =>
        (await options.isNeedless?.(connection)) ? emptyReport() : await loadAlone(connection, lines, options),
      ),
    )

async function loadAlone(
  connection: Database,
  lines: Lines,
  {
    practiceId,
    now,
    skipInvalid = false,
    confirmed = false,
    isCheck = false,
    most,
    invited = 'nobody',
    mayLock = true,
    key,
    by,
    progress = () => {},
    andThen,
    afterwards,
  }: LoadOptions,
): Promise<LoadReport> {
  try {
    await clearPreloaded(connection)
    await createStaging(connection)
    const findings = await stage(connection, lines, most)
    if (!findings.isCutShort) {
      await gatherLines(connection, practiceId)
      await dropRepeatedRemovals(connection)
      await resolveReplacements(connection, practiceId)
      await prepareRemovals(connection, practiceId)
      await checkLinks(connection, practiceId, (kind) => progress(`checking the links of ${kind}`))
    }
    await moveRemarksToNotes(connection)
    if (!mayLock) await keepLocked(connection)
    const report = { ...emptyReport(), ...(await findings.together(connection)) }
    if (report.problems.count > 0 && !skipInvalid) return report
    const changes = await compare(connection)
    await markTakeOver(connection)
    // All large parts are checked together, because one confirmation covers all of them.
    if (isCheck || !confirmed)
      report.large = [
        ...(skipInvalid ? [] : findings.largeParts()),
        ...(await largeRemovals(connection)),
        ...(await largeAddressChanges(connection)),
      ]
    if (report.large.length > 0 && !isCheck) return report
    const tooMany = await clientsBeyondQuota(connection, changes)
    if (tooMany) return { ...report, problems: withProblem(report.problems, tooMany) }
    if (isCheck) return { ...report, changes: changes.all }
    await preload(connection, changes, (kind) => progress(`loading ${kind}`))
    await inTransaction(connection, async (trx) => {
      if (isPostgres(trx)) await sql`set local lock_timeout = ${sql.lit(WAIT_FOR_LOCK_MS)}`.execute(trx)
      report.addressChanges = await merge(trx, {
        changes,
        practiceId,
        now,
        key,
        by,
        invited,
        progress: (kind) => progress(`loading ${kind}`),
      })
      report.unregistered = await countUnregistered(trx)
      report.notInvited = await countNotInvited(trx)
      report.changes = changes.all
      await moveRemarksToNotes(trx)
      report.warnings = (await findings.together(trx)).warnings
      await andThen?.(trx, report)
      await countMerged(trx)
    })
    report.loaded = true
    await afterwards?.(connection)
    return report
  } finally {
    await clearPreloaded(connection).catch(() => {})
    await dropStaging(connection).catch(() => {})
  }
}

/** How long an import waits for another import, and its merge for locked rows. */
const WAIT_FOR_LOCK_MS = 5000

/** Runs `work` while no import is running on PostgreSQL. On SQLite the caller holds the lock on the data folder. */
export const withoutImports = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.connection().execute((holder) => withAdvisoryLock(holder, { name: 'import', waitMs: WAIT_FOR_LOCK_MS }, work))

async function stage(db: Database, lines: Lines, most: number | undefined): Promise<Findings> {
  const staging = new Staging(db)
  const findings = new Findings(most)
  for await (const batch of lines) {
    for (const checked of batch) {
      findings.add(checked)
      await staging.add(checked)
    }
  }
  await staging.finish()
  return findings
}

/**
 * Returns a problem if an export would exceed the practice's quota of clients. Only imports add clients, one import
 * at a time. An export that adds no clients is always loaded.
 */
async function clientsBeyondQuota(db: Database, { ofPractices }: Changes): Promise<ImportProblem | undefined> {
  for (const [practiceId, { client }] of ofPractices) {
    const fewer = (client?.removed ?? 0) + (client?.replaced ?? 0)
    if (!client || client.added <= fewer) continue
    const { most: maximum, clients } = (await db
      .selectFrom('practice')
      .select((row) => [
        'most_clients as most',
        row
          .selectFrom('client')
          .select((each) => each.fn.countAll<number>().as('n'))
          .where('practice_id', '=', practiceId)
          .as('clients'),
      ])
      .where('id', '=', practiceId)
      .executeTakeFirst()) ?? { most: null, clients: 0 }
    if (maximum !== null && (clients ?? 0) + client.added - fewer > maximum)
      return { line: 0, field: '', ...reasonOf('tooManyClients', String(maximum)) }
  }
  return undefined
}

const withProblem = (problems: LoadReport['problems'], problem: ImportProblem): LoadReport['problems'] => ({
  ...problems,
  first: [problem, ...problems.first],
  count: problems.count + 1,
})

/** Ignores the lock state of practices in an export, and warns if it differs. */
async function keepLocked(db: Database): Promise<void> {
  await sql`insert into staged_note (line, kind, note)
    select x.line, 'practice', 'locked operatorOnly' from staged_practice x left join practice p on p.id = x.id
    where x.wrong = 0 and x.locked <> coalesce(p.locked, 0)`.execute(db)
  await sql`update staged_practice set locked = null`.execute(db)
}

async function countNotInvited(trx: DatabaseTransaction): Promise<number> {
  const { count } = await oneRow(
    sql<{ count: number }>`select count(*) as count from client
      where ${notInvitedSql} and practice_id in (${practicesOfExport})`,
    trx,
  )
  return Number(count)
}

async function countUnregistered(trx: DatabaseTransaction): Promise<LoadReport['unregistered']> {
  const { none } = await oneRow(
    sql<{ none: number }>`
      select count(*) as none from staged_client where is_new = 1 and registered = 1 and username is null`,
    trx,
  )
  return { noAddress: Number(none) }
}
