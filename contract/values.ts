/** Compares texts by their code units, as the databases do. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Whether a value that came from elsewhere has fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In the order of the first of each group. In place of `Map.groupBy`, which the oldest of the browsers lack. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The keys of a constant record. `Object.keys` calls them strings, for another record of the type may have more. */
export const typedKeys = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- constants have the keys of their type and no more
  Object.keys(record) as K[]

export const typedEntries = <K extends string, V>(record: Readonly<Record<K, V>>): [key: K, value: V][] =>
  typedKeys(record).map((key) => [key, record[key]])

/** A record with a value for each of some keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key gets its value here
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>
