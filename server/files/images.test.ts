import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  PICTURES,
  bytes,
  exif,
  jpegWith,
  letters,
  pngChunk,
  pngOf,
  pngWith,
  riff,
  riffChunk,
} from '../../tests/server/pictures.ts'
import { sanitiseImage, imageKindOf } from './images.ts'
import type { ImageKind } from '#server/ports.ts'

const KINDS = Object.keys(PICTURES) as ImageKind[]
const { png, jpg, webp } = PICTURES
const SCRIPT = '<script>alert(1)</script>'
const picture = webp.subarray(12)
const extended = (flags: number, width = 1, height = 1) =>
  riffChunk('VP8X', [flags, 0, 0, 0, ...uint24(width - 1), ...uint24(height - 1)])
const uint24 = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16]
const changed = (original: Uint8Array, offset: number, ...values: number[]) => {
  const copy = bytes(original)
  copy.set(values, offset)
  return copy
}
const frame = jpg.indexOf(0xc0)
const scan = Buffer.from(jpg).indexOf(Uint8Array.of(0xff, 0xda))
const after = (part: number[]) => bytes(jpg.subarray(0, 2), part, jpg.subarray(2))
const scanned = (data: number[]) => bytes(jpg.subarray(0, -2), data, jpg.subarray(-2))

describe.each(KINDS)('a %s', (kind) => {
  test('stays as it is', async () => {
    expect(await sanitiseImage(kind, PICTURES[kind])).toEqual(PICTURES[kind])
  })

  test('that ends too early, wherever, is none', async () => {
    for (let length = 0; length < PICTURES[kind].length; length += 1) {
      expect(await sanitiseImage(kind, PICTURES[kind].subarray(0, length))).toBeUndefined()
    }
  })

  test.each([
    ['HTML', `<!doctype html>${SCRIPT}`],
    ['one byte', '\0'],
    ['ZIP', 'PK\u{3}\u{4}'],
    ['a second picture', String.fromCharCode(...PICTURES[kind])],
    ['a Samsung trailer', '\0\0\u{1}\u{A}SEFHk\0\0\0SEFT'],
    ['a film', '\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom'],
  ])('cuts off %s behind the end', async (_, trailer) => {
    expect(await sanitiseImage(kind, bytes(PICTURES[kind], letters(trailer)))).toEqual(PICTURES[kind])
  })

  test.each([
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['HTML', `<!doctype html>${SCRIPT}`],
    ['ZIP', 'PK\u{3}\u{4}\u{14}\0\0\0'],
    ['EXE', 'MZ\u{90}\0\u{3}\0\0\0'],
    ['GIF and script', 'GIF89a/*\0\0\0*/=1;alert(1)'],
    ['nothing', ''],
  ])('S-165 is not %s', async (_, content) => {
    expect(await sanitiseImage(kind, letters(content))).toBeUndefined()
    expect(await sanitiseImage(kind, bytes(letters(content), PICTURES[kind]))).toEqual(
      content ? undefined : PICTURES[kind],
    )
  })

  test.each(KINDS.filter((other) => other !== kind))('is not a %s', async (other) => {
    expect(await sanitiseImage(kind, PICTURES[other])).toBeUndefined()
  })
})

