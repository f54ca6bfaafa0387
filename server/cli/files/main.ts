import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, UsageError, openForCommand, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import { namesIn } from '#server/cli/backup/copy-folder.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { openFiles } from '#server/node/files/files.ts'
import { readSettings } from '#server/node/settings.ts'
import { copyToBucket } from './copy-to-bucket.ts'

const USAGE = usageOf('files', '--to-bucket')

await runCommand(async () => {
  const { values } = readOptions({ args: process.argv.slice(2), options: { 'to-bucket': { type: 'boolean' } } }, USAGE)
  if (!values['to-bucket']) throw new UsageError('', USAGE)
  const settings = readSettings(process.env)
  const { dataDir, storage } = settings
  if (!storage)
    throw new CommandError('STORAGE_URL is not set: it names the bucket, for this command and the next start.')
  const folder = join(dataDir, 'files')
  if (namesIn(folder).length === 0) throw new CommandError(`There are no files in ${folder}.`)

  const { db, close } = await openForCommand(settings)
  const unlocks = (['server', 'import'] as const).map((by) => lockDataDir(dataDir, by))
  try {
    if (unlocks.includes(undefined))
      throw new CommandError(`A server or an import is running on the data folder ${dataDir}. Stop it first.`)
    const from = openFiles({ dataDir, storage: undefined })
    const { copied, same, missing } = await copyToBucket(db, { from, to: openFiles(settings) })
    const aside = `${folder}-before-bucket-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    renameSync(folder, aside)
    console.log(`The bucket has ${copied + same} files, ${same} of them already; all were read again.`)
    if (missing > 0) console.log(`${missing} that the database names were in neither place.`)
    console.log(`The folder is ${aside} now. Start the server; once all is shown, remove that.`)
    return 0
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new CommandError(
      `The files are not moved: ${error.message}. The folder is as it was; the next run goes on with what the bucket lacks.`,
    )
  } finally {
    for (const unlock of unlocks) unlock?.()
    await close()
  }
})
