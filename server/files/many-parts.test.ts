import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  PICTURES,
  bytes,
  jpegWith,
  pngChunk,
  pngOf,
  pngWith,
  repeated,
  riff,
  riffChunk,
} from '../../tests/server/pictures.ts'
import { sanitiseImage } from './images.ts'
import type { ImageKind } from '#server/ports.ts'

type Bytes = Uint8Array<ArrayBuffer>

const { png, jpg, webp } = PICTURES
const picture = webp.subarray(12)
const frame = jpg.indexOf(0xc0)
const scan = Buffer.from(jpg).indexOf(Uint8Array.of(0xff, 0xda))
const segment = (marker: number, data: string) => jpegWith(marker, data).subarray(2, 6 + data.length)
const inPng = (part: Bytes, count: number) => bytes(png.subarray(0, 33), repeated(part, count), png.subarray(33))
const inJpeg = (part: Bytes, count: number) => bytes(jpg.subarray(0, 2), repeated(part, count), jpg.subarray(2))
const inWebp = (part: Bytes, count: number) => riff(header(0), repeated(part, count), picture)

const uint24 = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16]
const header = (flags: number) => riffChunk('VP8X', [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const frameOf = (chunks: Uint8Array, side = 1) =>
  riffChunk('ANMF', bytes(repeated(Uint8Array.of(0), 6), uint24(side - 1), uint24(side - 1), [40, 0, 0, 0], chunks))

/** A PNG with so many bytes in each IDAT chunk. */
function inChunks(size: number): Bytes {
  const [side, count] = [600, 1300]
  const lines = new Uint8Array(side * (1 + 4 * side)).map((_, index) =>
    index % (1 + 4 * side) === 0 ? 0 : (index * 7919) >> 5,
  )
  const data = deflateSync(lines, { level: 0 })
  const chunks = Array.from({ length: Math.max(count, Math.ceil(data.length / size)) }, (_, index) =>
    pngChunk('IDAT', data.subarray(index * size, (index + 1) * size)),
  )
  const whole = pngOf({ width: side, height: side })
  return bytes(whole.subarray(0, 33), ...chunks, pngChunk('IEND'))
}

/** CMYK: one component more, in the frame and in the scan. */
function cmyk(): Bytes {
  const [start, end] = [frame - 1, frame + 10 + 3 * (jpg[frame + 8] ?? 0)]
  const components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]
  const four = bytes([0xff, 0xc0, 0, 20, 8, 0, 1, 0, 2, 4], components)
  return bytes(jpg.subarray(0, start), four, jpg.subarray(end - 1))
}
const progressive = bytes(jpg.subarray(0, -2), repeated(jpg.subarray(scan, -2), 9), jpg.subarray(-2))
const profile = (count: number) => inJpeg(segment(0xe2, 'ICC_PROFILE\0\u{1}\u{1}data'), count)

describe('sanitiseImage with many parts', () => {
  test.each<[string, ImageKind, Bytes]>([
    [
      'PNG of empty data chunks',
      'png',
      bytes(png.subarray(0, -12), repeated(pngChunk('IDAT'), 10_000), png.subarray(-12)),
    ],
    ['PNG of empty chunks that are dropped', 'png', inPng(pngChunk('puNK'), 10_000)],
    ['PNG of empty chunks that are kept', 'png', inPng(pngChunk('gAMA'), 10_000)],
    ['JPEG of empty tables', 'jpg', inJpeg(Uint8Array.of(0xff, 0xdb, 0, 2), 2000)],
    ['JPEG of empty comments', 'jpg', inJpeg(Uint8Array.of(0xff, 0xfe, 0, 2), 2000)],
    ['JPEG of Exif', 'jpg', inJpeg(segment(0xe1, 'Exif\0\0'), 2000)],
    ['WebP of empty chunks', 'webp', inWebp(riffChunk('puNK', ''), 5000)],
    ['WebP of frames', 'webp', riff(header(2), repeated(frameOf(picture), 2600))],
    [
      'WebP of a frame of empty chunks',
      'webp',
      riff(header(2), frameOf(bytes(picture, repeated(riffChunk('puNK', ''), 5000)))),
    ],
    ['WebP of frames in a frame', 'webp', riff(header(2), frameOf(frameOf(picture)))],
    ['WebP of a frame with two pictures', 'webp', riff(header(2), frameOf(bytes(picture, picture)))],
    ['WebP of a frame that is too wide', 'webp', riff(header(2), frameOf(picture, 8193))],
  ])('refuses a %s', async (_, kind, hostile) => {
    expect(await sanitiseImage(kind, hostile)).toBeUndefined()
  })

  test.each<[string, ImageKind, Bytes]>([
    ['PNG with 1,300 data chunks', 'png', inChunks(1000)],
    ['PNG with data chunks of 8 kB', 'png', inChunks(8192)],
    ['progressive JPEG', 'jpg', progressive],
    ['CMYK JPEG', 'jpg', cmyk()],
    ['JPEG with a profile in 255 parts', 'jpg', profile(255)],
    ['WebP with transparency', 'webp', riff(header(0x10), riffChunk('ALPH', [0, 0]), picture)],
    [
      'animated WebP',
      'webp',
      riff(header(2), riffChunk('ANIM', repeated(Uint8Array.of(0), 6)), repeated(frameOf(picture), 1000)),
    ],
  ])('keeps a %s', async (_, kind, ordinary) => {
    expect(await sanitiseImage(kind, ordinary)).toEqual(ordinary)
  })

  const bomb = bytes('sRGB\0\0', deflateSync(new Uint8Array(1024 * 1024)))
  test.each<[string, ImageKind, Bytes, Bytes]>([
    ['colour profile of a PNG', 'png', inPng(pngChunk('iCCP', bomb), 3), pngWith('iCCP', bomb)],
    ['header of a JPEG', 'jpg', inJpeg(segment(0xee, 'Adobe'), 3), jpegWith(0xee, 'Adobe')],
    ['part of a profile of a JPEG', 'jpg', profile(256), profile(255)],
  ])('keeps one %s', async (_, kind, hostile, kept) => {
    expect(await sanitiseImage(kind, hostile)).toEqual(kept)
  })

  test('removes metadata inside a frame', async () => {
    const hidden = riff(header(2), frameOf(bytes(picture, riffChunk('EXIF', 'Dorpsstraat 1'))))
    expect(await sanitiseImage('webp', hidden)).toEqual(riff(header(2), frameOf(picture)))
  })
})
