import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { run, runProcess } from '#harness/commands.ts'
import { ROOT } from '#harness/server-process.ts'

const NOWHERE = { dataDir: tmpdir(), databaseUrl: undefined }

const USAGES = {
  'server/cli/import/main.ts': 'npm run import -- FILE.jsonl --practice ID ',
  'server/cli/user/main.ts': 'npm run user -- EMAIL ',
  'server/cli/practices/main.ts': 'npm run practices -- ',
  'server/cli/seen/main.ts': 'npm run seen -- ',
  'server/cli/leak/main.ts': 'npm run leak -- ',
  'server/cli/retention/main.ts': 'npm run retention -- --practice ID ',
  'server/cli/mails/main.ts': 'npm run mails',
  'server/cli/log/main.ts': 'npm run log -- HASH, or an e-mail address, or an IP address',
  'server/cli/migrate/main.ts': 'npm run migrate',
  'server/cli/backup/main.ts': 'npm run backup -- FOLDER',
  'server/cli/restore/main.ts': 'npm run restore -- FOLDER [--replace]',
  'server/cli/files/main.ts': 'npm run files -- --to-bucket',
  'server/cli/export/main.ts': 'npm run export -- --practice ID FILE.jsonl, or --client UUID FILE.json',
  'server/cli/erase/main.ts': 'npm run erase -- --client UUID --yes',
  'tools/bench/main.ts': 'npm run bench -- ',
  'tools/bench/soak.ts': 'npm run soak -- ',
}

test.each(Object.entries(USAGES))(
  '%s answers an option that it does not know by a line, its usage and 2',
  async (command, usage) => {
    const { code, output, errors } = await run(command, ['--colour', 'red'], NOWHERE)
    const [reason, called, ...more] = errors.trimEnd().split('\n')
    expect({ code, output, reason }).toEqual({ code: 2, output: '', reason: "Unknown option '--colour'." })
    expect(called).toContain(`Usage: ${usage}`)
    // Options with a line each stand under it.
    expect(more.filter((line) => !line.startsWith(' ')).length).toBeLessThan(2)
  },
)

// Not as the tests read them, which forgives more. One process for all: most of what it takes is its start.
test('Node itself runs each of them, and gives its code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const all = join(folder, 'all.mjs')
  const commands = Object.keys(USAGES).map((file) => join(ROOT, file))
  writeFileSync(all, commands.map((file) => `await import(${JSON.stringify(file)})\n`).join(''))
  const { code, output, errors } = await runProcess(relative(ROOT, all), ['--colour', 'red'], NOWHERE)
  rmSync(folder, { recursive: true })
  expect({ code, output }).toEqual({ code: 2, output: '' })
  const usages = errors.split('\n').filter((line) => line.startsWith('Usage: '))
  expect(usages).toEqual(Object.values(USAGES).map((usage) => expect.stringContaining(usage)))
})

test.each([
  ['server/cli/import/main.ts', ['a.jsonl', '--files'], "Option '--files <value>' argument missing."],
  ['server/cli/import/main.ts', ['a.jsonl'], '--practice is missing.'],
  ['server/cli/user/main.ts', ['a@b.example', '--role', 'CLINIC_USER'], '--practice is missing.'],
  ['server/cli/export/main.ts', ['a.jsonl'], 'Say --practice or --client.'],
  ['server/cli/export/main.ts', ['--practice', 'a', '--client', 'b', 'a.jsonl'], 'Say --practice or --client.'],
  ['server/cli/practices/main.ts', ['--lock', 'a', '--unlock', 'a'], 'Say one of them.'],
  ['server/cli/retention/main.ts', ['--preview'], '--practice is missing.'],
  ['server/cli/erase/main.ts', ['--yes'], '--client is missing.'],
  ['tools/bench/main.ts', ['--clients', '999'], '--clients must be a whole number, 1000 or more.'],
  [
    'tools/bench/main.ts',
    ['--only', 'sizes,all'],
    '--only takes sizes, browser, startup, pdf, list, herd, growth, postgres; "all" is none of them.',
  ],
  ['tools/bench/soak.ts', ['--rounds', 'many'], '--rounds must be a whole number, 1 or more.'],
] as const)('%s %j is a wrong call as well', async (command, args, reason) => {
  const { code, output, errors } = await run(command, [...args], NOWHERE)
  expect({ code, output, reason: errors.split('\n')[0] }).toEqual({ code: 2, output: '', reason })
})

test('start says what it takes, and starts nothing with what it does not know', async () => {
  const ask = (...args: string[]) => runProcess('server/cli/main.js', ['start', ...args], NOWHERE)
  const help = await ask('--help')
  expect([help.code, help.errors, help.output]).toEqual([0, '', expect.stringMatching(/^Usage: .*start/)])
  const wrong = await ask('--port', '5000')
  expect([wrong.code, wrong.output, wrong.errors]).toEqual([
    2,
    '',
    expect.stringMatching(/^start does not know --port/),
  ])
})

test('a path that may not be used is told by a line', async () => {
  const folder = `${ROOT}/package.json/backup`
  const { code, errors } = await run('server/cli/backup/main.ts', [folder], NOWHERE)
  expect([code, errors]).toEqual([1, `${folder} cannot be used: ENOTDIR: not a directory, scandir '${folder}'\n`])
})

test('refuses a settings file with a name that is no setting, before anything is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const file = join(folder, 'settings.env')
  const ask = async (text: string) => {
    writeFileSync(file, text)
    return await runProcess('server/cli/main.js', ['start', '--settings', file, '--help'], NOWHERE)
  }
  const wrong = await ask('PORT=0\nSMTP=smtp://user:secret@host\n')
  const right = await ask('PORT=0\nSMTP_URL=smtp://user:secret@host\n')
  rmSync(folder, { recursive: true })
  expect([wrong.code, wrong.output]).toEqual([2, ''])
  expect(wrong.errors).toBe(
    `The settings ${file} cannot be read: line 2: "SMTP" is not a setting; is SMTP_URL meant?\n`,
  )
  expect([right.code, right.errors]).toEqual([0, ''])
})
