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
