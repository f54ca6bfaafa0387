import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

/** Stands in a query for a value that comes with each call. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is put into words once, at its first call: for what runs with every request, where that costs more than the
 * answer. `build` gets stand-ins for the values that each call brings.
 */
export function prepared<V extends object, R>(
  db: Database,
  build: (values: V) => Compilable<R>,
): (values: V) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined
  return async (values) => {
    compiled ??= build(new Proxy({} as V, { get: (_, name) => new Placeholder(name) })).compile()
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    )
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}
