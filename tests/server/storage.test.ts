import { expect, test } from 'vitest'
import { documentKey } from '#server/documents/types.ts'
import { photoKey } from '#server/files/store.ts'
import { measureFiles } from '#server/storage/measure.ts'
import { storageOf, storageOfAll } from '#server/storage/quota.ts'
import { account, attachment, client, practice } from '#harness/builders.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('storage used by practices', (engine) => {
  test('is summed per practice, including files of earlier versions', async () => {
    await using testServer = await openTestServer(engine)
    const { db, ports } = testServer
    const at = testServer.now.toISOString()
    await practice(db, 'a', { logo_url: '/files/logo.png' })
    await practice(db, 'b')
    await practice(db, 'c')
    const [ofA, ofB] = [await client(db, 'a'), await client(db, 'b')]
    const keys = []
    for (const clientId of [ofA, ofA, ofB])
      keys.push(documentKey({ type: 'attachment', uuid: await attachment(db, clientId) }))
    const missing = documentKey({ type: 'invoice', uuid: crypto.randomUUID() })
    for (const [index, key] of [...keys, 'logo.png', missing].entries())
      await ports.files.put(key, new Uint8Array(10 * (index + 1)))
    await db
      .insertInto('file')
      .values([...keys, 'logo.png', missing, 'nowhere.png'].map((key) => ({ key, created_at: at })))
      .execute()
    await db
      .insertInto('request_photo')
      .values({
        id: '1',
        client_uuid: ofB,
        account_id: await account(db, 'b@mail.example'),
        position: 0,
        type: 'image/png',
        bytes: 5,
        created_at: at,
      })
      .execute()
    await ports.files.put(photoKey('1'), new Uint8Array(5))
    expect(await storageOfAll(db)).toEqual([{ practice: 'b', files: 1, bytes: 5 }])

    await measureFiles(ports)
    const [a, b] = [
      { files: 3, bytes: 70 },
      { files: 2, bytes: 35 },
    ]
    expect(await storageOfAll(db)).toEqual([
      { practice: 'a', ...a },
      { practice: 'b', ...b },
    ])
    expect([await storageOf(db, 'a'), await storageOf(db, 'b'), await storageOf(db, 'c')]).toEqual([
      a,
      b,
      { files: 0, bytes: 0 },
    ])
    expect(await db.selectFrom('file').select('key').where('bytes', 'is', null).execute()).toEqual([])
  })
})
