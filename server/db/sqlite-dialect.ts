import { type LimitNode, type QueryCompiler, SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely'

/** Kysely's adapter denies that SQLite has transactional DDL. It has, and migrations rely on it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class PlanKeepingCompiler extends SqliteQueryCompiler {
  /** As a sum: a limit that is a parameter by itself makes SQLite plan a prepared statement anew on every call. */
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
