import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

const names = new Map<string, string>()

/** Returns the name of a prepared statement of a hot path; undefined for any other statement. */
export const preparedName = (statement: string): string | undefined => names.get(statement)

/**
 * Compiles a query once and binds values per call, for hot paths where Kysely's compilation costs more than the query.
 * `build` receives placeholders for the values.
 */
export function prepared<V extends object, R>(
  db: Database,
  build: (values: V) => Compilable<R>,
): (values: V) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined
  return async (values) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the proxy has a placeholder for each name of V
    compiled ??= compileNamed(build(new Proxy({} as V, { get: (_, name) => new Placeholder(name) })))
    const parameters = compiled.parameters.map((parameter): unknown =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    )
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}

function compileNamed<R>(query: Compilable<R>): CompiledQuery<R> {
  const compiled = query.compile()
  if (!names.has(compiled.sql)) names.set(compiled.sql, `portal_${names.size + 1}`)
  return compiled
}
