import { sql } from 'kysely'

/**
 * Marks a text that the present version of `foldText` has folded, at its beginning or its end. Bump it with that function, and the
 * texts of before are folded again in the background. A control character: no search looks for it.
 */
export const FOLDED = '\u0002'

/** Condition of rows that are still to be folded. A literal, as in the partial indexes by which they are found. */
export const isUnfolded = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not like ${sql.lit(`%${FOLDED}%`)})`
