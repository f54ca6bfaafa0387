import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

const [, listed = ''] = /const COMMANDS = \{\n([^]*?)\n\}/.exec(read('server/cli/commands.ts')) ?? []
const COMMANDS = [...listed.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name!)

test.each(COMMANDS)('the command %s is a script, in the table of the README, and in docs/running.md', (name) => {
  expect(Object.keys(manifest.scripts)).toContain(name)
  const call = name === 'start' ? 'npm start' : `npm run ${name}`
  expect(read('README.md')).toMatch(new RegExp(`^\\| \`${call}\` +\\|`, 'm'))
  expect(read('docs/running.md')).toContain(call)
})

test('all commands are looked at', () => expect(COMMANDS.length).toBeGreaterThan(12))
