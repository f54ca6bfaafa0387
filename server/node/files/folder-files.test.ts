import { existsSync } from 'node:fs'
import fs, { type FileHandle, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Files } from '#server/ports.ts'
import { folderFiles } from './folder-files.ts'
import { StorageError } from '#server/files/store.ts'

const CONTENT = Uint8Array.of(1, 2, 3)

let outside: string
let folder: string
let files: Files

const read = async (key: string) => {
  const file = await files.get(key)
  return file && (await new Response(file.stream()).bytes())
}

beforeEach(async () => {
  outside = await fs.mkdtemp(join(tmpdir(), 'files-'))
  folder = join(outside, 'files')
  files = folderFiles(folder)
})
afterEach(() => rm(outside, { recursive: true, force: true }))

test('folderFiles stores, reads, measures and removes files', async () => {
  expect(await files.get('a.png')).toBeUndefined()
  await files.put('a.png', CONTENT)
  await files.put('b.png', Uint8Array.of(4))
  expect(await read('a.png')).toEqual(CONTENT)
  const part = (await files.get('a.png'))?.stream({ start: 1, end: 2 })
  expect(await new Response(part).bytes()).toEqual(Uint8Array.of(2, 3))
  expect([await files.sizeOf('a.png'), await files.sizeOf('none.png')]).toEqual([3, undefined])
  await files.remove('a.png')
  await files.remove('a.png')
  expect([await read('a.png'), await read('b.png')]).toEqual([undefined, Uint8Array.of(4)])
  expect(await readdir(folder)).toEqual(['b.png'])
})

test.skipIf(process.platform === 'win32')(
  'folderFiles syncs the file and its folders before and after the rename',
  async () => {
    const handle = await fs.open(outside)
    const prototype = Object.getPrototypeOf(handle) as FileHandle
    const { ino: outsideId } = await handle.stat()
    await handle.close()
    const synced: unknown[] = []
    const { sync } = prototype
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      const found = await this.stat()
      const isRenamed = existsSync(join(folder, 'a.png'))
      synced.push(found.isFile() ? ['file', isRenamed] : [found.ino === outsideId ? 'outside' : 'folder', isRenamed])
      await sync.call(this)
    })
    await files.put('a.png', CONTENT)
    vi.restoreAllMocks()
    expect(synced.join(' ')).toBe('outside,false file,false folder,true')
  },
)

test('folderFiles opens a file once its stream is read', async () => {
  await files.put('a.png', CONTENT)
  const file = (await files.get('a.png'))!
  expect(file.size).toBe(3)
  await files.remove('a.png')
  await expect(new Response(file.stream()).arrayBuffer()).rejects.toThrow('ENOENT')
})

test.runIf(existsSync('/proc/self/fd'))('folderFiles closes a file whose stream is cancelled', async () => {
  await files.put('a.png', new Uint8Array(1_000_000))
  const open = async () => {
    const descriptors = await readdir('/proc/self/fd')
    const paths = await Promise.all(descriptors.map((one) => fs.readlink(`/proc/self/fd/${one}`).catch(() => '')))
    return paths.includes(join(folder, 'a.png'))
  }
  const reader = (await files.get('a.png'))!.stream().getReader()
  expect((await reader.read()).value!.length).toBeLessThan(1_000_000)
  expect(await open()).toBe(true)
  await reader.cancel()
  await expect.poll(() => open()).toBe(false)
})

test('folderFiles lists regular files with their age, including unfinished files', async () => {
  const listed = async () => {
    const all = new Map<string, number>()
    for await (const { key, modified } of files.list!()) all.set(key, modified.getTime())
    return all
  }
  expect(await listed()).toEqual(new Map())
  const at = new Date('2020-01-01T00:00:00.000Z')
  for (const key of ['a.png', '.b.png.unfinished']) {
    await files.put(key, CONTENT)
    await fs.utimes(join(folder, key), at, at)
  }
  await mkdir(join(folder, 'c.png'))
  await symlink(join(folder, 'a.png'), join(folder, 'd.png'))
  expect(Object.fromEntries(await listed())).toEqual({ 'a.png': at.getTime(), '.b.png.unfinished': at.getTime() })
  await files.remove('.b.png.unfinished')
  expect([...(await listed()).keys()]).toEqual(['a.png'])
})

test('folderFiles never serves an unfinished file', async () => {
  await mkdir(folder)
  await writeFile(join(folder, '.a.png.unfinished'), CONTENT)
  expect(await files.get('a.png')).toBeUndefined()
  await files.remove('a.png')
  expect(await readdir(folder)).toEqual([])
})

test('folderFiles never reads or writes outside its folder', async () => {
  await writeFile(join(outside, 'secret.png'), 'secret')
  await files.put('../secret.png', CONTENT)
  expect(await fs.readFile(join(outside, 'secret.png'), 'utf8')).toBe('secret')
  expect(await read('../secret.png')).toEqual(CONTENT)
  await files.remove('../secret.png')
  expect(await fs.readFile(join(outside, 'secret.png'), 'utf8')).toBe('secret')
})

test('folderFiles treats links and folders as missing', async () => {
  await writeFile(join(outside, 'secret.png'), 'secret')
  await files.put('real.png', CONTENT)
  await symlink(join(outside, 'secret.png'), join(folder, 'link.png'))
  await symlink(outside, join(folder, 'linked'))
  await mkdir(join(folder, 'folder.png'))
  for (const key of ['link.png', 'linked', 'folder.png']) expect(await files.get(key)).toBeUndefined()
  expect(await read('real.png')).toEqual(CONTENT)
})

test('folderFiles throws StorageError without leaving a partial file if a write fails', async () => {
  await mkdir(join(folder, 'a.png', 'in the way'), { recursive: true })
  await expect(files.put('a.png', CONTENT)).rejects.toThrow(StorageError)
  expect(await readdir(folder)).toEqual(['a.png'])

  const none = folderFiles(join(folder, 'b.png'))
  await files.put('b.png', CONTENT)
  await expect(none.put('c.png', CONTENT)).rejects.toThrow('EEXIST')
  await expect(none.get('c.png')).rejects.toThrow('ENOTDIR')
})
