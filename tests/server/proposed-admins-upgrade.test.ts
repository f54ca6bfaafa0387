// @module-tag database
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { account, membership, practice, staff, staffOffer } from '#harness/builders.ts'
import { formerSchema } from '#harness/former-schema.ts'
import { onEngines } from '#harness/test-server.ts'

const AT = '2026-06-15T10:00:00.000Z'

onEngines('migration 0072 (proposed admins)', (engine) => {
  test('converts imported admin offers into proposals', async () => {
    const db = await formerSchema(engine, '0072')
    for (const id of ['a', 'b', 'no-admin']) await practice(db, id)
    const adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    await membership(db, adminId, 'b', 'CLINIC_ADMIN')
    const offered = async (
      username: string,
      practice_id: string,
      { key, person, isUser = false }: { key?: string; person?: string; isUser?: boolean } = {},
    ) => {
      const id = await account(db, username)
      const role = isUser ? 'CLINIC_USER' : 'CLINIC_ADMIN'
      await staffOffer(db, id, practice_id, role, AT)
      await db
        .insertInto('exported_staff')
        .values({ practice_id, username, role, first_name: 'Tess', last_name: null })
        .execute()
      const details = JSON.stringify({ member: { id, name: username, role }, key })
      await db
        .insertInto('audit')
        .values({ practice_id, at: AT, account_id: person ?? null, details, action: 'staff-invited' })
        .execute()
    }
    await offered('by-key@a.example', 'a', { key: 'Nacht' })
    await offered('by-command@b.example', 'b')
    await offered('by-key@c.example', 'no-admin', { key: 'Nacht' })
    await offered('first@c.example', 'no-admin')
    await offered('user@a.example', 'a', { key: 'Nacht', isUser: true })
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
    const mails = db.selectFrom('outbox').select(['kind', 'account_id', 'practice_id', 'details'])
    const details = { change: 'admin-proposed', member: 'Tess (by-key@a.example)', keys: ['Nacht'] }
    const mail = { kind: 'admin-change', account_id: adminId }
    expect(await mails.orderBy('practice_id').execute()).toEqual([
      { ...mail, practice_id: 'a', details: JSON.stringify(details) },
      { ...mail, practice_id: 'b', details: expect.any(String) },
    ])
  })
})
