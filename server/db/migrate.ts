import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'
import { first } from './migrations/0001-first.ts'
import { attempts } from './migrations/0002-attempts.ts'
import { files } from './migrations/0003-files.ts'
import { audit } from './migrations/0004-audit.ts'
import { ofAnimal } from './migrations/0005-of-animal.ts'
import { papers } from './migrations/0006-papers.ts'
import { purgeClock } from './migrations/0007-purge-clock.ts'
import { mailWaits } from './migrations/0008-mail-waits.ts'

export type Engine = 'sqlite' | 'postgres'
type Migrations = Record<string, (engine: Engine) => Migration>

export const MIGRATIONS: Migrations = {
  '0001-first': first,
  '0002-attempts': attempts,
  '0003-files': files,
  '0004-audit': audit,
  '0005-of-animal': ofAnimal,
  '0006-papers': papers,
  '0007-purge-clock': purgeClock,
  '0008-mail-waits': mailWaits,
}

export interface MigrateOptions {
  /** Called before the schema of an existing database changes. */
  backup?: (() => Promise<void>) | undefined
  /** Called before the schema of an empty database is made; may throw. */
  isNew?: (() => void) | undefined
  migrations?: Migrations
}

/** Applies all pending migrations in one transaction. */
export async function migrate(
  db: Database,
  engine: Engine,
  { backup, isNew, migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, migration(engine)])),
    },
  })
  const known = await migrator.getMigrations()
  const pending = known.filter(({ executedAt }) => !executedAt)
  if (pending.length === 0) return
  if (pending.length < known.length) await backup?.()
  else isNew?.()
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
