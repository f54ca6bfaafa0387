import type { QueryExecutorProvider, RawBuilder } from 'kysely'

/** Runs a statement that always has a row, such as an aggregate. */
export async function oneRow<Row>(query: RawBuilder<Row>, db: QueryExecutorProvider): Promise<Row> {
  const [row] = (await query.execute(db)).rows
  if (row === undefined) throw new Error('The statement has no row')
  return row
}
