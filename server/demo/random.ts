/** Seeded pseudo-random number generator (mulberry32). */
export interface Random {
  /** Returns an integer from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  uuid(): string
}

/** Returns an element of a non-empty list by its index, starting over after the last. */
export function nth<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length]
  if (value === undefined) throw new RangeError('There is nothing to choose from')
  return value
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const fraction = () => next() / 2 ** 32
  const hex = () => next().toString(16).padStart(8, '0')
  return {
    int: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    chance: (probability) => fraction() < probability,
    pick: (values) => nth(values, Math.floor(fraction() * values.length)),
    uuid() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
  }
}
