import { expect, test } from 'vitest'
import { mannWhitney, median, ratiosOf } from '#tools/bench/statistics.ts'

// Expected values are from SciPy's `mannwhitneyu(…, method="asymptotic")`. The first row is the example of its manual.
test.each([
  ['small ones', [19, 22, 16, 29, 24], [20, 11, 17, 12], 0.11134689],
  ['ties', [1, 2, 2, 3, 3, 3, 9], [2, 3, 4, 4, 5, 9, 9, 10], 0.05958194],
  ['apart', range(0, 60), range(40, 100), 4.63958e-17],
  ['the same', range(0, 50), range(0, 50), 1],
  ['nothing but ties', [4, 4, 4], [4, 4], 1],
])('mannWhitney returns the probability of SciPy for samples: %s', (_, one, other, probability) => {
  expect(mannWhitney(one, other)).toBeCloseTo(probability, 6)
  expect(mannWhitney(other, one)).toBeCloseTo(probability, 6)
})

test('ratiosOf compares each round separately, so a slowing machine has no effect', () => {
  expect(ratiosOf([20, 44, 120], [10, 20, 100])).toEqual([2, 2.2, 1.2])
  expect(median(ratiosOf([20, 44, 120], [10, 20, 100]))).toBe(2)
  expect(() => ratiosOf([1, 2], [1])).toThrow('one value for each round')
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
