import { CommandError, UsageError, openForCommand, readOptions, runCommand } from '#server/cli/command.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { openFiles } from '#server/node/files.ts'
import { readSettings } from '#server/node/settings.ts'

const USAGE = 'Usage: npm run erase -- --client UUID --yes'
const OPTIONS = { client: { type: 'string' }, yes: { type: 'boolean' } } as const

await runCommand(async () => {
  const { values } = readOptions({ args: process.argv.slice(2), options: OPTIONS }, USAGE)
  if (values.client === undefined) throw new UsageError('--client is missing', USAGE)
  const clientId = values.client.toLowerCase()
  const settings = readSettings(process.env)
  const { db, close } = await openForCommand(settings)
  try {
    const known = await db
      .selectFrom('client')
      .select('practice_id as practiceId')
      .where('uuid', '=', clientId)
      .executeTakeFirst()
    if (!known) throw new CommandError(`There is no client ${clientId}.`)
    if (!values.yes) {
      throw new CommandError(
        `The client ${clientId} of ${known.practiceId} would be erased for good. Nothing has changed; say --yes.`,
      )
    }
    const practiceId = await eraseClient(db, openFiles(settings), { clientId, now: new Date() })
    if (practiceId === undefined) throw new CommandError(`There is no client ${clientId}.`)
    console.log(
      `The client ${clientId} of ${practiceId} is erased. Erase it in the practice's own system as well, or its next export brings it back.`,
    )
    return 0
  } finally {
    await close()
  }
})
