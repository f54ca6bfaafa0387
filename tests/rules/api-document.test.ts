import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { PROBLEMS } from '#contract/problem.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')

test('docs/api.md names every code of a refusal, by its status', () => {
  const rows = [...text.matchAll(/^\| (\d{3}) +\| (.*?) *\|$/gm)]
  const named = rows.flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`(.*?)`/g)].map(([, code]) => [code!, status!]),
  )
  const statuses = Object.entries(PROBLEMS).map(([code, [status]]) => [code, String(status)])
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(statuses))
  expect(named).toHaveLength(statuses.length)
})

test('docs/api.md names every capability, once, by the alphabet', () => {
  const named = [...text.matchAll(/^ {2}- `([\w-]+)`: /gm)].map(([, capability]) => capability!)
  expect(named).toEqual([...CAPABILITIES].sort())
})
