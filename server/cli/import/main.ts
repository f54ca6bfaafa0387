import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { CsvKind } from '#contract/csv-import.ts'
import { type CsvMapping, csvMappingSchema } from '#contract/schemas/csv-import.ts'
import type { Checked } from '#server/import/check.ts'
import { CsvFileError } from '#server/import/csv/csv-file-error.ts'
import { mappingErrors, suggestMappings } from '#server/import/csv/suggest.ts'
import { reasonOf } from '#server/import/reasons.ts'
import { storedMapping } from '#server/import-jobs/csv-queries.ts'
import { readLayout } from '#server/node/imports/csv-file.ts'
import { type CsvExport, openCsv } from '#server/node/imports/csv-lines.ts'
import type { CsvLayout } from '#server/ports.ts'
import type { Settings } from '#server/node/settings.ts'
import { BUSY, CommandError, runCommand, withDatabase } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { openFiles } from '#server/node/files/files.ts'
import { sendsLocalLinks } from '#server/node/local-url.ts'
import { outboxFolder, smtp } from '#server/node/mail-carriers.ts'
import { deferredInvitations } from '#server/mail/limits.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { type ImportArguments, readArguments } from './arguments.ts'
import { checkedLines, isGzipFile } from '#server/node/imports/export-lines.ts'
import { loadExport } from '#server/import/load.ts'
import { filesLines, reportLines } from './report.ts'
import { type FilesReport, storeFiles } from './store-files.ts'

const LOCAL = 'PUBLIC_URL is a local address, so the links of invitations would not work. Set the public address.'
const MAILS_SHOWN = 20
const WIDTH = 30

await runCommand(() => {
  const given = readArguments(process.argv.slice(2))
  const size = sizeOf(given.file)
  if (given.files !== undefined) checkFolder(given.files)
  return withDatabase((db, settings) => load(db, settings, given, size), { mayCreate: true })
})

async function load(db: Database, settings: Settings, given: ImportArguments, size: number): Promise<number> {
  const { practiceId, confirmed, skipInvalid, invite, isCheck, files: folder } = given
  if (invite && sendsLocalLinks(settings)) throw new CommandError(LOCAL)
  const unlock = settings.databaseUrl ? () => {} : lockDataDir(settings.dataDir, 'import')
  try {
    if (!unlock) throw new CommandError(BUSY)
    const progress = createProgress(process.stderr, size)
    let stored: FilesReport | undefined
    const afterwards = async (connection: Database) => {
      const printLine = (line: string) => {
        progress.end()
        console.error(line)
      }
      const { practiceBytes: usualBytes } = settings.limits
      const options = {
        folder,
        files: openFiles(settings),
        now: new Date(),
        usualBytes,
        progress: progress.step,
        printLine,
      }
      stored = await storeFiles(connection, options)
    }
    const { lines, csv } = await openFile(db, given, progress.read)
    const report = await loadExport(db, lines, {
      practiceId,
      now: new Date(),
      skipInvalid,
      confirmed,
      isCheck,
      invited: invite ? 'staff-and-owners' : 'staff',
      progress: progress.step,
      afterwards,
    }).finally(progress.end)
    if (csv) for (const found of [report.problems, report.warnings]) found.first = await csv.withCells(found.first)
    print(reportLines(report))
    if (isCheck) return report.problems.count + report.large.length > 0 ? 1 : 0
    if (!report.loaded) return 1
    if (stored) print(filesLines(stored, folder !== undefined))
    await sendMails(db, settings)
    return stored?.failed === undefined ? 0 : 1
  } finally {
    unlock?.()
  }
}

