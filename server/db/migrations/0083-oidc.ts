import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sign-in of staff at an OpenID Connect issuer. */
export const oidc = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('oidc_sign_in')
      .addColumn('hash', key, (column) => column.primaryKey())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('oidc_sign_in_expires').on('oidc_sign_in').column('expires_at').execute()
    await db.schema
      .createTable('oidc_identity')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('issuer', key, (column) => column.notNull())
      .addColumn('subject', key, (column) => column.notNull())
      .addColumn('linked_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('oidc_identity_subject', ['issuer', 'subject'])
      .addUniqueConstraint('oidc_identity_account', ['account_id', 'issuer'])
      .execute()
    for (const name of ['issuer', 'authenticated_at', 'issuer_methods', 'id_token'])
      await db.schema.alterTable('session').addColumn(name, 'text').execute()
  },
})
