import { SqliteAdapter, SqliteDialect } from 'kysely'

/** Kysely's adapter denies that SQLite has transactional DDL. It has, and migrations rely on it. */
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
