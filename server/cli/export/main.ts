import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CommandError,
  UsageError,
  onlyArgument,
  readOptions,
  runCommand,
  usageOf,
  withDatabase,
} from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { inSnapshot } from '#server/db/transaction.ts'
import { exportClient } from '#server/export/client.ts'
import { exportPractice } from '#server/export/practice.ts'
import type { ExportRecord } from '#server/import/records.ts'

const USAGE = usageOf('export', '--practice ID FILE.jsonl, or --client UUID FILE.json')
const OPTIONS = { practice: { type: 'string' }, client: { type: 'string' } } as const

await runCommand(() => {
  const { values, positionals } = readOptions({ allowPositionals: true, options: OPTIONS }, USAGE)
  const { practice, client } = values
  const file = onlyArgument(positionals, USAGE)
  const write =
    practice !== undefined && client === undefined
      ? (snapshot: Database) => writePractice(snapshot, practice, file)
      : client !== undefined && practice === undefined
        ? (snapshot: Database) => writeClient(snapshot, client, file)
        : undefined
  if (!write) throw new UsageError('Give --practice or --client', USAGE)
  return withDatabase(async (db) => console.log(`${file}: ${await inSnapshot(db, write)}`))
})

async function writePractice(db: Database, practiceId: string, file: string): Promise<string> {
  const records = await exportPractice(db, practiceId)
  if (!records) throw new CommandError(`There is no practice ${practiceId}.`)
  const counts = new Map<string, number>()
  await write(file, linesOf(records, counts))
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

async function* linesOf(records: AsyncIterable<ExportRecord[]>, counts: Map<string, number>): AsyncGenerator<string> {
  for await (const batch of records) {
    for (const { record } of batch) counts.set(record, (counts.get(record) ?? 0) + 1)
    yield batch.map((one) => `${JSON.stringify(one)}\n`).join('')
  }
}

async function writeClient(db: Database, uuid: string, file: string): Promise<string> {
  const all = await exportClient(db, uuid.toLowerCase(), new Date())
  if (!all) throw new CommandError(`There is no client ${uuid}.`)
  await write(file, [`${JSON.stringify(all, null, 2)}\n`])
  return `all data of ${uuid}`
}

/** Writes a new file; fails if the file exists, and removes an incomplete file after an error. */
async function write(file: string, text: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const isMade = Promise.withResolvers<void>()
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  stream.once('open', () => isMade.resolve())
  stream.once('error', isMade.reject)
  try {
    await isMade.promise
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new CommandError(
      code === 'EEXIST' ? `${file} already exists. Name a new file.` : `${file} cannot be written (${String(code)}).`,
    )
  }
  try {
    await pipeline(Readable.from(text), stream)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}
