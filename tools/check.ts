import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

// `npm run check`: runs all checks in parallel, because the longest uses half a processor. Prints the output of each
// check when it ends.

const CHECKS = [
  'oxlint --type-aware --type-check',
  'oxfmt --check',
  'knip',
  'vitest run --project rules tests/rules --silent',
]

// The linter runs a Go program for type information. With Go's default setting, garbage collection takes a quarter of
// its time.
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

/** Prints a reminder of recent commit subjects of the wrong length; never fails. */
function remindOfSubjects(): void {
  const { stdout } = spawnSync('git', ['log', '--format=%s', '-20'], { encoding: 'utf8' })
  const wrong = (stdout ?? '').split('\n').filter((subject) => subject && (subject.length < 15 || subject.length > 72))
  if (wrong.length > 0) console.log(`Commit subjects have 15 to 72 characters. Not these:\n${wrong.join('\n')}`)
}
remindOfSubjects()
