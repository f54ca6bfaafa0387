import { beforeEach, expect, test } from 'vitest'
import { memoryFiles } from '#mocks/files.ts'
import { documentKey } from '#server/documents/types.ts'
import { photoKey, storeWithRow } from '#server/files/store.ts'
import { removeUnnamedFiles } from '#server/files/unnamed.ts'
import { warnOfLowSpace } from '#server/storage/quota.ts'
import { account, client, practice } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const uuid = () => crypto.randomUUID()
const document = () => documentKey({ type: 'attachment', uuid: uuid() })

onEngines('stored files without a database row', (engine) => {
  const testServer = eachTestServer(engine, () => ({ files: memoryFiles() }))
  let files: ReturnType<typeof memoryFiles>
  beforeEach(() => void (files = testServer.ports.files as typeof files))

  /** Stores files that are just old enough to be removed, or younger by `youngerMs`. */
  const put = async (keys: string[], youngerMs = 0) => {
    for (const key of keys) {
      await files.put(key, Uint8Array.of(1))
      files.modified.set(key, new Date(testServer.now.getTime() - DAY_MS - 1 + youngerMs))
    }
  }
  const purge = () => removeUnnamedFiles({ ...testServer.ports, files }, testServer.now)
  const storedKeys = () => [...files.stored.keys()]
  const row = (key: string) => ({ key, created_at: testServer.now.toISOString(), sha256: null })

  test('are removed after a day: photos, documents, logos and unfinished writes', async () => {
    const kinds = [() => photoKey(uuid()), document, () => `${uuid()}.png`, () => `.${photoKey(uuid())}.unfinished`]
    const [old, young] = [kinds.map((keyOf) => keyOf()), kinds.map((keyOf) => keyOf())]
    await put(old)
    await put(young, 2)
    await purge()
    expect(storedKeys()).toEqual(young)
    expect(await testServer.rows('file')).toEqual([])
  })

  test('exclude files of a removal that can be undone', async () => {
    const { db } = testServer
    await practice(db, 'a')
    const [known, stored, archived] = [document(), uuid(), uuid()]
    const accountId = await account(db, 'x@mail.example')
    const photo = { client_uuid: await client(db, 'a', { account_id: accountId }), account_id: accountId, position: 0 }
    const now = testServer.now.toISOString()
    await db.insertInto('file').values(row(known)).execute()
    await db
      .insertInto('request_photo')
      .values({ ...photo, id: stored, type: 'image/png', bytes: 1, created_at: now })
      .execute()
    await db.insertInto('removal').values({ id: '1', practice_id: 'a', of_all: 0, ends_at: now }).execute()
    const record = { source: 'request_photo', client_uuid: uuid(), named: 0, data: '{}' } as const
    await db
      .insertInto('removed_record')
      .values({ ...record, removal_id: '1', key: archived })
      .execute()
    const expected = [known, photoKey(stored), photoKey(archived), 'readiness', 'somebody-elses.png', 'paper-x']
    await put([...expected, photoKey(uuid())])
    await purge()
    expect(storedKeys()).toEqual(expected)
  })

  test('are not removed if there are more than a hundred', async () => {
    const keys = Array.from({ length: 101 }, () => photoKey(uuid()))
    await put(keys)
    await purge()
    expect(storedKeys()).toEqual(keys)
    expect(testServer.logged).toMatchObject([{ event: 'unnamed-files-kept', fields: { unnamed: 101, named: 0 } }])
    files.stored.delete(keys[0]!)
    await purge()
    expect(storedKeys()).toEqual([])
  })

  test('are not removed if stored again in the meantime', { tags: ['database'] }, async () => {
    const key = document()
    await put([key])
    let stored: Promise<void> | undefined
    const { remove } = files
    files.remove = async (each) => {
      stored ??= storeWithRow(files, { key, content: Uint8Array.of(2) }, () =>
        testServer.db.insertInto('file').values(row(key)).execute(),
      )
      await new Promise((resolve) => setImmediate(resolve))
      await remove(each)
    }
    await purge()
    await stored
    expect(files.stored.get(key)).toEqual(Uint8Array.of(2))
    expect(await testServer.rows('file')).toMatchObject([{ key }])
  })

  test('the log contains a warning before a practice or the disk is full', async () => {
    const { db, ports } = testServer
    await practice(db, 'a', { most_bytes: 100 })
    await practice(db, 'b')
    const limits = { ...ports.settings.limits, practiceBytes: 200 }
    const warned = async (isLow: boolean) => {
      testServer.logged.length = 0
      await warnOfLowSpace({ ...ports, settings: { ...ports.settings, limits }, isLow: async () => isLow })
      return testServer.logged.map(({ event, fields }) => [event, fields?.['practice']])
    }
    const store = (practice_id: string, bytes: number) =>
      db
        .insertInto('file')
        .values({ ...row(uuid()), practice_id, bytes })
        .execute()
    await store('a', 89)
    await store('b', 179)
    expect(await warned(false)).toEqual([])
    await store('a', 1)
    await store('b', 1)
    const full = [
      ['disk-nearly-full', undefined],
      ['practice-nearly-full', 'b'],
      ['practice-nearly-full', 'a'],
    ]
    expect(await warned(true)).toEqual(full)
  })
})
