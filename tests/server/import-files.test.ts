import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryFiles } from '#mocks/files.ts'
import { StorageError } from '#server/files/store.ts'
import { loadExport } from '#server/import/load.ts'
import { type FilesReport, storeFiles } from '#server/cli/import/store-files.ts'
import { fillFileNames } from '#server/documents/file-names.ts'
import { documentKey } from '#server/documents/types.ts'
import {
  type AnyRecord,
  checked,
  clientLine,
  recordsOfAnimal,
  patientLine,
  practiceLine,
  uuid,
} from '#harness/example-export.ts'
import { eachFolder } from '#harness/folders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const NOTHING: FilesReport = { stored: 0, unchanged: 0, removed: 0, notFound: 0, leftOut: 0 }
const KEYS = {
  visitForm: documentKey({ type: 'visit-form', uuid: uuid('2', 1) }),
  attachment: documentKey({ type: 'attachment', uuid: uuid('3', 1) }),
  invoice: documentKey({ type: 'invoice', uuid: uuid('5', 1) }),
}

/** An export whose documents have the given file names, by kind of record. */
const named = (names: Partial<Record<keyof typeof KEYS, string>>): AnyRecord[] => [
  practiceLine(),
  clientLine(1),
  patientLine(1, 1),
  ...recordsOfAnimal(1, { client: 1, patient: 1 }).map((record) => {
    const fileName = names[record['record'] as keyof typeof KEYS]
    return { ...record, ...(fileName !== undefined && { fileName }) }
  }),
]
const only = (attachment: string) => named({ attachment })

