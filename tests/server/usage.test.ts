import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { runProcess } from '#harness/commands.ts'
import { temporaryFolder } from '#harness/folders.ts'
import { ROOT } from '#harness/server-process.ts'

const NOWHERE = { dataDir: tmpdir(), databaseUrl: undefined }

const USAGES: Record<string, string> = {
  'server/cli/import/main.ts': 'npm run import -- FILE --practice ID ',
  'server/cli/user/main.ts': 'npm run user -- EMAIL ',
  'server/cli/practices/main.ts': 'npm run practices -- ',
  'server/cli/access/main.ts': 'npm run access -- ',
  'server/cli/breach/main.ts': 'npm run breach -- ',
  'server/cli/retention/main.ts': 'npm run retention -- --practice ID ',
  'server/cli/mails/main.ts': 'npm run mails',
  'server/cli/log/main.ts': 'npm run log -- HASH, or an e-mail address, or an IP address',
  'server/cli/migrate/main.ts': 'npm run migrate',
  'server/cli/backup/main.ts': 'npm run backup -- FOLDER [--keep NUMBER]',
  'server/cli/restore/main.ts': 'npm run restore -- FOLDER [--replace]',
  'server/cli/move/main.ts': 'npm run move -- --to DATABASE_URL',
  'server/cli/files/main.ts': 'npm run files -- --to-bucket',
  'server/cli/export/main.ts': 'npm run export -- --practice ID FILE.jsonl, or --client UUID FILE.json',
  'server/cli/erase/main.ts': 'npm run erase -- --client UUID --yes',
  'tools/bench/main.ts': 'npm run bench -- ',
  'tools/bench/soak.ts': 'npm run soak -- ',
}

const WRONG: [command: string, args: string[], reason: string][] = [
  ['server/cli/import/main.ts', ['a.jsonl', '--files'], "Option '--files <value>' argument missing."],
  ['server/cli/import/main.ts', ['a.jsonl'], '--practice is missing.'],
  ['server/cli/user/main.ts', ['a@b.example', '--role', 'CLINIC_USER'], '--practice is missing.'],
  ['server/cli/export/main.ts', ['a.jsonl'], 'Give --practice or --client.'],
  ['server/cli/export/main.ts', ['--practice', 'a', '--client', 'b', 'a.jsonl'], 'Give --practice or --client.'],
  [
    'server/cli/practices/main.ts',
    ['--lock', 'a', '--unlock', 'a'],
    'Give only one of --lock, --unlock, add, remove and quota.',
  ],
  ['server/cli/retention/main.ts', ['--preview'], '--practice is missing.'],
  ['server/cli/erase/main.ts', ['--yes'], '--client is missing.'],
  ['tools/bench/main.ts', ['--clients', '999'], '--clients must be a whole number, 1000 or more.'],
  [
    'tools/bench/main.ts',
    ['--only', 'sizes,all'],
    '--only takes sizes, browser, startup, pdf, list, herd, csv, growth, postgres, sizing; "all" is none of them.',
  ],
  ['tools/bench/soak.ts', ['--rounds', 'many'], '--rounds must be a whole number, 1 or more.'],
  ...Object.keys(USAGES).map((command): (typeof WRONG)[number] => [
    command,
    ['--colour', 'red'],
    "Unknown option '--colour'.",
  ]),
]
const FOLDER = `${ROOT}/package.json/backup`

/**
 * Calls all commands in one Node process, because starting Node takes most of the time, and prints each exit code and
 * its errors.
 */
const CALL_ALL = `
  const [cases, write] = [JSON.parse(process.argv[2]), process.stderr.write]
  const called = []
  for (const [index, [file, args]] of cases.entries()) {
    let errors = ''
    process.stderr.write = (text) => (errors += text)
    process.argv = [process.execPath, file, ...args]
    process.exitCode = undefined
    await import(file + '?call=' + index)
    called.push({ code: process.exitCode ?? 0, errors })
  }
  process.stderr.write = write
  process.exitCode = 0
  console.log(JSON.stringify(called))
`

describe('commands', () => {
  const called = new Map<string, { code: number; errors: string }>()

  beforeAll(async () => {
    using folder = temporaryFolder()
    const script = join(folder.path, 'call-all.mjs')
    writeFileSync(script, CALL_ALL)
    const cases = [...WRONG, ['server/cli/backup/main.ts', [FOLDER]] as const]
    const files = cases.map(([command, args]) => [pathToFileURL(join(ROOT, command)).href, args])
    const { output, errors } = await runProcess(relative(ROOT, script), [JSON.stringify(files)], NOWHERE)
    if (errors !== '') throw new Error(errors)
    const results = JSON.parse(output) as { code: number; errors: string }[]
    for (const [index, [command, args]] of cases.entries()) called.set(`${command} ${args.join(' ')}`, results[index]!)
  })

  test.each(WRONG)('%s rejects %j with a reason, the usage and exit code 2', (command, args, reason) => {
    const { code, errors } = called.get(`${command} ${args.join(' ')}`)!
    const [first, usage, ...more] = errors.trimEnd().split('\n')
    expect([code, first, usage]).toEqual([2, reason, expect.stringContaining(`Usage: ${USAGES[command]}`)])
    // Each option is described in an indented line.
    expect(more.filter((line) => !line.startsWith(' ')).length).toBeLessThan(2)
  })

  test('name the path that cannot be used', () => {
    const errors = `${FOLDER} cannot be used: ENOTDIR: not a directory, scandir '${FOLDER}'\n`
    expect(called.get(`server/cli/backup/main.ts ${FOLDER}`)).toEqual({ code: 1, errors })
  })

  test('have former names that run the commands that replaced them', async () => {
    const usage = async (name: string) => (await runProcess('server/cli/main.js', [name, '--help'], NOWHERE)).output
    expect([await usage('seen'), await usage('leak')]).toEqual([
      expect.stringMatching(/^Usage: npm run access -- /),
      expect.stringMatching(/^Usage: npm run breach -- /),
    ])
  })

  test('can read a settings file (start)', async () => {
    using folder = temporaryFolder()
    const start = (...args: string[]) => runProcess('server/cli/main.js', ['start', ...args], NOWHERE)
    const file = (name: string) => {
      const path = join(folder.path, name)
      writeFileSync(path, `PORT=0\n${name}=smtp://user:secret@host\n`)
      return path
    }
    const [right, wrongOption, wrongSetting] = await Promise.all([
      start('--settings', file('SMTP_URL'), '--help'),
      start('--port', '5000'),
      start('--settings', file('SMTP'), '--help'),
    ])
    expect(right).toEqual({ code: 0, errors: '', output: expect.stringMatching(/^Usage: .*start/) })
    expect(wrongOption).toEqual({ code: 2, output: '', errors: expect.stringMatching(/^start has no option --port/) })
    const reason = `The settings ${file('SMTP')} cannot be read: line 2: "SMTP" is not a setting; is SMTP_URL meant?\n`
    expect(wrongSetting).toEqual({ code: 2, output: '', errors: reason })
  })
})