describe('what is not shown is left out', () => {
  test.each(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'puNK'])('of PNG %s', async (type) => {
    expect(await sanitiseImage('png', pngWith(type, SCRIPT))).toEqual(png)
  })

  test.each(['acTL', 'fcTL', 'fdAT'])('of PNG what moves: %s', async (type) => {
    expect(await sanitiseImage('png', pngWith(type, SCRIPT))).toEqual(png)
  })

  test.each([
    ['gAMA', 'data'],
    ['sRGB', 'data'],
    ['iCCP', bytes('sRGB\0\0', deflateSync(letters('profile')))],
  ])('but not %s', async (type, data) => {
    expect(await sanitiseImage('png', pngWith(type, data))).toEqual(pngWith(type, data))
  })

  test.each([
    ['nothing deflated', bytes('sRGB\0\0', 'profile')],
    ['no name', bytes('\0\0', deflateSync(letters('profile')))],
    ['much too much', bytes('sRGB\0\0', deflateSync(new Uint8Array(4 * 1024 * 1024 + 1)))],
  ])('of PNG a profile with %s', async (_, data) => {
    expect(await sanitiseImage('png', pngWith('iCCP', data))).toEqual(png)
  })

  test.each([
    ['a comment', 0xfe, SCRIPT],
    ['XMP', 0xe1, `http://ns.adobe.com/xap/1.0/\0${SCRIPT}`],
    ['Exif', 0xe1, exif(1)],
    ['Exif that is damaged', 0xe1, exif(6).subarray(0, 18)],
    ['Photoshop', 0xed, 'Photoshop 3.0\0'],
    ['other pictures', 0xe2, 'MPF\0'],
  ])('of JPEG %s', async (_, marker, data) => {
    expect(await sanitiseImage('jpg', jpegWith(marker, data))).toEqual(jpg)
  })

  test.each([
    ['colours', 0xe2, 'ICC_PROFILE\0\u{1}\u{1}data'],
    ["Adobe's colours", 0xee, 'Adobe\0d\0\0\0\0\u{1}'],
  ])('but not %s', async (_, marker, data) => {
    expect(await sanitiseImage('jpg', jpegWith(marker, data))).toEqual(jpegWith(marker, data))
  })

  test('of a photograph stays which side is up, and no more', async () => {
    const turned = (await sanitiseImage('jpg', jpegWith(0xe1, exif(6))))!
    expect(turned).toHaveLength(jpg.length + 36)
    expect(Buffer.from(turned).includes('Camera')).toBe(false)
    const header = bytes([0xff, 0xe1, 0, 34], 'Exif\0\0MM', [0, 42, 0, 0, 0, 8])
    const side = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    expect(turned.subarray(2, 38)).toEqual(bytes(header, side))
    expect(await sanitiseImage('jpg', turned)).toEqual(turned)
  })

  test('of WebP Exif, XMP and what nobody knows', async () => {
    const whole = riff(
      extended(0x1c),
      picture,
      riffChunk('EXIF', 'odd'),
      riffChunk('XMP ', SCRIPT),
      riffChunk('puNK', 'x'),
    )
    expect(await sanitiseImage('webp', whole)).toEqual(riff(extended(0x10), picture))
  })
})

