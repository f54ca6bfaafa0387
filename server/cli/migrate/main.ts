import { readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import { databaseName, migrateDatabase } from '#server/node/db/database.ts'
import { readSettings } from '#server/node/settings.ts'
import { withStartError } from '#server/node/start-error.ts'
import { requireKnownDatabase } from '#server/node/used-folder.ts'

await runCommand(async () => {
  readOptions({ options: {} }, usageOf('migrate'))
  const settings = readSettings(process.env)
  const applied = await withStartError(databaseName(settings), () =>
    migrateDatabase(settings, { isNew: () => requireKnownDatabase(settings) }),
  )
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`)
})
