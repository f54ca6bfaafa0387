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
  repeated,
  riff,
  riffChunk,
} from '../../tests/server/pictures.ts'
import { sanitiseImage, imageKindOf } from './images.ts'
import type { ImageKind } from '#server/ports.ts'

type Bytes = Uint8Array<ArrayBuffer>

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
const lossless = (...start: number[]) => riff(riffChunk('VP8L', [...start, 0, 0, 7]))
const scanned = (data: number[]) => bytes(jpg.subarray(0, -2), data, jpg.subarray(-2))

describe.each(KINDS)('sanitiseImage for %s', (kind) => {
  const image = PICTURES[kind]

  test('accepts a clean image and rejects a truncated one', async () => {
    expect(await sanitiseImage(kind, image)).toEqual(image)
    for (let length = 0; length < image.length; length += 1) {
      expect(await sanitiseImage(kind, image.subarray(0, length))).toBeUndefined()
    }
  })

  test.each([`<!doctype html>${SCRIPT}`, '\0', 'PK\u{3}\u{4}', String.fromCharCode(...image)])(
    'removes %j after the end of the image',
    async (trailer) => {
      expect(await sanitiseImage(kind, bytes(image, letters(trailer)))).toEqual(image)
    },
  )

  test.each([`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, 'MZ\u{90}\0\u{3}\0\0\0', 'GIF89a/*\0\0\0*/=1'])(
    'rejects %j, even in front of an image',
    async (content) => {
      expect(await sanitiseImage(kind, letters(content))).toBeUndefined()
      expect(await sanitiseImage(kind, bytes(letters(content), image))).toBeUndefined()
    },
  )

  test.each(KINDS.filter((other) => other !== kind))('rejects %s', async (other) => {
    expect(await sanitiseImage(kind, PICTURES[other])).toBeUndefined()
  })
})

describe('sanitiseImage removes metadata', () => {
  const profile = deflateSync(letters('profile'))
  const large = deflateSync(new Uint8Array(4 * 1024 * 1024 + 1))

  test.each<[string, ImageKind, Bytes]>([
    ...['tEXt', 'eXIf', 'puNK', 'acTL', 'fdAT'].map(
      (type) => [`PNG ${type}`, 'png', pngWith(type, SCRIPT)] as [string, ImageKind, Bytes],
    ),
    ['PNG profile that is not deflated', 'png', pngWith('iCCP', bytes('sRGB\0\0', 'profile'))],
    ['PNG profile without a name', 'png', pngWith('iCCP', bytes('\0\0', profile))],
    ['PNG profile that is too large', 'png', pngWith('iCCP', bytes('sRGB\0\0', large))],
    ['JPEG comment', 'jpg', jpegWith(0xfe, SCRIPT)],
    ['JPEG XMP', 'jpg', jpegWith(0xe1, `http://ns.adobe.com/xap/1.0/\0${SCRIPT}`)],
    ['JPEG Exif of an upright image', 'jpg', jpegWith(0xe1, exif(1))],
    ['damaged JPEG Exif', 'jpg', jpegWith(0xe1, exif(6).subarray(0, 18))],
    ['JPEG Photoshop data', 'jpg', jpegWith(0xed, 'Photoshop 3.0\0')],
    ['other images in a JPEG', 'jpg', jpegWith(0xe2, 'MPF\0')],
  ])('removes %s', async (_, kind, image) => {
    expect(await sanitiseImage(kind, image)).toEqual(PICTURES[kind])
  })

  test.each<[string, ImageKind, Bytes]>([
    ['PNG gAMA', 'png', pngWith('gAMA', 'data')],
    ['PNG profile', 'png', pngWith('iCCP', bytes('sRGB\0\0', profile))],
    ['JPEG profile', 'jpg', jpegWith(0xe2, 'ICC_PROFILE\0\u{1}\u{1}data')],
    ['JPEG colours of Adobe', 'jpg', jpegWith(0xee, 'Adobe\0d\0\0\0\0\u{1}')],
  ])('preserves %s', async (_, kind, image) => {
    expect(await sanitiseImage(kind, image)).toEqual(image)
  })

  test('preserves only the orientation of Exif', async () => {
    const turned = (await sanitiseImage('jpg', jpegWith(0xe1, exif(6))))!
    expect(turned).toHaveLength(jpg.length + 36)
    const header = bytes([0xff, 0xe1, 0, 34], 'Exif\0\0MM', [0, 42, 0, 0, 0, 8])
    const side = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    expect(turned.subarray(2, 38)).toEqual(bytes(header, side))
    expect(await sanitiseImage('jpg', turned)).toEqual(turned)
  })

  test('removes Exif, XMP and unknown chunks of WebP', async () => {
    const hidden = [riffChunk('EXIF', 'odd'), riffChunk('XMP ', SCRIPT), riffChunk('puNK', 'x')]
    expect(await sanitiseImage('webp', riff(extended(0x1c), picture, ...hidden))).toEqual(riff(extended(0x10), picture))
  })
})

