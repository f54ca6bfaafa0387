import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFiles } from '../bench/soak/mutants/mutant.ts'
import { MUTANTS } from '../bench/soak/mutants.ts'

const ROOT = join(import.meta.dirname, '..')

// `npm run soak -- --only mutants` takes each of them away and runs the tests. Here it is only looked whether they are still
// there: who changes a guard changes its mutant with it.
test('S-142 every guard that can be taken away stands where it is looked for, once', () => {
  const amiss = MUTANTS.filter(({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2)
  expect(amiss.map(({ file, find }) => `${file}: ${find}`)).toEqual([])
})

test('S-142 and is looked after by tests that exist', () => {
  const files = new Set(MUTANTS.flatMap(testFiles))
  expect([...files].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('S-142 no two take away the same', () => {
  const changes = MUTANTS.map(({ file, find, put }) => JSON.stringify([file, find, put]))
  expect(changes).toEqual([...new Set(changes)])
})
