import type { Insertable, Selectable, Updateable } from 'kysely'
import { compare } from '#contract/values.ts'
import type { Database, Schema } from '#server/db/schema.ts'

type Row<T extends keyof Schema> = Selectable<Schema[T]>

/**
 * Returns columns of the rows that match `where`, ordered by the first column. `*` returns all columns, ordered by
 * their contents.
 */
export async function rowsOf<T extends keyof Schema, C extends keyof Row<T> & string = keyof Row<T> & string>(
  db: Database,
  table: T,
  columns: readonly C[] | '*' = '*',
  where: Partial<Row<T>> = {},
): Promise<Pick<Row<T>, C>[]> {
  const query = db.selectFrom(table as 'audit').where((row) => row.and(where as object))
  if (columns !== '*')
    return (await query
      .select(columns as never)
      .orderBy(columns[0] as never)
      .execute()) as never
  // PostgreSQL may return rows in another order after an update.
  const rows = await query.selectAll().execute()
  return rows.sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b))) as never
}

export async function addRow<T extends keyof Schema>(
  db: Database,
  table: T,
  values: Insertable<Schema[T]>,
): Promise<void> {
  await db
    .insertInto(table as 'audit')
    .values(values as never)
    .execute()
}

export async function changeRows<T extends keyof Schema>(
  db: Database,
  table: T,
  values: Updateable<Schema[T]>,
  where: Partial<Row<T>> = {},
): Promise<void> {
  await db
    .updateTable(table as 'audit')
    .set(values as never)
    .where((row) => row.and(where as object))
    .execute()
}