const [start, end] = [png.subarray(0, -12), png.subarray(-12)]
const palette = (depth: number, colours: string) => pngOf({ colour: 3, depth, before: pngChunk('PLTE', colours) })
const transparent = (alpha: string) =>
  pngOf({ colour: 3, before: bytes(pngChunk('PLTE', 'rgb'), pngChunk('tRNS', alpha)) })
const interlaced = (width: number, height: number, length: number) =>
  pngOf({ width, height, colour: 0, interlace: 1, lines: new Uint8Array(length) })
const scans = (count: number) =>
  bytes(jpg.subarray(0, -2), repeated(jpg.subarray(scan, -2), count - 1), jpg.subarray(-2))
const five = deflateSync(new Uint8Array(5))

describe('sanitiseImage checks', () => {
  test.each<[string, ImageKind, Bytes, Bytes]>([
    ['width', 'png', pngOf({ width: 8192 }), pngOf({ width: 8193 })],
    ['height', 'png', pngOf({ height: 8192 }), pngOf({ height: 8193 })],
    ['width of 0', 'png', pngOf(), pngOf({ width: 0 })],
    ['header first', 'png', png, bytes(png.subarray(0, 8), pngChunk('tIME', 'x'), png.subarray(8))],
    ['one header', 'png', png, pngWith('IHDR', png.subarray(16, 29))],
    ['data', 'png', png, bytes(png.subarray(0, 33), pngChunk('tIME'), end)],
    ['data in one place', 'png', png, bytes(start, pngChunk('tIME'), pngChunk('IDAT'), end)],
    ['empty end', 'png', png, bytes(start, pngChunk('IEND', 'x'))],
    ['names of chunks', 'png', pngWith('puNK', ''), pngWith('pu<K', '')],
    ['checksum of the header', 'png', png, changed(png, 32, 0)],
    ['checksum of the data', 'png', png, changed(png, -12 + png.length - 1, 0)],
    ['checksum of removed chunks', 'png', pngWith('puNK', 'x'), changed(pngWith('puNK', 'x'), 41, 0)],
    ['depth', 'png', pngOf({ depth: 16 }), pngOf({ depth: 255 })],
    ['depth of the colour type', 'png', pngOf({ colour: 0, depth: 1 }), pngOf({ depth: 1 })],
    ['colour type', 'png', pngOf({ colour: 2 }), pngOf({ colour: 1 })],
    ['interlacing', 'png', pngOf({ interlace: 1 }), pngOf({ interlace: 2 })],
    ['missing lines', 'png', pngOf({ height: 2 }), pngOf({ height: 2, lines: new Uint8Array(5) })],
    ['surplus lines', 'png', pngOf({ lines: new Uint8Array(5) }), pngOf({ lines: new Uint8Array(6) })],
    ['filter', 'png', pngOf({ lines: Uint8Array.of(4, 1, 2, 3, 4) }), pngOf({ lines: Uint8Array.of(5, 1, 2, 3, 4) })],
    ['deflated data', 'png', pngOf(), pngOf({ data: letters('not deflated') })],
    ['whole data', 'png', pngOf(), pngOf({ data: five.subarray(0, -1) })],
    ['surplus data', 'png', pngOf(), pngOf({ data: bytes(five, 'x') })],
    ['interlaced lines', 'png', interlaced(8, 8, 79), interlaced(8, 8, 78)],
    ['interlaced lines of odd sizes', 'png', interlaced(3, 5, 2 + 2 + 2 * 2 + 3 + 3 * 2 + 2 * 4), interlaced(3, 5, 24)],
    ['palette', 'png', palette(8, 'rgb'), pngOf({ colour: 3 })],
    ['palette of the depth', 'png', palette(1, 'rgbrgb'), palette(1, 'rgbrgbrgb')],
    ['whole palette', 'png', palette(8, 'rgb'), palette(8, 'rgbr')],
    ['transparency of the palette', 'png', transparent('a'), transparent('ab')],
    ['transparency', 'png', pngOf({ colour: 2, before: pngChunk('tRNS', 'rrggbb') }), pngWith('tRNS', 'rrggbb')],
    ['width', 'jpg', changed(jpg, frame + 6, 0x20, 0), changed(jpg, frame + 6, 0x20, 1)],
    ['bits', 'jpg', jpg, changed(jpg, frame + 3, 12)],
    ['colours', 'jpg', jpg, changed(jpg, frame + 8, 2)],
    ['one frame', 'jpg', jpg, bytes(jpg.subarray(0, scan), jpg.subarray(frame - 1, scan), jpg.subarray(scan))],
    ['number of scans', 'jpg', scans(100), scans(101)],
    ['height of 0', 'jpg', jpg, changed(jpg, frame + 4, 0, 0)],
    ['frame', 'jpg', jpg, changed(jpg, frame, 0xdb)],
    ['fill bytes', 'jpg', after([0xff, 0xff]), after([0, 0xff])],
    ['length of a segment', 'jpg', after([0xff, 0xfe, 0, 2]), after([0xff, 0xfe, 0, 1])],
    ['segments with a length', 'jpg', after([0xff, 0xfe, 0, 2]), after([0xff, 0xd0, 0, 2])],
    ['scan', 'jpg', jpg, bytes(jpg.subarray(0, scan), jpg.subarray(-2))],
    ['markers in a scan', 'jpg', scanned([0xff, 0, 0xff, 0xd7]), scanned([0xff, 0x01])],
    ['width', 'webp', riff(extended(0, 8192), picture), riff(extended(0, 8193), picture)],
    ['data', 'webp', riff(extended(0), picture), riff(extended(0), riffChunk('ICCP', 'x'))],
    ['one header', 'webp', riff(extended(0), picture), riff(extended(0), extended(0), picture)],
    ['header first', 'webp', riff(extended(0), riffChunk('ICCP', 'x'), picture), riff(riffChunk('ICCP', 'x'), picture)],
    ['start of the data', 'webp', webp, changed(webp, 23, 0)],
    ['width of 0', 'webp', webp, changed(webp, 26, 0, 0)],
    ['start of lossless data', 'webp', lossless(0x2f, 0, 0), lossless(0x2e, 0, 0)],
    ['size of lossless data', 'webp', lossless(0x2f, 0xff, 0x1f), lossless(0x2f, 0, 0x20)],
    ['length', 'webp', webp, changed(webp, 4, 0x24)],
  ])('%s of %s', async (_, kind, right, wrong) => {
    expect(await sanitiseImage(kind, right)).toBeDefined()
    expect(await sanitiseImage(kind, wrong)).toBeUndefined()
  })
})

