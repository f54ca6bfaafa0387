import { SqliteAdapter, SqliteDialect } from 'kysely'

/** Kysely's own adapter says that SQLite cannot change tables in a transaction. It can, and a killed migration needs it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }
}
