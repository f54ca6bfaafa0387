import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Failed calls are logged by the code of their problem (server/http/problem.ts). */
const PROBLEMS = ['internal', 'unavailable', 'storage-full', 'conflict']
/** `log('warn', 'clock-leapt'`, also where the level is chosen, and `line('warn', …` of the log itself. */
const LOGGED = /\b(?:log|tell|line)\(\s*(?:'\w+'|[^\n]*\? '\w+' : '\w+'),\s*'([a-z-]+)'/g

test('docs/running.md names every event of the log, and no other', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) => [...read(file).matchAll(LOGGED)].map(([, event]) => event!))
  const logged = new Set([...found, ...PROBLEMS])
  const section = read('docs/running.md').split('### The log')[1]!.split('###')[0]!
  const rows = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!)
  const told = rows.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, event]) => event!))
  expect(logged.size).toBeGreaterThan(20)
  expect(told.toSorted()).toEqual([...logged].toSorted())
})
