// @module-tag database
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { removeQueuedFiles } from '#server/expiry/records.ts'
import { policyOf } from '#server/retention/policy.ts'
import { memoryFiles } from '#mocks/files.ts'
import { practice } from '#harness/builders.ts'
import { formerSchema } from '#harness/former-schema.ts'
import { onEngines } from '#harness/test-server.ts'

const [GONE, KEPT] = ['5d3f8a52-0000-4000-8000-000000000001', '5d3f8a52-0000-4000-8000-000000000002']

onEngines('migration 0060 (retention policy)', (engine) => {
  test('ends a running removal without changing settings and records', async () => {
    const db = await formerSchema(engine, '0060')
    await practice(db, 'a')
    await sql`insert into retention (practice_id, kind, years, removed_before)
      values ('a', 'invoice', 7, '2019-01-01')`.execute(db)
    await sql`insert into rehearsal (id, practice_id, number, state, made_at, cut_offs, started_at, removed) values
      ('r1', 'a', 1, 'outdated', '2026-06-01', '[]', null, null),
      ('r2', 'a', 2, 'running', '2026-06-02', '[]', '2026-06-02T10:00:00.000Z', '{"invoice":2,"photo":1}')`.execute(db)
    // The first invoice's row is deleted, but its file is not. The second invoice was not removed yet.
    await sql`insert into rehearsed (rehearsal_id, kind, id, removed)
      values ('r2', 'invoice', ${GONE}, 1), ('r2', 'invoice', ${KEPT}, 0)`.execute(db)

    await migrate(db, engine)
    const files = memoryFiles()
    for (const key of ['rehearsal-r1', 'rehearsal-r2', `paper-invoice-${GONE}`, `paper-invoice-${KEPT}`])
      await files.put(key, new Uint8Array([1]))
    await removeQueuedFiles({ db, files })
    expect([...files.stored.keys()]).toEqual([`paper-invoice-${KEPT}`])
    expect(await policyOf(db, 'a')).toEqual({ years: { invoice: 7 }, isOn: false })
    const stored = await db.selectFrom('retention').select('removed_before').execute()
    expect(stored).toEqual([{ removed_before: '2019-01-01' }])
    expect(await db.selectFrom('audit').select(['action', 'details']).execute()).toEqual([
      { action: 'retention-removed', details: '{"count":3}' },
    ])
  })
})
