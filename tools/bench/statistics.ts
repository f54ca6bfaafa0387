/** Returns the value below which the given share of the values lies; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function ratiosOf(values: readonly number[], others: readonly number[]): number[] {
  if (values.length !== others.length) throw new Error('Each has one value for each round')
  return values.map((value, round) => value / others[round]!)
}

/** Returns the smallest and the largest value as text. A smaller difference between two medians may be chance. */
export function spread(values: readonly number[], format: (value: number) => string): string {
  return `${format(Math.min(...values))}–${format(Math.max(...values))}`
}

/**
 * Returns the p-value of the two-sided Mann-Whitney U test; near 0 the samples differ. Uses the normal approximation with
 * corrections for ties and continuity.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const values = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))]
  values.sort((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let start = 0; start < values.length;) {
    let end = start
    while (values[end]?.value === values[start]!.value) end += 1
    const equal = end - start
    // Equal values share the mean of their ranks.
    const rank = (start + 1 + end) / 2
    rankSum += rank * values.slice(start, end).filter(({ isOne }) => isOne).length
    ties += equal ** 3 - equal
    start = end
  }
  const total = values.length
  const mean = (one.length * other.length) / 2
  const u = rankSum - (one.length * (one.length + 1)) / 2
  const variance = (mean / 6) * (total + 1 - ties / (total * (total - 1)))
  if (variance === 0) return 1
  return Math.min(1, errorFunctionComplement(Math.max(0, Math.abs(u - mean) - 0.5) / Math.sqrt(2 * variance)))
}

// Abramowitz and Stegun, formula 7.1.26: absolute error at most 1.5e-7, for x ≥ 0.
function errorFunctionComplement(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  return series.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0) * Math.exp(-x * x)
}
