import { type Expression, type SqlBool, sql } from 'kysely'

/** A pattern for a text anywhere, literally: `%`, `_` and the escape itself mean nothing. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

export const contains = (column: string, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