/** Returns the lines of an export, or of a CSV file if the command names a kind. */
async function openFile(
  db: Database,
  { file, practiceId, kind, mapping: mappingFile }: ImportArguments,
  read: (bytes: number) => void,
): Promise<{ lines: AsyncIterable<Checked[]>; csv?: CsvExport }> {
  const isGzip = isGzipFile(file)
  if (!kind) return { lines: checkedLines(file, { isGzip, read }) }
  const given = mappingFile === undefined ? await storedMapping(db, practiceId, kind) : readMapping(mappingFile)
  const layout = await readLayout({ file, isGzip, format: given?.format }).catch((error: unknown) => {
    if (error instanceof CsvFileError) throw new CommandError(`${file} ${reasonOf(error.code, error.value).reason}.`)
    throw error
  })
  const mapping = given ?? suggestedMapping(kind, layout)
  const errors = mapping.kind === kind ? mappingErrors(mapping, layout.columns) : [{ pointer: '#/kind', code: kind }]
  if (errors.length > 0) {
    const named = errors.map(({ pointer, code }) => `${pointer} ${code}`).join(', ')
    throw new CommandError(`The mapping does not fit the columns ${layout.columns.join(', ')}: ${named}.`)
  }
  const csv = await openCsv(db, file, { mapping, practiceId, isGzip, read })
  return { lines: csv.lines, csv }
}

function suggestedMapping(kind: CsvKind, { columns, sample, delimiter }: CsvLayout): CsvMapping {
  const mapping = suggestMappings({ columns, rows: sample, delimiter }).find((each) => each.kind === kind)
  if (!mapping) throw new CommandError('No mapping was found. Give one with --mapping.')
  for (const { column, field } of mapping.columns) console.error(`${column}: ${field}`)
  return mapping
}

function readMapping(file: string): CsvMapping {
  try {
    return csvMappingSchema.validateSync(JSON.parse(readFileSync(file, 'utf8')), { strict: true })
  } catch (error) {
    throw new CommandError(`${file} is no mapping: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns a progress bar on a TTY; silent otherwise. */
function createProgress(stream: NodeJS.WriteStream, totalBytes: number) {
  if (!stream.isTTY) return { read() {}, step() {}, end() {} }
  let bytes = 0
  let shown = -1
  const show = (text: string) => void stream.write(`\r\u001B[2K${text}`)
  return {
    read(more: number) {
      bytes += more
      const percent = totalBytes > 0 ? Math.min(100, Math.floor((bytes / totalBytes) * 100)) : 100
      if (percent === shown) return
      shown = percent
      const full = Math.round((percent / 100) * WIDTH)
      show(`[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent} % checked`)
    },
    step: show,
    end: () => show(''),
  }
}

function print({ errors, output }: ReturnType<typeof reportLines>): void {
  for (const line of errors) console.error(line)
  for (const line of output) console.log(line)
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new CommandError(`${file} is not a file.`)
  return found.size
}

function checkFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new CommandError(`${folder} is not a folder.`)
}

/** Delivers the outbox. Failed mails stay in the outbox, and the server retries them. */
async function sendMails(db: Database, { dataDir, smtpUrl, publicUrl, mailFrom, limits }: Settings): Promise<void> {
  const folder = path.join(dataDir, 'outbox')
  const carrier = smtpUrl ? smtp(smtpUrl, { publicUrl, mailFrom }) : outboxFolder(folder, { publicUrl, mailFrom })
  let sent = 0
  let failed = 0
  await deliverOutbox({
    db,
    clock: () => new Date(),
    settings: { publicUrl, limits },
    log: (level) => void (level === 'error' && (failed += 1)),
    mail: {
      async send(mail) {
        await carrier.send(mail)
        sent += 1
        const where = smtpUrl ? '' : `: ${path.join(folder, `${mail.id}.eml`)}`
        if (sent <= MAILS_SHOWN) console.log(`Mail to ${mail.to}${where}`)
      },
    },
  })
  if (sent > MAILS_SHOWN) console.log(`and ${sent - MAILS_SHOWN} more mails`)
  const perDay = limits.practiceMailsPerDay
  for (const { practiceId, count, lastOn } of await deferredInvitations(db, { perDay, now: new Date() }))
    console.log(
      `${count} invitations of ${practiceId} wait for its limit of ${perDay} a day. The last are sent on ${lastOn} (UTC).`,
    )
  if (failed > 0) console.error(`${failed} mails could not be sent now; the server will try again.`)
}
