type Present<T> = { [K in keyof T]?: Exclude<T[K], null> }

/** Removes null fields: the API omits unknown fields. */
export function present<T extends object>(row: T): Present<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, without those that are null
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<T>
}
