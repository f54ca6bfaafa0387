import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Lines of invoices. They are a column of the invoice, so that each copy, move and removal of the row includes them.
 * `line_count` comes first, because lists read it without the lines.
 */
export const invoiceLines = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema.alterTable('invoice').addColumn('line_count', 'integer').execute()
    await db.schema.alterTable('invoice').addColumn('lines', 'text').execute()
    await db.schema
      .createTable('pending_invoice_lines')
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('uuid', key, (column) => column.notNull())
      .addColumn('line_count', 'integer', (column) => column.notNull())
      .addColumn('lines', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('pending_invoice_lines_key', ['practice_id', 'uuid'])
      .execute()
    await db.schema
      .createIndex('pending_invoice_lines_received')
      .on('pending_invoice_lines')
      .column('received_at')
      .execute()
  },
})
