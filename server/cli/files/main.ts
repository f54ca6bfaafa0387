import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, UsageError, readOptions, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import { namesIn } from '#server/cli/backup/copy-folder.ts'
import type { Database } from '#server/db/schema.ts'
import { DOCUMENT_KEYS, photoKey, StorageError } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import type { Files } from '#server/ports.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { openFiles } from '#server/node/files/files.ts'
import { type Settings, readSettings } from '#server/node/settings.ts'

const USAGE = usageOf('files', '--to-bucket')

/** Number of concurrent bucket calls, which take long and cost this machine little. */
const CONCURRENCY = 8

await runCommand(() => {
  const { values } = readOptions({ options: { 'to-bucket': { type: 'boolean' } } }, USAGE)
  if (!values['to-bucket']) throw new UsageError('', USAGE)
  const settings = readSettings(process.env)
  const { dataDir, storage } = settings
  if (!storage)
    throw new CommandError('STORAGE_URL is not set. Set it to the bucket, for this command and for the server.')
  const folder = join(dataDir, 'files')
  if (namesIn(folder).length === 0) throw new CommandError(`There are no files in ${folder}.`)
  return withDatabase((db) => moveFiles(db, settings, folder), { settings })
})

async function moveFiles(db: Database, settings: Settings, folder: string): Promise<void> {
  const { dataDir } = settings
  const unlocks = (['server', 'import'] as const).map((by) => lockDataDir(dataDir, by))
  try {
    if (unlocks.includes(undefined))
      throw new CommandError(`A server or an import is running on the data folder ${dataDir}. Stop it first.`)
    const from = openFiles({ dataDir, storage: undefined })
    const { copied, same, missing } = await copyToBucket(db, { from, to: openFiles(settings) })
    const aside = `${folder}-before-bucket-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    renameSync(folder, aside)
    console.log(
      `The bucket has ${copied + same} files, of which ${same} were there before. All were read back and compared.`,
    )
    if (missing > 0) console.log(`${missing} files named in the database are in neither the folder nor the bucket.`)
    console.log(
      `The folder was renamed to ${aside}. Start the server, check that files open, and then remove the folder.`,
    )
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new CommandError(
      `The files were not moved: ${error.message}. The folder has not changed. Run the command again to copy the rest.`,
    )
  } finally {
    for (const unlock of unlocks) unlock?.()
  }
}

/**
 * Copies each file named in the database to the bucket unless it is there, and reads it back. Other files are never
 * shown to anyone and stay behind.
 */
async function copyToBucket(db: Database, place: { from: Files; to: Files }) {
  const counts = { copied: 0, same: 0, missing: 0 }
  const files = await db.selectFrom('file').select('key').execute()
  const photos = await db.selectFrom('request_photo').select('id').execute()
  const keys = [...files.map(({ key }) => key), ...photos.map(({ id }) => photoKey(id))].values()
  const copyNext = async () => {
    for (const key of keys) {
      const outcome = await copyOne(key, place)
      // The row of a logo may outlive its file, so a missing logo is not counted.
      if (outcome !== 'missing' || !isLogo(key)) counts[outcome] += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, copyNext))
  return counts
}

async function copyOne(key: string, { from, to }: { from: Files; to: Files }) {
  const content = await contentOf(from, key)
  if (!content) return (await to.sizeOf(key)) === undefined ? 'missing' : 'same'
  const digest = await sha256(content)
  const has = async () => {
    const copied = await contentOf(to, key)
    return copied !== undefined && (await sha256(copied)) === digest
  }
  if (await has()) return 'same'
  await to.put(key, content)
  if (!(await has())) throw new StorageError('the bucket returned other content than was stored')
  return 'copied'
}

async function contentOf(files: Files, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await files.get(key)
  return file && new Uint8Array(await new Response(file.stream()).arrayBuffer())
}

function isLogo(key: string): boolean {
  return ![DOCUMENT_KEYS, photoKey('')].some((own) => key.startsWith(own))
}
