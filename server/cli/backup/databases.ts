import type { Engine } from '#server/db/migrate.ts'

/** What the copy of a database is called in a backup. */
export const DATABASES: Record<Engine, string> = { sqlite: 'portal.sqlite', postgres: 'portal.dump' }
