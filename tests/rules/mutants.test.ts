import { expect, test } from 'vitest'
import { MUTANTS } from '#tools/bench/soak/mutants.ts'
import { isInPlace } from '#tools/bench/soak/mutate.ts'

test('each guard that the soak takes away stands where it is looked for, and its tests are there', () => {
  const astray = MUTANTS.filter((mutant) => !isInPlace(mutant))
  expect(astray.map(({ file, find }) => `${file}: ${find}`)).toEqual([])
})
