import { type LimitNode, type QueryCompiler, SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely'

/** Kysely's adapter denies that SQLite has transactional DDL. SQLite has it, and migrations rely on it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class PlanKeepingCompiler extends SqliteQueryCompiler {
  /** Makes the limit a sum: with a bare limit parameter SQLite replans a prepared statement on every call. */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return new PlanKeepingCompiler()
  }
}
