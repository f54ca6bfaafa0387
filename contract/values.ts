/** Compares texts by their code units, like the databases. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Whether an untrusted value is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Groups items in the order of first occurrence. Replaces `Map.groupBy`, which the oldest supported browsers lack. */
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

/**
 * Returns the keys of a constant record with their type. `Object.keys` returns strings, because other records of the
 * type may have more keys.
 */
export const typedKeys = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- constants have the keys of their type and no more
  Object.keys(record) as K[]

export const typedEntries = <K extends string, V>(record: Readonly<Record<K, V>>): [key: K, value: V][] =>
  typedKeys(record).map((key) => [key, record[key]])

export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key gets its value here
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>
