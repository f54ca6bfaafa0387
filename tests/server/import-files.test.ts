import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryFiles } from '#mocks/files.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { loadExport } from '#server/import/load.ts'
import { type FilesReport, storeFiles } from '#server/cli/import/store-files.ts'
import { fillFileNames } from '#server/documents/file-names.ts'
import { documentKey } from '#server/documents/types.ts'
import {
  type AnyRecord,
  checked,
  clientLine,
  papers,
  patientLine,
  practiceLine,
  uuid,
} from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const NOTHING: FilesReport = { stored: 0, unchanged: 0, removed: 0, notFound: 0, refused: 0 }
const KEYS = {
  visitForm: documentKey({ type: 'visit-form', uuid: uuid('2', 1) }),
  attachment: documentKey({ type: 'attachment', uuid: uuid('3', 1) }),
  invoice: documentKey({ type: 'invoice', uuid: uuid('5', 1) }),
}

/** An export whose papers name files: by kind. */
const named = (names: Partial<Record<keyof typeof KEYS, string>>): AnyRecord[] => [
  practiceLine(),
  clientLine(1),
  patientLine(1, 1),
  ...papers(1, { client: 1, patient: 1 }).map((record) => {
    const fileName = names[record['record'] as keyof typeof KEYS]
    return { ...record, ...(fileName !== undefined && { fileName }) }
  }),
]