onEngines('files of imported documents', (engine) => {
  const folder = eachFolder()
  let files: ReturnType<typeof memoryFiles>
  let reported: string[]
  const testServer = eachTestServer(engine, () => {
    files = memoryFiles()
    reported = []
    return { files }
  })

  const inFolder = (name: string) => path.join(folder.path, name)
  const put = async (contents: Record<string, string>) => {
    for (const [name, content] of Object.entries(contents)) await writeFile(inFolder(name), content)
  }
  const options = { practiceId: 'de-krekel', now: NOW }
  /** Loads an export sent to the API, which leaves the removal of files for later. */
  const loadSent = (records: AnyRecord[]) => loadExport(testServer.db, checked(records), options)
  const load = (records: AnyRecord[]) => loadFrom(folder.path, records)
  const withoutFolder = (records: AnyRecord[]) => loadFrom(undefined, records)
  async function loadFrom(from: string | undefined, records: AnyRecord[]): Promise<FilesReport | undefined> {
    let report: FilesReport | undefined
    await loadExport(testServer.db, checked(records), {
      ...options,
      skipInvalid: true,
      afterwards: async (db) => {
        const printLine = (line: string) => void reported.push(line)
        report = await storeFiles(db, { folder: from, files, usualBytes: 0, now: NOW, printLine })
      },
    })
    return report
  }
  const stored = () =>
    Object.fromEntries([...files.stored].map(([key, bytes]) => [key, new TextDecoder().decode(bytes)]))
  const rows = () => rowsOf(testServer.db, 'file', ['key'])
  const owner = async () => {
    const [row] = await rowsOf(testServer.db, 'client', ['account_id'], { uuid: uuid('c', 1) })
    return row!.account_id!
  }
  const invoiceFile = async () => {
    const place = `clients/${uuid('c', 1)}/invoices/${uuid('5', 1)}/file`
    const { url } = await testServer.readAs<{ url: string }>(await owner(), place)
    return await testServer.fetch(new Request(url))
  }

  test('are stored once, under a key derived from the record', async () => {
    await put({ 'visit.pdf': 'a visit', 'lab.pdf': 'a result', 'nobody.pdf': 'not named' })
    const records = named({ visitForm: 'visit.pdf', attachment: 'lab.pdf', invoice: 'gone.pdf' })
    expect(await load(records)).toEqual({ ...NOTHING, stored: 2, notFound: 1 })
    expect(stored()).toEqual({ [KEYS.visitForm]: 'a visit', [KEYS.attachment]: 'a result' })
    expect(await rows()).toEqual([KEYS.attachment, KEYS.visitForm].map((key) => ({ key })))

    const before = await rowsOf(testServer.db, 'file')
    files.put = () => Promise.reject(new Error('nothing to put'))
    expect(await load(records)).toEqual({ ...NOTHING, unchanged: 2, notFound: 1 })
    expect(await rowsOf(testServer.db, 'file')).toEqual(before)
    expect(reported).toEqual([])
  })

  test('are stored again if the storage has lost or truncated them', async () => {
    await put({ 'visit.pdf': 'a visit', 'lab.pdf': 'a result', 'factuur.pdf': 'our own' })
    const records = named({ visitForm: 'visit.pdf', attachment: 'lab.pdf', invoice: 'factuur.pdf' })
    await load(records)
    const before = stored()
    files.stored.delete(KEYS.visitForm)
    files.stored.set(KEYS.attachment, new TextEncoder().encode('a re'))
    expect(await load(records)).toEqual({ ...NOTHING, stored: 2, unchanged: 1 })
    expect(stored()).toEqual(before)
    expect(await load(records)).toEqual({ ...NOTHING, unchanged: 3 })
  })

  describe('when an import changes the record', () => {
    let former: string
    const listed = async () => {
      const list = `clients/${uuid('c', 1)}/lab-results`
      return (await testServer.readAs<{ content: { fileName: string; url?: string }[] }>(await owner(), list))
        .content[0]
    }
    const opened = async (url = '') => {
      const response = await testServer.fetch(new Request(url))
      return response.status === 200 ? await response.text() : response.status
    }
    beforeEach(async () => {
      await put({ 'a.pdf': 'of a' })
      await load(only('a.pdf'))
      former = (await listed())!.url!
    })

    test('are hidden once the record names another file', async () => {
      expect(await opened(former)).toBe('of a')
      await loadSent(only('b.pdf'))
      expect(files.stored.size).toBe(1)
      expect(await listed()).toMatchObject({ fileName: 'b.pdf' })
      expect([(await listed())?.url, await opened(former)]).toEqual([undefined, 404])
      expect(await withoutFolder(only('b.pdf'))).toEqual({ ...NOTHING, removed: 1 })
      expect([files.stored.size, await rows(), await opened(former)]).toEqual([0, [], 404])
    })

    test('are replaced at a new URL if the folder has the newly named file', async () => {
      await put({ 'b.pdf': 'of b' })
      expect(await load(only('b.pdf'))).toEqual({ ...NOTHING, removed: 1, stored: 1 })
      expect([await opened((await listed())?.url), await opened(former)]).toEqual(['of b', 404])
    })

    test('remain if another field changes', async () => {
      const renamed = only('a.pdf').map((line) =>
        line['record'] === 'attachment' ? { ...line, name: 'Uitslag' } : line,
      )
      expect(await withoutFolder(renamed)).toEqual(NOTHING)
      expect([await opened((await listed())?.url), await opened(former)]).toEqual(['of a', 'of a'])
    })

    test('are removed if a removed record returns with another file name', async () => {
      const attachments = only('a.pdf').filter(({ record }) => record === 'attachment')
      await withoutFolder(attachments.map((line) => ({ ...line, removed: true })))
      await loadSent(only('b.pdf'))
      expect(await listed()).not.toHaveProperty('url')
      expect(await withoutFolder(only('b.pdf'))).toEqual({ ...NOTHING, removed: 1 })
    })

    test('move to another client with the record and get a new URL', async () => {
      const moved = only('a.pdf').map((line) =>
        line['record'] === 'client' || !('clientUuid' in line) ? line : { ...line, clientUuid: uuid('c', 2) },
      )
      await withoutFolder(moved.toSpliced(1, 0, clientLine(2)))
      expect([await opened(former), files.stored.size]).toEqual([404, 1])
    })

    test('get the file name of the record if an earlier version stored none', async () => {
      const names = () => rowsOf(testServer.db, 'file', ['name'])
      await changeRows(testServer.db, 'file', { name: null })
      expect(await opened(former)).toBe('of a')
      await loadSent(only('b.pdf'))
      expect(await opened(former)).toBe(404)
      await changeRows(testServer.db, 'file', { name: null })
      await fillFileNames(testServer.ports)
      expect(await names()).toEqual([{ name: 'b.pdf' }])

      await changeRows(testServer.db, 'file', { name: null })
      for (const table of ['visit_form', 'attachment', 'invoice'] as const)
        await changeRows(testServer.db, table, { data: '{' })
      await fillFileNames(testServer.ports)
      expect(await names()).toEqual([{ name: null }])
      await loadSent(only('b.pdf'))
      expect(await opened(former)).toBe(404)
    })
  })

  test.each([
    ['with', true],
    ['without', false],
  ])('are removed once no record names them, %s a folder', async (_, hasFolder) => {
    await put({ 'visit.pdf': 'a visit', 'factuur.pdf': 'our own' })
    await load(named({ visitForm: 'visit.pdf', invoice: 'factuur.pdf' }))
    // The portal draws an invoice without a stored file.
    const before = await invoiceFile()
    expect([before.headers.get('content-type'), await before.text()]).toEqual(['application/pdf', 'our own'])
    const newer = named({ visitForm: 'visit.pdf' })
    const again = () => (hasFolder ? load(newer) : withoutFolder(newer))
    const unchanged = hasFolder ? 1 : 0
    const { remove } = files
    files.remove = () => Promise.reject(new StorageError('EIO'))
    expect(await again()).toMatchObject({ removed: 0, failed: 'EIO' })
    files.remove = remove
    expect(await again()).toEqual({ ...NOTHING, unchanged, removed: 1 })
    expect(await again()).toEqual({ ...NOTHING, unchanged })
    expect([stored(), await rows()]).toEqual([{ [KEYS.visitForm]: 'a visit' }, [{ key: KEYS.visitForm }]])
    expect((await (await invoiceFile()).text()).slice(0, 5)).toBe('%PDF-')
  })

  test('are replaced by newer files with the same or another name', async () => {
    await put({ 'lab.pdf': 'a result' })
    await load(only('lab.pdf'))
    await put({ 'lab.pdf': 'a better one', 'other.pdf': 'another' })
    expect(await load(only('lab.pdf'))).toMatchObject({ stored: 1, unchanged: 0 })
    expect(stored()).toEqual({ [KEYS.attachment]: 'a better one' })
    expect(await load(only('lab.pdf'))).toMatchObject({ stored: 0, unchanged: 1 })
    expect(await load(only('other.pdf'))).toMatchObject({ stored: 1 })
    expect(stored()).toEqual({ [KEYS.attachment]: 'another' })
  })

  test('are stored by the next import if one was interrupted', async () => {
    await put({ 'visit.pdf': 'a visit', 'lab.pdf': 'a result' })
    const { put: store } = files
    files.put = async (key, content) => {
      await store(key, content)
      if (key === KEYS.attachment) throw new StorageError('ENOSPC')
    }
    const records = named({ visitForm: 'visit.pdf', attachment: 'lab.pdf', invoice: 'gone.pdf' })
    expect(await load(records)).toMatchObject({ stored: 1, failed: 'ENOSPC' })
    expect(await rows()).toEqual([{ key: KEYS.visitForm }])
    files.put = store
    expect(await load(records)).toEqual({ ...NOTHING, stored: 1, unchanged: 1, notFound: 1 })
    expect(await rows()).toEqual([KEYS.attachment, KEYS.visitForm].map((key) => ({ key })))
  })

  test('are not stored if their record is left out', async () => {
    await put({ 'lab.pdf': 'a result' })
    const records = only('lab.pdf').map((line) => (line['record'] === 'attachment' ? { ...line, date: 'never' } : line))
    expect([await load(records), stored()]).toEqual([NOTHING, {}])
  })

  test('must be plain files of at most 25 MiB inside the folder', async () => {
    const outside = `${folder.path}-secret.pdf`
    await writeFile(outside, 'secret')
    await symlink(outside, inFolder('link.pdf'))
    await mkdir(inFolder('folder.pdf'))
    await put({ 'large.pdf': 'x' })
    await truncate(inFolder('large.pdf'), 25 * 1024 * 1024 + 1)
    const [noName, noFile] = ['is not the name of a file', 'is not a plain file']
    const reasons: Record<string, string> = {
      [`../${path.basename(outside)}`]: noName,
      'link.pdf': noFile,
      'folder.pdf': noFile,
      '.': noName,
      '..': noName,
      'large.pdf': 'is larger than 25 MiB',
      '../': noName,
    }
    for (const name of Object.keys(reasons)) expect(await load(only(name))).toMatchObject({ stored: 0, leftOut: 1 })
    expect(await load(only(outside))).toMatchObject({ stored: 0, notFound: 1 })
    await rm(outside)
    expect(stored()).toEqual({})
    expect(reported).toEqual(
      Object.entries(reasons).map(([name, why]) => `attachment ${uuid('3', 1)}: ${JSON.stringify(name)} ${why}`),
    )
    await truncate(inFolder('large.pdf'), 25 * 1024 * 1024)
    expect(await load(only('large.pdf'))).toMatchObject({ stored: 1, leftOut: 0 })
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
  ])('named %j match the name %j', async (file, attachment) => {
    await mkdir(path.dirname(inFolder(file)), { recursive: true })
    await put({ [file]: 'a picture' })
    expect(await load(only(attachment))).toEqual({ ...NOTHING, stored: 1 })
  })

  test('match exactly before they match in another spelling', async () => {
    await put({ 'uitslag.pdf': 'small', 'UITSLAG.pdf': 'large' })
    expect(await load(only('UITSLAG.pdf'))).toMatchObject({ stored: 1 })
    expect(stored()).toEqual({ [KEYS.attachment]: 'large' })
    expect(await load(only('Uitslag.pdf'))).toMatchObject({ stored: 0, leftOut: 1 })
    expect(reported.at(-1)).toContain('fits several files')
  })

  test('are not stored for a record if they match another record better', async () => {
    await put({ 'uitslag.pdf': 'of the invoice' })
    const both = (attachment: string, invoice: string) => load(named({ attachment, invoice }))
    expect(await both('UITSLAG.pdf', 'uitslag.pdf')).toMatchObject({ stored: 1, leftOut: 1 })
    expect(stored()).toEqual({ [KEYS.invoice]: 'of the invoice' })
    expect(await both('a\\Uitslag.pdf', 'b\\Uitslag.pdf')).toMatchObject({ leftOut: 2 })
    expect(await both('UITSLAG.pdf', 'UITSLAG.pdf')).toMatchObject({ leftOut: 0 })
  })

  test('have a type detected from their first bytes', async () => {
    const types = () => rowsOf(testServer.db, 'file', ['sniffed'])
    await put({ 'lab.pdf': '%PDF-1.4' })
    await load(only('lab.pdf'))
    expect(await types()).toEqual([{ sniffed: 'application/pdf' }])
    await changeRows(testServer.db, 'file', { sniffed: null })
    expect(await load(only('lab.pdf'))).toMatchObject({ unchanged: 1 })
    expect(await types()).toEqual([{ sniffed: 'application/pdf' }])
  })

  test('are stored in batches', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({
      ...recordsOfAnimal(index + 2, { client: 1, patient: 1 }).find(({ record }) => record === 'attachment'),
      fileName: `${index % 3}.pdf`,
    }))
    await put({ '0.pdf': '0', '1.pdf': '1' })
    expect(await load([...named({}), ...many])).toEqual({ ...NOTHING, stored: 300, notFound: 150 })
  })
})
