import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument } from './documents.ts'
import { ROOT } from './import-graph.ts'

/** Failed calls are logged with the code of their problem (server/http/problem.ts). */
const PROBLEMS = ['internal', 'unavailable', 'storage-full', 'conflict']
/** Matches `log('warn', 'clock-leapt'`, also with a conditional level, and `line('warn', …` of the log itself. */
const LOGGED = /\b(?:log|report|line)\(\s*(?:'\w+'|[^\n]*\? '\w+' : '\w+'),\s*'([a-z-]+)'/g

test('server/log-events.ts declares exactly the events that the server logs', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) => [...readDocument(file).matchAll(LOGGED)].map(([, event]) => event!))
  const logged = new Set([...found, ...PROBLEMS])
  const declared = [...readDocument('server/log-events.ts').matchAll(/^ {2}\| '([a-z-]+)'$/gm)].map(
    ([, event]) => event!,
  )
  expect(logged.size).toBeGreaterThan(20)
  expect(declared.toSorted()).toEqual([...logged].toSorted())
})
