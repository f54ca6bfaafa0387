import { canonicalUsername } from '#contract/email.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, onlyArgument, readOptions, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import { fingerprintOf } from '#server/http/keys.ts'
import type { Database } from '#server/db/schema.ts'
import { clientAddresses } from '#server/node/http/client-address.ts'
import { readSecrets } from '#server/node/secret.ts'
import type { Settings } from '#server/node/settings.ts'
import { type Name, namesOfAccounts, namesOfAddress } from './names.ts'

const USAGE = usageOf('log', 'HASH, or an e-mail address, or an IP address')

const UNKNOWN =
  'No account, passkey or session has this hash. A hash of an IP address cannot be reversed: run the command with the address that you suspect. The hash may also belong to a browser, an erased account or a replaced secret.'

await runCommand(() => {
  const given = process.argv.slice(2)
  // A hash may begin with a hyphen, which would be parsed as an option.
  const args = /^-[^-]/.test(given[0] ?? '') ? ['--', ...given] : given
  const { positionals } = readOptions({ args, allowPositionals: true, options: {} }, USAGE)
  const query = onlyArgument(positionals, USAGE)
  return withDatabase(async (db, settings) => {
    const address = clientAddresses([])(query, () => null)
    const isUser = query.includes('@')
    const found: Name[] = []
    for (const secret of await secretsOf(db, settings)) {
      if (address !== undefined) found.push(...(await namesOfAddress(secret, address)))
      else {
        for await (const name of namesOfAccounts(secret, {
          db,
          username: isUser ? canonicalUsername(query) : undefined,
        }))
          if (isUser || name.hash === query) found.push(name)
      }
    }
    if (found.length === 0) throw new CommandError(isUser ? `There is no account ${query}.` : UNKNOWN)
    for (const { field, hash, subject } of found) console.log([field, hash, subject].join('\t'))
  })
})

/** Returns the present secret and, during a rotation, the former secret. Never creates a secret. */
async function secretsOf(db: Database, settings: Settings): Promise<Uint8Array[]> {
  if (!settings.tokenSecret && !existsSync(join(settings.dataDir, 'token-secret')))
    throw new CommandError(`There is no token-secret in ${settings.dataDir}, and TOKEN_SECRET is not set.`)
  const { secret, former } = readSecrets(settings)
  const known = new Set((await db.selectFrom('secret').select('fingerprint').execute()).map((row) => row.fingerprint))
  const secrets: Uint8Array[] = []
  for (const reading of [...secret, ...(former === 'lost' ? [] : (former ?? []))])
    if (known.has(await fingerprintOf(reading))) secrets.push(reading)
  if (secrets.length === 0)
    throw new CommandError('TOKEN_SECRET does not match the database. Set the secret that the server uses.')
  return secrets
}