describe('is a picture', () => {
  test.each<[string, ImageKind, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]>([
    ['as wide as can be shown', 'png', pngOf({ width: 8192 }), pngOf({ width: 8193 })],
    ['as high as can be shown', 'png', pngOf({ height: 8192 }), pngOf({ height: 8193 })],
    ['of any size', 'png', pngOf(), pngOf({ width: 0 })],
    ['with a header first', 'png', png, bytes(png.subarray(0, 8), pngChunk('tIME', 'x'), png.subarray(8))],
    ['with one header', 'png', png, pngWith('IHDR', png.subarray(16, 29))],
    ['with data', 'png', png, bytes(png.subarray(0, 33), pngChunk('tIME'), png.subarray(-12))],
    [
      'with data in one place',
      'png',
      png,
      bytes(png.subarray(0, -12), pngChunk('tIME'), pngChunk('IDAT'), png.subarray(-12)),
    ],
    ['with an empty end', 'png', png, bytes(png.subarray(0, -12), pngChunk('IEND', 'x'))],
    ['of chunks with a name', 'png', pngWith('puNK', ''), pngWith('pu<K', '')],
    ['with the checksum of its header', 'png', png, changed(png, 32, 0)],
    ['with the checksum of its data', 'png', png, changed(png, -12 + png.length - 1, 0)],
    ['with the checksum of what is left out', 'png', pngWith('puNK', 'x'), changed(pngWith('puNK', 'x'), 41, 0)],
    ['of a depth', 'png', pngOf({ depth: 16 }), pngOf({ depth: 255 })],
    ['of a depth that goes with its colours', 'png', pngOf({ colour: 0, depth: 1 }), pngOf({ depth: 1 })],
    ['of a type of colour', 'png', pngOf({ colour: 2 }), pngOf({ colour: 1 })],
    ['interlaced or not', 'png', pngOf({ interlace: 1 }), pngOf({ interlace: 2 })],
    ['of so many lines', 'png', pngOf({ height: 2 }), pngOf({ height: 2, lines: new Uint8Array(5) })],
    ['of no more lines', 'png', pngOf({ lines: new Uint8Array(5) }), pngOf({ lines: new Uint8Array(6) })],
    [
      'of lines with a filter',
      'png',
      pngOf({ lines: Uint8Array.of(4, 1, 2, 3, 4) }),
      pngOf({ lines: Uint8Array.of(5, 1, 2, 3, 4) }),
    ],
    ['of data that can be inflated', 'png', pngOf(), pngOf({ data: letters('not deflated') })],
    ['of whole data', 'png', pngOf(), pngOf({ data: deflateSync(new Uint8Array(5)).subarray(0, -1) })],
    ['of data and no more', 'png', pngOf(), pngOf({ data: bytes(deflateSync(new Uint8Array(5)), 'x') })],
    [
      'of interlaced lines',
      'png',
      pngOf({ width: 8, height: 8, colour: 0, interlace: 1, lines: new Uint8Array(79) }),
      pngOf({ width: 8, height: 8, colour: 0, interlace: 1, lines: new Uint8Array(78) }),
    ],
    [
      'of an odd number of interlaced lines',
      'png',
      pngOf({ width: 3, height: 5, colour: 0, interlace: 1, lines: new Uint8Array(2 + 2 + 2 * 2 + 3 + 3 * 2 + 2 * 4) }),
      pngOf({ width: 3, height: 5, colour: 0, interlace: 1, lines: new Uint8Array(24) }),
    ],
    ['with its palette', 'png', pngOf({ colour: 3, before: pngChunk('PLTE', 'rgb') }), pngOf({ colour: 3 })],
    [
      'with a palette for its depth',
      'png',
      pngOf({ colour: 3, depth: 1, before: pngChunk('PLTE', 'rgbrgb') }),
      pngOf({ colour: 3, depth: 1, before: pngChunk('PLTE', 'rgbrgbrgb') }),
    ],
    [
      'with a whole palette',
      'png',
      pngOf({ colour: 3, before: pngChunk('PLTE', 'rgb') }),
      pngOf({ colour: 3, before: pngChunk('PLTE', 'rgbr') }),
    ],
    [
      'with what is transparent in its palette',
      'png',
      pngOf({ colour: 3, before: bytes(pngChunk('PLTE', 'rgb'), pngChunk('tRNS', 'a')) }),
      pngOf({ colour: 3, before: bytes(pngChunk('PLTE', 'rgb'), pngChunk('tRNS', 'ab')) }),
    ],
    [
      'with a colour that is transparent',
      'png',
      pngOf({ colour: 2, before: pngChunk('tRNS', 'rrggbb') }),
      pngWith('tRNS', 'rrggbb'),
    ],
    ['as wide as can be shown', 'jpg', changed(jpg, frame + 6, 0x20, 0), changed(jpg, frame + 6, 0x20, 1)],
    ['of eight bits', 'jpg', jpg, changed(jpg, frame + 3, 12)],
    ['of some colours', 'jpg', jpg, changed(jpg, frame + 8, 2)],
    ['with one frame', 'jpg', jpg, bytes(jpg.subarray(0, scan), jpg.subarray(frame - 1, scan), jpg.subarray(scan))],
    [
      'of a hundred scans',
      'jpg',
      bytes(jpg.subarray(0, -2), ...Array.from({ length: 99 }, () => jpg.subarray(scan, -2)), jpg.subarray(-2)),
      bytes(jpg.subarray(0, -2), ...Array.from({ length: 100 }, () => jpg.subarray(scan, -2)), jpg.subarray(-2)),
    ],
    ['of any size', 'jpg', jpg, changed(jpg, frame + 4, 0, 0)],
    ['with a frame', 'jpg', jpg, changed(jpg, frame, 0xdb)],
    [
      'with fill bytes',
      'jpg',
      bytes(jpg.subarray(0, 2), [0xff, 0xff], jpg.subarray(2)),
      bytes(jpg.subarray(0, 2), [0, 0xff], jpg.subarray(2)),
    ],
    ['with a length in each part', 'jpg', after([0xff, 0xfe, 0, 2]), after([0xff, 0xfe, 0, 1])],
    ['of parts with a length', 'jpg', after([0xff, 0xfe, 0, 2]), after([0xff, 0xd0, 0, 2])],
    ['with a scan', 'jpg', jpg, bytes(jpg.subarray(0, scan), jpg.subarray(-2))],
    ['with any data in a scan', 'jpg', scanned([0xff, 0, 0xff, 0xd7]), scanned([0xff, 0x01])],
    ['as wide as can be shown', 'webp', riff(extended(0, 8192), picture), riff(extended(0, 8193), picture)],
    ['with data', 'webp', riff(extended(0), picture), riff(extended(0), riffChunk('ICCP', 'x'))],
    ['with one header', 'webp', riff(extended(0), picture), riff(extended(0), extended(0), picture)],
    [
      'with a header first',
      'webp',
      riff(extended(0), riffChunk('ICCP', 'x'), picture),
      riff(riffChunk('ICCP', 'x'), picture),
    ],
    ['that begins as one', 'webp', webp, changed(webp, 23, 0)],
    ['of any size', 'webp', webp, changed(webp, 26, 0, 0)],
    [
      'without loss',
      'webp',
      riff(riffChunk('VP8L', [0x2f, 0, 0, 0, 0, 7])),
      riff(riffChunk('VP8L', [0x2e, 0, 0, 0, 0, 7])),
    ],
    [
      'without loss, of a size',
      'webp',
      riff(riffChunk('VP8L', [0x2f, 0xff, 0x1f, 0, 0, 7])),
      riff(riffChunk('VP8L', [0x2f, 0, 0x20, 0, 0, 7])),
    ],
    ['as long as it says', 'webp', webp, changed(webp, 4, 0x24)],
  ])('%s: %s', async (_, kind, right, wrong) => {
    expect(await sanitiseImage(kind, right)).toBeDefined()
    expect(await sanitiseImage(kind, wrong)).toBeUndefined()
  })
})

test('a small file that inflates to very much is none', async () => {
  const data = deflateSync(new Uint8Array(16 * 1024 * 1024))
  expect(await sanitiseImage('png', pngOf({ width: 64, height: 64, data }))).toBeUndefined()
  expect(await sanitiseImage('png', pngOf({ width: 8192, height: 8192, data }))).toBeUndefined()
})

test('reads three types by any of their names', () => {
  expect(['image/png', 'image/jpeg', 'image/webp'].map(imageKindOf)).toEqual(['png', 'jpg', 'webp'])
  expect(['image/jpg', 'image/pjpeg', 'IMAGE/PNG', 'image/x-png'].map(imageKindOf)).toEqual([
    'jpg',
    'jpg',
    'png',
    'png',
  ])
  const others = ['image/svg+xml', 'text/html', 'application/x-msdownload', 'image/gif', 'image/png; x', '']
  for (const other of [undefined, ...others, 'png', 'toString']) expect(imageKindOf(other)).toBeUndefined()
})
