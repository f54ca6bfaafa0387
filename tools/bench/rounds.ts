import { IS_SMALLEST } from './options.ts'

/**
 * Runs all works in each round, in reverse order every other round. Returns the results of each work by name. An extra first
 * round only warms up, and its results are discarded.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  works: Record<Name, (() => Promise<Result>) | undefined>,
): Promise<Record<Name, Result[]>> {
  const entries = Object.entries(works) as [Name, (() => Promise<Result>) | undefined][]
  const results = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = IS_SMALLEST ? 1 : 0; round <= rounds; round += 1) {
    for (const [name, work] of round % 2 === 0 ? entries : entries.toReversed()) {
      if (!work) continue
      const result = await work()
      if (round > 0) results[name].push(result)
    }
  }
  return results
}
