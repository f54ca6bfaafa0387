import { describe, expect, test } from 'vitest'
import { PICTURES, bytes, exif, jpegWith, letters, pngWith, riff, riffChunk } from '../../tests/server/pictures.ts'
import { type ImageKind, stripMetadata, imageKindOf } from './images.ts'

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
  test('stays as it is', () => {
    expect(stripMetadata(kind, PICTURES[kind])).toEqual(PICTURES[kind])
  })

  test('that ends too early, wherever, is none', () => {
    for (let length = 0; length < PICTURES[kind].length; length += 1) {
      expect(stripMetadata(kind, PICTURES[kind].subarray(0, length))).toBeUndefined()
    }
  })

  test.each([
    ['HTML', `<!doctype html>${SCRIPT}`],
    ['one byte', '\0'],
    ['ZIP', 'PK\u{3}\u{4}'],
  ])('ends where it ends: S-165 with %s behind it', (_, trailer) => {
    expect(stripMetadata(kind, bytes(PICTURES[kind], letters(trailer)))).toBeUndefined()
  })

  test.each([
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['HTML', `<!doctype html>${SCRIPT}`],
    ['ZIP', 'PK\u{3}\u{4}\u{14}\0\0\0'],
    ['EXE', 'MZ\u{90}\0\u{3}\0\0\0'],
    ['GIF and script', 'GIF89a/*\0\0\0*/=1;alert(1)'],
    ['nothing', ''],
  ])('S-165 is not %s', (_, content) => {
    expect(stripMetadata(kind, letters(content))).toBeUndefined()
    expect(stripMetadata(kind, bytes(letters(content), PICTURES[kind]))).toEqual(content ? undefined : PICTURES[kind])
  })

  test.each(KINDS.filter((other) => other !== kind))('is not a %s', (other) => {
    expect(stripMetadata(kind, PICTURES[other])).toBeUndefined()
  })
})

describe('what is not shown is left out', () => {
  test.each(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'puNK'])('of PNG %s', (type) => {
    expect(stripMetadata('png', pngWith(type, SCRIPT))).toEqual(png)
  })

  test.each(['gAMA', 'sRGB', 'iCCP', 'tRNS'])('but not %s', (type) => {
    expect(stripMetadata('png', pngWith(type, 'data'))).toEqual(pngWith(type, 'data'))
  })

  test.each([
    ['a comment', 0xfe, SCRIPT],
    ['XMP', 0xe1, `http://ns.adobe.com/xap/1.0/\0${SCRIPT}`],
    ['Exif', 0xe1, exif(1)],
    ['Exif that is damaged', 0xe1, exif(6).subarray(0, 18)],
    ['Photoshop', 0xed, 'Photoshop 3.0\0'],
    ['other pictures', 0xe2, 'MPF\0'],
  ])('of JPEG %s', (_, marker, data) => {
    expect(stripMetadata('jpg', jpegWith(marker, data))).toEqual(jpg)
  })

  test.each([
    ['colours', 0xe2, 'ICC_PROFILE\0\u{1}\u{1}data'],
    ["Adobe's colours", 0xee, 'Adobe\0d\0\0\0\0\u{1}'],
  ])('but not %s', (_, marker, data) => {
    expect(stripMetadata('jpg', jpegWith(marker, data))).toEqual(jpegWith(marker, data))
  })

  test('of a photograph stays which side is up, and no more', () => {
    const turned = stripMetadata('jpg', jpegWith(0xe1, exif(6)))!
    expect(turned).toHaveLength(jpg.length + 36)
    expect(Buffer.from(turned).includes('Camera')).toBe(false)
    const header = bytes([0xff, 0xe1, 0, 34], 'Exif\0\0MM', [0, 42, 0, 0, 0, 8])
    const side = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    expect(turned.subarray(2, 38)).toEqual(bytes(header, side))
    expect(stripMetadata('jpg', turned)).toEqual(turned)
  })

  test('of WebP Exif, XMP and what nobody knows', () => {
    const whole = riff(
      extended(0x1c),
      picture,
      riffChunk('EXIF', 'odd'),
      riffChunk('XMP ', SCRIPT),
      riffChunk('puNK', 'x'),
    )
    expect(stripMetadata('webp', whole)).toEqual(riff(extended(0x10), picture))
  })
})

describe('is a picture', () => {
  test.each<[string, ImageKind, Uint8Array, Uint8Array]>([
    ['as wide as can be shown', 'png', changed(png, 16, 0, 0, 0x20, 0), changed(png, 16, 0, 0, 0x20, 1)],
    ['as high as can be shown', 'png', changed(png, 20, 0, 0, 0x20, 0), changed(png, 20, 0, 0, 0x20, 1)],
    ['of any size', 'png', png, changed(png, 16, 0, 0, 0, 0)],
    ['with a header first', 'png', png, changed(png, 12, ...letters('tIME'))],
    ['with one header', 'png', png, pngWith('IHDR', png.subarray(16, 29))],
    ['with data', 'png', png, changed(png, 37, ...letters('tIME'))],
    ['with an empty end', 'png', png, bytes(png.subarray(0, -12), [0, 0, 0, 1], 'IEND', new Uint8Array(5))],
    ['of chunks with a name', 'png', pngWith('puNK', ''), pngWith('pu<K', '')],
    ['as wide as can be shown', 'jpg', changed(jpg, frame + 6, 0x20, 0), changed(jpg, frame + 6, 0x20, 1)],
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
  ])('%s: %s', (_, kind, right, wrong) => {
    expect(stripMetadata(kind, right)).toBeDefined()
    expect(stripMetadata(kind, wrong)).toBeUndefined()
  })
})

test('S-161 three types, by their exact name', () => {
  expect(['image/png', 'image/jpeg', 'image/webp'].map(imageKindOf)).toEqual(['png', 'jpg', 'webp'])
  const others = [
    'image/svg+xml',
    'text/html',
    'application/x-msdownload',
    'image/gif',
    'image/png; x',
    'image/jpg',
    '',
  ]
  for (const other of [undefined, ...others, 'png', 'toString']) expect(imageKindOf(other)).toBeUndefined()
})
