// @module-tag database
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { overSqlite } from '#server/node/sqlite.ts'
import { account, membership, practice, staff, staffOffer } from '#harness/builders.ts'
import { emptyPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

const AT = '2026-06-15T10:00:00.000Z'

onEngines('an upgrade with offers to admins', (engine) => {
  test('proposes those of exports to the admins, and keeps all others', async () => {
    const db = engine === 'sqlite' ? overSqlite(new DatabaseSync(':memory:')) : openPostgres(await emptyPostgres())
    try {
      const former = Object.entries(MIGRATIONS).filter(([name]) => name < '0072')
      await migrate(db, engine, { migrations: Object.fromEntries(former) })
      for (const id of ['a', 'b', 'no-admin']) await practice(db, id)
      const adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      await membership(db, adminId, 'b', 'CLINIC_ADMIN')
      const offered = async (
        username: string,
        practiceId: string,
        by: { key?: string; person?: string; user?: boolean },
      ) => {
        const accountId = await account(db, username)
        const role = by.user ? 'CLINIC_USER' : 'CLINIC_ADMIN'
        await staffOffer(db, accountId, practiceId, role, AT)
        const names = { first_name: 'Tess', last_name: null }
        await db
          .insertInto('exported_staff')
          .values({ practice_id: practiceId, username, role, ...names })
          .execute()
        const details = JSON.stringify({
          member: { id: accountId, name: username, role },
          ...(by.key && { key: by.key }),
        })
        const entry = { practice_id: practiceId, at: AT, account_id: by.person ?? null, details }
        await db
          .insertInto('audit')
          .values({ ...entry, action: 'staff-invited' })
          .execute()
      }
      await offered('by-key@a.example', 'a', { key: 'Nacht' })
      await offered('by-command@b.example', 'b', {})
      await offered('by-key@c.example', 'no-admin', { key: 'Nacht' })
      await offered('first@c.example', 'no-admin', {})
      await offered('user@a.example', 'a', { key: 'Nacht', user: true })
      await offered('by-admin@a.example', 'a', { person: adminId })
      await staffOffer(db, await account(db, 'typed@a.example'), 'a', 'CLINIC_ADMIN', AT)

      await migrate(db, engine)
      const offers = db.selectFrom('staff_offer').innerJoin('account', 'account.id', 'account_id').select('username')
      expect((await offers.orderBy('username').execute()).map(({ username }) => username)).toEqual([
        'by-admin@a.example',
        'first@c.example',
        'typed@a.example',
        'user@a.example',
      ])
      const proposals = db.selectFrom('staff_proposal').select(['practice_id', 'username', 'first_name', 'key_name'])
      expect(await proposals.orderBy('practice_id').execute()).toEqual([
        { practice_id: 'a', username: 'by-key@a.example', first_name: 'Tess', key_name: 'Nacht' },
        { practice_id: 'b', username: 'by-command@b.example', first_name: 'Tess', key_name: null },
        { practice_id: 'no-admin', username: 'by-key@c.example', first_name: 'Tess', key_name: 'Nacht' },
      ])
      const mails = db
        .selectFrom('outbox')
        .select(['kind', 'account_id', 'practice_id', 'details'])
        .orderBy('practice_id')
      expect(await mails.execute()).toEqual([
        {
          kind: 'admin-change',
          account_id: adminId,
          practice_id: 'a',
          details: JSON.stringify({ change: 'admin-proposed', member: 'Tess (by-key@a.example)', keys: ['Nacht'] }),
        },
        expect.objectContaining({ practice_id: 'b', account_id: adminId }),
      ])
    } finally {
      await db.destroy()
    }
  })
})