onEngines('the files of an import', (engine) => {
  let folder: string
  let testServer: TestServer
  let files: ReturnType<typeof memoryFiles>
  let told: string[]
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'portal-papers-'))
    files = memoryFiles()
    testServer = await openTestServer(engine, { files })
    told = []
  })
  afterEach(async () => {
    await testServer[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const put = (name: string, content: string) => writeFile(path.join(folder, name), content)
  const load = (records: AnyRecord[]) => loadFrom(records, folder)
  async function loadFrom(records: AnyRecord[], from: string | undefined): Promise<FilesReport | undefined> {
    let report: FilesReport | undefined
    await loadExport(testServer.db, checked(records), {
      practiceId: 'de-krekel',
      now: NOW,
      skipInvalid: true,
      afterwards: async (db) => {
        report = await storeFiles(db, { folder: from, files, usualBytes: 0, now: NOW, tell: (line) => told.push(line) })
      },
    })
    return report
  }
  const stored = () =>
    Object.fromEntries([...files.stored].map(([key, bytes]) => [key, new TextDecoder().decode(bytes)]))
  const notedKeys = async () =>
    (await testServer.db.selectFrom('file').select('key').orderBy('key').execute()).map(({ key }) => key)

  test('are stored under keys of their own, and nothing changes the second time', async () => {
    await put('visit.pdf', 'a visit')
    await put('lab.pdf', 'a result')
    await put('nobody.pdf', 'nothing names it')
    const records = named({ visitForm: 'visit.pdf', attachment: 'lab.pdf', invoice: 'gone.pdf' })
    expect(await load(records)).toEqual({ ...NOTHING, stored: 2, notFound: 1 })
    expect(stored()).toEqual({ [KEYS.visitForm]: 'a visit', [KEYS.attachment]: 'a result' })
    expect(await notedKeys()).toEqual([KEYS.attachment, KEYS.visitForm].toSorted())

    const before = await testServer.db.selectFrom('file').selectAll().orderBy('key').execute()
    const { put: store } = files
    files.put = () => Promise.reject(new Error('nothing to put'))
    expect(await load(records)).toEqual({ ...NOTHING, unchanged: 2, notFound: 1 })
    expect(await testServer.db.selectFrom('file').selectAll().orderBy('key').execute()).toEqual(before)
    expect(told).toEqual([])
    files.put = store
  })

  test('that the store has lost, or has only a part of, are stored again', async () => {
    await put('visit.pdf', 'a visit')
    await put('lab.pdf', 'a result')
    await put('factuur.pdf', 'our own')
    const records = named({ visitForm: 'visit.pdf', attachment: 'lab.pdf', invoice: 'factuur.pdf' })
    await load(records)
    const before = stored()
    files.stored.delete(KEYS.visitForm)
    files.stored.set(KEYS.attachment, new TextEncoder().encode('a re'))
    expect(await load(records)).toEqual({ ...NOTHING, stored: 2, unchanged: 1 })
    expect(stored()).toEqual(before)
    expect(await load(records)).toEqual({ ...NOTHING, unchanged: 3 })
  })

  describe('of a record that names another file', () => {
    const attachments = `clients/${uuid('c', 1)}/lab-results`
    const token = async () => {
      const { account_id } = await testServer.db.selectFrom('client').select('account_id').executeTakeFirstOrThrow()
      return await testServer.signIn(account_id!)
    }
    const listed = async () => {
      const list = await testServer.call('GET', attachments, { token: await token() })
      const { content } = (await list.json()) as { content: { fileName: string; url?: string }[] }
      return content[0]
    }
    const opened = async (url = '') => {
      const reply = await testServer.fetch(new Request(url))
      return reply.status === 200 ? await reply.text() : reply.status
    }
    const only = (fileName: string) => named({ attachment: fileName })
    beforeEach(async () => {
      await put('a.pdf', 'of a')
      await load(only('a.pdf'))
    })

    test('the former one is neither listed nor served, before and after it is removed', async () => {
      const former = (await listed())?.url
      expect(await opened(former)).toBe('of a')
      // As an export that is sent, whose files are removed after its transaction.
      await loadExport(testServer.db, checked(only('b.pdf')), { practiceId: 'de-krekel', now: NOW })
      expect(files.stored.size).toBe(1)
      expect(await listed()).toMatchObject({ fileName: 'b.pdf' })
      expect([(await listed())?.url, await opened(former)]).toEqual([undefined, 404])
      expect(await loadFrom(only('b.pdf'), undefined)).toEqual({ ...NOTHING, removed: 1 })
      expect([files.stored.size, await notedKeys(), await opened(former)]).toEqual([0, [], 404])
    })

    test('the new one is served once it is stored, by a new address only', async () => {
      const former = (await listed())?.url
      await put('b.pdf', 'of b')
      expect(await load(only('b.pdf'))).toEqual({ ...NOTHING, removed: 1, stored: 1 })
      expect([await opened((await listed())?.url), await opened(former)]).toEqual(['of b', 404])
    })

    test('the former one is served where another field changes', async () => {
      const former = (await listed())?.url
      const renamed = only('a.pdf').map((line) =>
        line['record'] === 'attachment' ? { ...line, name: 'Uitslag' } : line,
      )
      expect(await loadFrom(renamed, undefined)).toEqual(NOTHING)
      expect([await opened((await listed())?.url), await opened(former)]).toEqual(['of a', 'of a'])
    })

    test('a record that was removed and comes back with another name has no file', async () => {
      const removed = only('a.pdf').filter(({ record }) => record === 'attachment')
      await loadFrom(
        removed.map((line) => ({ ...line, removed: true })),
        undefined,
      )
      await loadExport(testServer.db, checked(only('b.pdf')), { practiceId: 'de-krekel', now: NOW })
      expect(await listed()).not.toHaveProperty('url')
      expect(await loadFrom(only('b.pdf'), undefined)).toEqual({ ...NOTHING, removed: 1 })
    })

    test('an address ends where the record moves to another client, and the file goes with it', async () => {
      const former = (await listed())?.url
      const moved = only('a.pdf').map((line) =>
        line['record'] === 'client' || !('clientUuid' in line) ? line : { ...line, clientUuid: uuid('c', 2) },
      )
      moved.splice(1, 0, clientLine(2))
      await loadFrom(moved, undefined)
      expect([await opened(former), files.stored.size]).toEqual([404, 1])
    })

    test('a file that an earlier version stored keeps the name that its record has', async () => {
      await testServer.db.updateTable('file').set({ name: null }).execute()
      const former = (await listed())?.url
      expect(await opened(former)).toBe('of a')
      await loadExport(testServer.db, checked(only('b.pdf')), { practiceId: 'de-krekel', now: NOW })
      expect(await opened(former)).toBe(404)
      await testServer.db.updateTable('file').set({ name: null }).execute()
      await fillFileNames(testServer.ports)
      expect(await testServer.db.selectFrom('file').select('name').execute()).toEqual([{ name: 'b.pdf' }])
    })

    test('a file that an earlier version stored is served under no name where its record cannot be read', async () => {
      const former = (await listed())?.url
      await testServer.db.updateTable('file').set({ name: null }).execute()
      for (const table of ['visit_form', 'attachment', 'invoice'] as const)
        await testServer.db.updateTable(table).set({ data: '{' }).execute()
      await fillFileNames(testServer.ports)
      expect(await testServer.db.selectFrom('file').select('name').execute()).toEqual([{ name: null }])
      await loadExport(testServer.db, checked(only('b.pdf')), { practiceId: 'de-krekel', now: NOW })
      expect(await opened(former)).toBe(404)
    })
  })

  test.each([
    ['with', true],
    ['without', false],
  ])('of a record that names none any more goes away, %s a folder', async (_, hasFolder) => {
    await put('visit.pdf', 'a visit')
    await put('factuur.pdf', 'our own')
    await load(named({ visitForm: 'visit.pdf', invoice: 'factuur.pdf' }))
    const opened = async () => {
      const { account_id } = await testServer.db.selectFrom('client').select('account_id').executeTakeFirstOrThrow()
      const token = await testServer.signIn(account_id!)
      const asked = await testServer.call('GET', `clients/${uuid('c', 1)}/invoices/${uuid('5', 1)}/file`, { token })
      return (await testServer.fetch(new Request(((await asked.json()) as { url: string }).url))).text()
    }
    expect(await opened()).toBe('our own')
    const newer = named({ visitForm: 'visit.pdf' })
    const again = () => loadFrom(newer, hasFolder ? folder : undefined)
    const unchanged = hasFolder ? 1 : 0
    const { remove } = files
    files.remove = () => Promise.reject(new StorageError('EIO'))
    expect(await again()).toMatchObject({ removed: 0, failed: 'EIO' })
    files.remove = remove
    expect(await again()).toEqual({ ...NOTHING, unchanged, removed: 1 })
    expect(await again()).toEqual({ ...NOTHING, unchanged })
    expect([stored(), await notedKeys()]).toEqual([{ [KEYS.visitForm]: 'a visit' }, [KEYS.visitForm]])
    expect((await opened()).slice(0, 5)).toBe('%PDF-')
  })

  test('an invoice’s is shown in the place of one that is drawn', async () => {
    await put('factuur.pdf', 'our own')
    await load(named({ invoice: 'factuur.pdf' }))
    const { account_id } = await testServer.db.selectFrom('client').select('account_id').executeTakeFirstOrThrow()
    const token = await testServer.signIn(account_id!)
    const asked = await testServer.call('GET', `clients/${uuid('c', 1)}/invoices/${uuid('5', 1)}/file`, { token })
    const answer = await testServer.fetch(new Request(((await asked.json()) as { url: string }).url))
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['application/pdf', 'our own'])
  })

  test('a newer one replaces it', async () => {
    await put('lab.pdf', 'a result')
    await load(named({ attachment: 'lab.pdf' }))
    await put('lab.pdf', 'a better one')
    expect(await load(named({ attachment: 'lab.pdf' }))).toMatchObject({ stored: 1, unchanged: 0 })
    expect(stored()).toEqual({ [KEYS.attachment]: 'a better one' })
    expect(await load(named({ attachment: 'lab.pdf' }))).toMatchObject({ stored: 0, unchanged: 1 })
    await put('other.pdf', 'another')
    expect(await load(named({ attachment: 'other.pdf' }))).toMatchObject({ stored: 1 })
    expect(stored()).toEqual({ [KEYS.attachment]: 'another' })
  })

  test('ended in between, the next import does the rest', async () => {
    await put('visit.pdf', 'a visit')
    await put('lab.pdf', 'a result')
    const { put: store } = files
    files.put = async (key, content) => {
      await store(key, content)
      if (key === KEYS.attachment) throw new StorageError('ENOSPC')
    }
    const records = named({ visitForm: 'visit.pdf', attachment: 'lab.pdf', invoice: 'gone.pdf' })
    expect(await load(records)).toMatchObject({ stored: 1, failed: 'ENOSPC' })
    expect(await notedKeys()).toEqual([KEYS.visitForm])
    files.put = store
    expect(await load(records)).toEqual({ ...NOTHING, stored: 1, unchanged: 1, notFound: 1 })
    expect(await notedKeys()).toEqual([KEYS.attachment, KEYS.visitForm].toSorted())
  })

  test('of records that are left out none is stored', async () => {
    await put('lab.pdf', 'a result')
    const records = named({ attachment: 'lab.pdf' }).map((record) =>
      record['record'] === 'attachment' ? { ...record, date: 'never' } : record,
    )
    expect(await load(records)).toEqual(NOTHING)
    expect(stored()).toEqual({})
  })

  test('nothing outside the folder is read, and what is no file of it is left out', async () => {
    const outside = path.join(folder, '..', `${path.basename(folder)}-secret.pdf`)
    await writeFile(outside, 'secret')
    await symlink(outside, path.join(folder, 'link.pdf'))
    await mkdir(path.join(folder, 'folder.pdf'))
    await put('large.pdf', 'x')
    await truncate(path.join(folder, 'large.pdf'), 25 * 1024 * 1024 + 1)
    const names = [`../${path.basename(outside)}`, 'link.pdf', 'folder.pdf', '.', '..', 'large.pdf', '../']
    for (const attachment of names) expect(await load(named({ attachment }))).toMatchObject({ stored: 0, refused: 1 })
    expect(await load(named({ attachment: outside }))).toMatchObject({ stored: 0, notFound: 1 })
    await rm(outside)
    expect(stored()).toEqual({})
    const [first] = told
    expect(first).toBe(`attachment ${uuid('3', 1)}: ${JSON.stringify(names[0])} is not the name of a file`)
    expect(told.map((line) => line.split('" ')[1])).toEqual([
      'is not the name of a file',
      'is not a plain file',
      'is not a plain file',
      'is not the name of a file',
      'is not the name of a file',
      'is larger than 25 MiB',
      'is not the name of a file',
    ])
    await truncate(path.join(folder, 'large.pdf'), 25 * 1024 * 1024)
    expect(await load(named({ attachment: 'large.pdf' }))).toMatchObject({ stored: 1, refused: 0 })
  })

  test.each([
    ['röntgen.jpg'.normalize('NFD'), 'röntgen.jpg'.normalize('NFC')],
    ['röntgen.jpg'.normalize('NFC'), 'röntgen.jpg'.normalize('NFD')],
    ['UITSLAG.PDF', 'Uitslag.pdf'],
    ['uitslag.pdf', 'UITSLAG.PDF'],
    ['Röntgen Bella.JPG', 'RÖNTGEN BELLA.jpg'],
    ['uitslag.pdf', 'C:\\Scans\\2026\\Uitslag.pdf'],
    ['uitslag.pdf', '\\\\server\\scans\\uitslag.pdf'],
    ['uitslag.pdf', '/srv/scans/uitslag.pdf'],
    ['2026/03/uitslag.pdf', '2026\\03\\Uitslag.pdf'],
    ['2026/uitslag.pdf', 'uitslag.pdf'],
  ])('the file %j fits the name %j', async (file, attachment) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await put(file, 'a picture')
    expect(await load(named({ attachment }))).toEqual({ ...NOTHING, stored: 1 })
  })

  test('of several spellings the exact one fits, and any other none', async () => {
    await put('uitslag.pdf', 'small')
    await put('UITSLAG.pdf', 'large')
    expect(await load(named({ attachment: 'UITSLAG.pdf' }))).toMatchObject({ stored: 1 })
    expect(stored()).toEqual({ [KEYS.attachment]: 'large' })
    expect(await load(named({ attachment: 'Uitslag.pdf' }))).toMatchObject({ stored: 0, refused: 1 })
    expect(told.at(-1)).toContain('fits several files')
  })

  test('a file is not given to a record that spells the name of another', async () => {
    await put('uitslag.pdf', 'of the invoice')
    expect(await load(named({ attachment: 'UITSLAG.pdf', invoice: 'uitslag.pdf' }))).toMatchObject({
      stored: 1,
      refused: 1,
    })
    expect(stored()).toEqual({ [KEYS.invoice]: 'of the invoice' })
    expect(await load(named({ attachment: 'a\\Uitslag.pdf', invoice: 'b\\Uitslag.pdf' }))).toMatchObject({ refused: 2 })
    expect(await load(named({ attachment: 'UITSLAG.pdf', invoice: 'UITSLAG.pdf' }))).toMatchObject({ refused: 0 })
  })

  test('the first bytes of a file tell its type, also where an earlier version stored it', async () => {
    const types = () => testServer.db.selectFrom('file').select('sniffed').execute()
    await put('lab.pdf', '%PDF-1.4')
    await load(named({ attachment: 'lab.pdf' }))
    expect(await types()).toEqual([{ sniffed: 'application/pdf' }])
    await testServer.db.updateTable('file').set({ sniffed: null }).execute()
    expect(await load(named({ attachment: 'lab.pdf' }))).toMatchObject({ unchanged: 1 })
    expect(await types()).toEqual([{ sniffed: 'application/pdf' }])
  })

  test('there may be more of them than are looked at once', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({
      ...papers(index + 2, { client: 1, patient: 1 }).find(({ record }) => record === 'attachment'),
      fileName: `${index % 3}.pdf`,
    }))
    for (const name of ['0.pdf', '1.pdf']) await put(name, name)
    expect(await load([...named({}), ...many])).toEqual({ ...NOTHING, stored: 300, notFound: 150 })
  })
})
