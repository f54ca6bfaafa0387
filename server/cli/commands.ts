import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { RELEASE } from '#server/release.ts'

// Runs the command named by the first argument. Only that command's module is imported, after the settings are
// read.

// The compile cache halves the start time of a command. Without write access to the folder there is no cache.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/server'))

const COMMANDS = {
  start: { about: 'starts the server', run: startServer },
  import: { about: "loads a practice's export", run: () => import('./import/main.ts') },
  user: {
    about: 'adds, ends or changes a membership of staff; removes a lost second factor',
    run: () => import('./user/main.ts'),
  },
  practices: {
    about: 'lists practices with their size and quota; adds, locks or removes one',
    run: () => import('./practices/main.ts'),
  },
  access: { about: 'lists who has read or changed a client', run: () => import('./access/main.ts') },
  breach: {
    about: 'reports what may have leaked in a data breach; ends sessions and links',
    run: () => import('./breach/main.ts'),
  },
  retention: {
    about: "shows a practice's retention policy and what it would remove; confirms the clock",
    run: () => import('./retention/main.ts'),
  },
  mails: { about: 'lists mails that wait and mails that were given up', run: () => import('./mails/main.ts') },
  log: {
    about: 'finds the account of a hash in the log, or the hashes of an account',
    run: () => import('./log/main.ts'),
  },
  migrate: {
    about: 'upgrades the database schema without starting the server',
    run: () => import('./migrate/main.ts'),
  },
  backup: { about: 'writes a backup to a folder while the server runs', run: () => import('./backup/main.ts') },
  restore: { about: 'restores a backup', run: () => import('./restore/main.ts') },
  move: { about: 'copies the embedded database to PostgreSQL', run: () => import('./move/main.ts') },
  files: { about: 'moves stored files from the data folder to a bucket', run: () => import('./files/main.ts') },
  export: { about: 'writes a practice or one client to a file', run: () => import('./export/main.ts') },
  erase: { about: 'erases a client for good', run: () => import('./erase/main.ts') },
}

/** Former names of commands, which still work. */
const ALIASES: Readonly<Record<string, string>> = { seen: 'access', leak: 'breach' }

const HELP = `Usage: dierenportaal COMMAND [--settings FILE] …

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(11)}${about}`)
  .join('\n')}

Former names: ${Object.entries(ALIASES)
  .map(([former, name]) => `${former} (${name})`)
  .join(', ')}

  --settings FILE   file with a setting as NAME=value on each line; the environment takes precedence
  --version         prints the version
  --help            after a command, prints its options
`

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

/** Removes `--settings FILE` from the arguments and reads the file into the environment. */
async function readSettingsFile(args: string[]): Promise<string[]> {
  const { tokens } = parseArgs({ args, options: { settings: { type: 'string' } }, strict: false, tokens: true })
  const given = tokens.find((token) => token.kind === 'option' && token.name === 'settings')
  if (given?.kind !== 'option') return args
  if (!given.value) fail('--settings needs a file.')
  try {
    const { parseSettingsFile } = await import('#server/node/settings-file.ts')
    for (const [name, value] of Object.entries(parseSettingsFile(readFileSync(given.value))))
      process.env[name] ??= value
  } catch (error) {
    fail(`The settings ${given.value} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return args.toSpliced(given.index, given.inlineValue ? 1 : 2)
}

/** Starts the server unless the arguments ask for something else. */
async function startServer(): Promise<void> {
  const [argument] = process.argv.slice(2)
  if (argument === '--help') return console.log('Usage: dierenportaal start [--settings FILE]')
  if (argument !== undefined)
    fail(`start has no option ${argument}. Put settings in the environment or in a file: --settings FILE.`)
  // @ts-expect-error -- serve.js is JavaScript; importing serve.js starts the server
  await import('./serve.js')
}

const [, , name = '--help', ...rest] = process.argv
if (name === '--version') {
  const { version, released, commit } = RELEASE
  console.log(`${version} (${[released, commit].filter(Boolean).join(', ')})`)
} else if (name === '--help' || name === 'help') console.log(HELP)
else {
  const command = Object.entries(COMMANDS).find(([known]) => known === (ALIASES[name] ?? name))?.[1]
  if (!command) fail(`There is no command ${name}.\n\n${HELP}`)
  process.argv.splice(2, process.argv.length, ...(await readSettingsFile(rest)))
  await command.run()
}
