import { statSync } from 'node:fs'
import path from 'node:path'
import type { Settings } from '#server/node/settings.ts'
import { BUSY, CommandError, runCommand, withDatabase } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { openFiles } from '#server/node/files/files.ts'
import { outboxFolder, smtp } from '#server/node/mail-carriers.ts'
import { deferredInvitations } from '#server/mail/limits.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { type ImportArguments, readArguments } from './arguments.ts'
import { checkedLines, isGzipFile } from '#server/node/imports/export-lines.ts'
import { loadExport } from '#server/import/load.ts'
import { filesLines, reportLines } from './report.ts'
import { type FilesReport, storeFiles } from './store-files.ts'

const MAILS_SHOWN = 20
const WIDTH = 30

await runCommand(() => {
  const given = readArguments(process.argv.slice(2))
  const size = sizeOf(given.file)
  if (given.files !== undefined) checkFolder(given.files)
  return withDatabase((db, settings) => load(db, settings, given, size), { mayCreate: true })
})

async function load(
  db: Database,
  settings: Settings,
  { file, practiceId, confirmed, skipInvalid, invite, files: folder }: ImportArguments,
  size: number,
): Promise<number> {
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
    const report = await loadExport(db, checkedLines(file, { isGzip: isGzipFile(file), read: progress.read }), {
      practiceId,
      now: new Date(),
      skipInvalid,
      confirmed,
      invited: invite ? 'staff-and-owners' : 'staff',
      progress: progress.step,
      afterwards,
    }).finally(progress.end)
    print(reportLines(report))
    if (!report.loaded) return 1
    if (stored) print(filesLines(stored, folder !== undefined))
    await sendMails(db, settings)
    return stored?.failed === undefined ? 0 : 1
  } finally {
    unlock?.()
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