test('sanitiseImage rejects a small file that inflates to a huge image', async () => {
  const data = deflateSync(new Uint8Array(16 * 1024 * 1024))
  expect(await sanitiseImage('png', pngOf({ width: 64, height: 64, data }))).toBeUndefined()
  expect(await sanitiseImage('png', pngOf({ width: 8192, height: 8192, data }))).toBeUndefined()
})

const segment = (marker: number, data: string) => jpegWith(marker, data).subarray(2, 6 + data.length)
const inPng = (part: Bytes, count: number) => bytes(png.subarray(0, 33), repeated(part, count), png.subarray(33))
const inJpeg = (part: Bytes, count: number) => bytes(jpg.subarray(0, 2), repeated(part, count), jpg.subarray(2))
const inWebp = (part: Bytes, count: number) => riff(extended(0), repeated(part, count), picture)
const frameOf = (chunks: Uint8Array, side = 1) =>
  riffChunk('ANMF', bytes(repeated(Uint8Array.of(0), 6), uint24(side - 1), uint24(side - 1), [40, 0, 0, 0], chunks))

/** Returns a PNG with `size` bytes in each IDAT chunk. */
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

/** Returns a CMYK JPEG: the frame and the scan have a fourth component. */
function cmyk(): Bytes {
  const [start, end] = [frame - 1, frame + 10 + 3 * (jpg[frame + 8] ?? 0)]
  const components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]
  const four = bytes([0xff, 0xc0, 0, 20, 8, 0, 1, 0, 2, 4], components)
  return bytes(jpg.subarray(0, start), four, jpg.subarray(end - 1))
}
const profileIn = (count: number) => inJpeg(segment(0xe2, 'ICC_PROFILE\0\u{1}\u{1}data'), count)

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
    ['WebP of frames', 'webp', riff(extended(2), repeated(frameOf(picture), 2600))],
    [
      'WebP of a frame of empty chunks',
      'webp',
      riff(extended(2), frameOf(bytes(picture, repeated(riffChunk('puNK', ''), 5000)))),
    ],
    ['WebP of frames in a frame', 'webp', riff(extended(2), frameOf(frameOf(picture)))],
    ['WebP of a frame with two pictures', 'webp', riff(extended(2), frameOf(bytes(picture, picture)))],
    ['WebP of a frame that is too wide', 'webp', riff(extended(2), frameOf(picture, 8193))],
  ])('rejects a %s', async (_, kind, hostile) => {
    expect(await sanitiseImage(kind, hostile)).toBeUndefined()
  })

  test.each<[string, ImageKind, Bytes]>([
    ['PNG with 1,300 data chunks', 'png', inChunks(1000)],
    ['PNG with data chunks of 8 kB', 'png', inChunks(8192)],
    ['progressive JPEG', 'jpg', scans(10)],
    ['CMYK JPEG', 'jpg', cmyk()],
    ['JPEG with a profile in 255 parts', 'jpg', profileIn(255)],
    ['WebP with transparency', 'webp', riff(extended(0x10), riffChunk('ALPH', [0, 0]), picture)],
    [
      'animated WebP',
      'webp',
      riff(extended(2), riffChunk('ANIM', repeated(Uint8Array.of(0), 6)), repeated(frameOf(picture), 1000)),
    ],
  ])('accepts a %s', async (_, kind, ordinary) => {
    expect(await sanitiseImage(kind, ordinary)).toEqual(ordinary)
  })

  const bomb = bytes('sRGB\0\0', deflateSync(new Uint8Array(1024 * 1024)))
  test.each<[string, ImageKind, Bytes, Bytes]>([
    ['colour profile of a PNG', 'png', inPng(pngChunk('iCCP', bomb), 3), pngWith('iCCP', bomb)],
    ['header of a JPEG', 'jpg', inJpeg(segment(0xee, 'Adobe'), 3), jpegWith(0xee, 'Adobe')],
    ['part of a profile of a JPEG', 'jpg', profileIn(256), profileIn(255)],
  ])('accepts a single %s', async (_, kind, hostile, expected) => {
    expect(await sanitiseImage(kind, hostile)).toEqual(expected)
  })

  test('removes metadata inside a frame', async () => {
    const hidden = riff(extended(2), frameOf(bytes(picture, riffChunk('EXIF', 'Dorpsstraat 1'))))
    expect(await sanitiseImage('webp', hidden)).toEqual(riff(extended(2), frameOf(picture)))
  })
})

test('imageKindOf recognises three types by all their names', () => {
  expect(['image/png', 'image/jpeg', 'image/webp'].map(imageKindOf)).toEqual(['png', 'jpg', 'webp'])
  for (const jpeg of ['image/jpg', 'image/pjpeg']) expect(imageKindOf(jpeg)).toBe('jpg')
  for (const other of ['IMAGE/PNG', 'image/x-png']) expect(imageKindOf(other)).toBe('png')
  const others = ['image/svg+xml', 'text/html', 'application/x-msdownload', 'image/gif', 'image/png; x', '']
  for (const other of [undefined, ...others, 'png', 'toString']) expect(imageKindOf(other)).toBeUndefined()
})
