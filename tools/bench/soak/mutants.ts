import { ACCESS } from './mutants/access.ts'
import { FILES } from './mutants/files.ts'
import { INPUT } from './mutants/input.ts'
import { KEEPING } from './mutants/keeping.ts'
import type { Mutant } from './mutants/mutant.ts'
import { QUERIES } from './mutants/queries.ts'
import { REQUESTS } from './mutants/requests.ts'
import { SESSIONS } from './mutants/sessions.ts'
import { WORK } from './mutants/work.ts'

/** Every guard that is taken away once. */
export const MUTANTS: readonly Mutant[] = [
  ...ACCESS,
  ...QUERIES,
  ...SESSIONS,
  ...INPUT,
  ...FILES,
  ...WORK,
  ...REQUESTS,
  ...KEEPING,
]
