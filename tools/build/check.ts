import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

// `npm run check`: all checks at once, because the longest uses half a processor. The output of each is printed when it has ended.

const CHECKS = [
  'oxlint --type-aware --type-check',
  'oxfmt --check',
  'knip',
  'vitest run --project rules tests/rules --silent',
]

// The linter asks a program in Go for the types, whose garbage is a quarter of its time where it is collected as usual.
const env = { ...process.env, GOGC: process.env['GOGC'] ?? '400' }

await Promise.all(
  CHECKS.map(async (command) => {
    const child = spawn(process.execPath, ['tools/run.cjs', ...command.split(' ')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const code = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    process.stdout.write(`> ${command}\n${out}${errors}\n`)
    if ((await code) !== 0) process.exitCode = 1
  }),
)
