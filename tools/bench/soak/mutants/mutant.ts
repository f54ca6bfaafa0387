/** A guard that is taken away, and the tests that are the likeliest to miss it. */
export interface Mutant {
  file: string
  /** Stands in the file once. */
  find: string
  put: string
  /** A name is that of a file in `tests/server`. */
  tests: readonly string[]
  /** It guards against what happens at the same time, which SQLite does not know. */
  postgres?: boolean
}

type Change = [find: string, put: string]

/** The mutants of one file. */
export const of = (file: string, tests: readonly string[], ...changes: Change[]): Mutant[] =>
  changes.map(([find, put]) => ({ file, find, put, tests }))

/** A condition that never holds. */
export const never = (condition: string): Change => [`if (${condition})`, `if (false as boolean)`]

export const testFiles = ({ tests }: Mutant): string[] =>
  tests.map((name) => (name.includes('/') ? name : `tests/server/${name}.test.ts`))
