import { gzipSync } from 'node:zlib'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Line, linesOf } from './export-lines.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-lines-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array, isGzip = false) {
  const file = path.join(folder, 'export.jsonl')
  await writeFile(file, content)
  let bytes = 0
  const lines: Line[] = []
  for await (const some of linesOf(file, { read: (more) => (bytes += more), isGzip })) lines.push(...some)
  return { lines, bytes }
}

test('numbers the lines, and leaves out the empty ones', async () => {
  expect(await read('\uFEFFa\r\n\n  \nb\nc')).toEqual({
    lines: [
      { number: 1, text: 'a\r' },
      { number: 4, text: 'b' },
      { number: 5, text: 'c' },
    ],
    bytes: 13,
  })
  expect(await read('')).toEqual({ lines: [], bytes: 0 })
})

test('puts lines together that lie across the parts of a file', async () => {
  const long = 'é'.repeat(400_000)
  const { lines } = await read(`${long}\n${long}\nend\n`)
  expect(lines).toEqual([
    { number: 1, text: long },
    { number: 2, text: long },
    { number: 3, text: 'end' },
  ])
})

test('says which line cannot be read, and goes on', async () => {
  const { lines } = await read(
    Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff, 10]), Buffer.alloc(2_000_000, 'x'), Buffer.from('\nb')]),
  )
  expect(lines).toEqual([
    { number: 1, text: 'a' },
    { number: 2, unreadable: { code: 'notUtf8', reason: 'is not UTF-8' } },
    { number: 3, unreadable: { code: 'tooLongLine', value: '1048576', reason: 'is longer than 1048576 bytes' } },
    { number: 4, text: 'b' },
  ])
})

test('unpacks what is packed, and fails on what was cut off', async () => {
  const packed = gzipSync(`a\n${'é'.repeat(400_000)}\nend`)
  const { lines } = await read(packed, true)
  expect(lines.map(({ number }) => number)).toEqual([1, 2, 3])
  await expect(read(packed.subarray(0, -1), true)).rejects.toThrow('unexpected end of file')
})
