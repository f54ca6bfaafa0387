// @module-tag database
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { removeQueuedFiles } from '#server/expiry/removed-files.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { overSqlite } from '#server/node/sqlite.ts'
import { policyOf } from '#server/retention/policy.ts'
import { memoryFiles } from '#mocks/files.ts'
import { practice } from '#harness/builders.ts'
import { emptyPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

const [GONE, KEPT] = ['5d3f8a52-0000-4000-8000-000000000001', '5d3f8a52-0000-4000-8000-000000000002']
const LEFT_BEHIND = ['rehearsal-r1', 'rehearsal-r2', `paper-invoice-${GONE}`]

onEngines('an upgrade from rehearsals to a policy', (engine) => {
  test('ends a removal that was running, and loses neither settings nor records', async () => {
    const db = engine === 'sqlite' ? overSqlite(new DatabaseSync(':memory:')) : openPostgres(await emptyPostgres())
    try {
      const former = Object.entries(MIGRATIONS).filter(([name]) => name < '0060')
      await migrate(db, engine, { migrations: Object.fromEntries(former) })
      await practice(db, 'a')
      await sql`insert into retention (practice_id, kind, years, removed_before)
        values ('a', 'invoice', 7, '2019-01-01')`.execute(db)
      await sql`insert into rehearsal (id, practice_id, number, state, made_at, cut_offs, started_at, removed) values
        ('r1', 'a', 1, 'outdated', '2026-06-01', '[]', null, null),
        ('r2', 'a', 2, 'running', '2026-06-02', '[]', '2026-06-02T10:00:00.000Z', '{"invoice":2,"photo":1}')`.execute(
        db,
      )
      // The row of the first is deleted and its file is not; the second was not removed yet.
      await sql`insert into rehearsed (rehearsal_id, kind, id, removed)
        values ('r2', 'invoice', ${GONE}, 1), ('r2', 'invoice', ${KEPT}, 0)`.execute(db)

      await migrate(db, engine)
      const files = memoryFiles()
      for (const key of [...LEFT_BEHIND, `paper-invoice-${KEPT}`]) await files.put(key, new Uint8Array([1]))
      await removeQueuedFiles({ db, files })
      expect([...files.stored.keys()]).toEqual([`paper-invoice-${KEPT}`])
      expect(await policyOf(db, 'a')).toEqual({ years: { invoice: 7 }, isOn: false })
      expect(await db.selectFrom('retention').select('removed_before').execute()).toEqual([
        { removed_before: '2019-01-01' },
      ])
      expect(await db.selectFrom('audit').select(['action', 'details']).execute()).toEqual([
        { action: 'retention-removed', details: '{"count":3}' },
      ])
    } finally {
      await db.destroy()
    }
  })
})
