import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Scopes of keys, separated by spaces. Existing keys keep the calls of their purpose. */
export const keyScopes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('import_key').addColumn('scopes', 'text').execute()
    const keys = db as Kysely<{ import_key: { purpose: string; scopes: string } }>
    for (const [purpose, scopes] of [
      ['import', 'import:write'],
      ['requests', 'requests:read requests:answer'],
    ] as const)
      await keys.updateTable('import_key').set({ scopes }).where('purpose', '=', purpose).execute()
  },
}
