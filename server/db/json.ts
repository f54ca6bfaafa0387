import { type RawBuilder, sql } from 'kysely'

declare const content: unique symbol

/** A column of JSON text, with what this server writes into it. */
export type Json<T> = string & { readonly [content]?: T }

/** A column of JSON for the functions of SQLite, which fail the whole statement for one value that is not JSON. */
export const readableJson = (column: string): RawBuilder<string> =>
  sql<string>`case when json_valid(${sql.ref(column)}) then ${sql.ref(column)} else '{}' end`

/** Reads JSON of this server's own. */
export const parseJson = <T>(text: Json<T>): T => JSON.parse(text)
