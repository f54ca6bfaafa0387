import type { QueryExecutorProvider, RawBuilder, SelectExpression, Selectable, Selection } from 'kysely'
import type { Database, Schema } from './schema.ts'

/** Runs a statement that always returns a row, such as an aggregate. */
export async function oneRow<Row>(query: RawBuilder<Row>, db: QueryExecutorProvider): Promise<Row> {
  const [row] = (await query.execute(db)).rows
  if (row === undefined) throw new Error('The statement has no row')
  return row
}

type Table = keyof Schema
type Values<T extends Table> = Partial<Selectable<Schema[T]>>

/** Returns the named columns of the row with these values; undefined if there is none. */
export async function findRow<T extends Table, S extends SelectExpression<Schema, T>>(
  db: Database,
  table: T,
  values: Values<T>,
  columns: readonly S[],
): Promise<Selection<Schema, T, S> | undefined> {
  return await db
    .selectFrom<Table>(table)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's types do not follow a table that is a parameter
    .select(columns as never)
    .where((row) => row.and(values))
    .executeTakeFirst()
}

/** Returns the named columns of the row with these values; throws if there is none. */
export async function getRow<T extends Table, S extends SelectExpression<Schema, T>>(
  ...parameters: Parameters<typeof findRow<T, S>>
): Promise<Selection<Schema, T, S>> {
  const row = await findRow(...parameters)
  if (row === undefined) throw new Error(`There is no such row of ${parameters[1]}`)
  return row
}
