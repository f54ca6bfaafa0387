import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mails counted by recipient and by budget, and the order of mails queued at the same moment. */
export const mailCounts = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .alterTable('outbox')
      .addColumn('place', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('outbox_order').on('outbox').columns(['created_at', 'place']).execute()
    await db.schema
      .createTable('recipient_mail')
      .addColumn('mail_id', key, (column) => column.primaryKey())
      .addColumn('recipient_hash', key, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('sent_at', key, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('recipient_mail_recipient')
      .on('recipient_mail')
      .columns(['recipient_hash', 'kind', 'sent_at'])
      .execute()
    await db.schema
      .createTable('mail_count')
      .addColumn('owner', key, (column) => column.notNull())
      .addColumn('budget', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('mail_count_key', ['owner', 'budget', 'day'])
      .execute()
    await sql`insert into mail_count (owner, budget, day, sent)
      select practice_id, 'invitations', day, sent from mail_budget`.execute(db)
    await sql`insert into recipient_mail (mail_id, recipient_hash, kind, sent_at)
      select address_hash || ' ' || kind || ' ' || practice_id, address_hash, kind, sent_at
      from address_mail where sent_at is not null`.execute(db)
  },
})
