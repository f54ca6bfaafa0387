type Present<T> = { [K in keyof T]?: Exclude<T[K], null> }

/** A row without its empty columns: on the wire, what is not known is not there. */
export function present<T extends object>(row: T): Present<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<T>
}
