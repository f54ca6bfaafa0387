import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createArchive } from './archive.ts'

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

test('createArchive stores files and compresses texts', async () => {
  const archive = createArchive(new Date(2026, 10, 21))
  const large = new Uint8Array(200_000).map((_, index) => index % 7)
  archive.file('facturen/a.pdf', large)
  archive.file('leeg.bin', new Uint8Array(0))
  archive.text('lees-mij.txt', 'é'.repeat(100_000))
  const packed = await bytesOf(archive.finish())
  const files = unzipSync(packed)
  expect(Object.keys(files)).toEqual(['facturen/a.pdf', 'leeg.bin', 'lees-mij.txt'])
  expect(files['facturen/a.pdf']).toEqual(large)
  expect(files['leeg.bin']).toHaveLength(0)
  expect(strFromU8(files['lees-mij.txt']!)).toBe('é'.repeat(100_000))
  expect(packed.length).toBeGreaterThan(200_000)
  expect(packed.length).toBeLessThan(202_000)
})
