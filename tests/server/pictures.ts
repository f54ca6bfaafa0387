import { crc32, deflateSync } from 'node:zlib'
import type { ImageKind } from '#server/ports.ts'

// The smallest pictures that a browser shows, and builders of variants.

type Bytes = Uint8Array<ArrayBuffer>

const base64 = (...lines: string[]): Bytes => Uint8Array.from(Buffer.from(lines.join(''), 'base64'))

export const PICTURES: Record<ImageKind, Bytes> = {
  png: base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  jpg: base64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////',
    '////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAID',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAXEAEBAQEAAAAAAAAAAAAAAAAAAjJx/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABUR',
    'AQEAAAAAAAAAAAAAAAAAAAAB/9oADAMBAAIRAxEAPwCS910AI//Z',
  ),
  webp: base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
}

export const letters = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'latin1'))

export const bytes = (...parts: (Uint8Array | string | number[])[]): Bytes =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))

export const repeated = (part: Uint8Array, count: number): Bytes => {
  const all = new Uint8Array(part.length * count)
  for (let index = 0; index < count; index += 1) all.set(part, index * part.length)
  return all
}

function number(length: 2 | 4, value: number, order: 'big' | 'little' = 'big'): Bytes {
  const buffer = Buffer.alloc(length)
  if (order === 'big') buffer.writeUIntBE(value, 0, length)
  else buffer.writeUIntLE(value, 0, length)
  return Uint8Array.from(buffer)
}

export const pngChunk = (type: string, data: Uint8Array | string | number[] = ''): Bytes =>
  bytes(number(4, data.length), type, data, number(4, crc32(bytes(type, data))))

/** Inserts a chunk after the header, where applications write metadata. */
export const pngWith = (type: string, data: Uint8Array | string | number[]): Bytes =>
  bytes(PICTURES.png.subarray(0, 33), pngChunk(type, data), PICTURES.png.subarray(33))

export interface PngOptions {
  width?: number
  height?: number
  depth?: number
  colour?: number
  interlace?: number
  /** Inserted between the header and the data. */
  before?: Uint8Array
  /** Scan lines; by default empty lines of the right size. */
  lines?: Uint8Array
  data?: Uint8Array
}

export function pngOf(options: PngOptions = {}): Bytes {
  const { width = 1, height = 1, depth = 8, colour = 6, interlace = 0, before = bytes() } = options
  const samples = { 2: 3, 4: 2, 6: 4 }[colour] ?? 1
  const { lines = Buffer.alloc(height * (1 + Math.ceil((width * samples * depth) / 8))) } = options
  return bytes(
    PICTURES.png.subarray(0, 8),
    pngChunk('IHDR', bytes(number(4, width), number(4, height), [depth, colour, 0, 0, interlace])),
    before,
    pngChunk('IDAT', options.data ?? deflateSync(lines)),
    pngChunk('IEND'),
  )
}

export const jpegWith = (marker: number, data: Uint8Array | string): Bytes =>
  bytes(PICTURES.jpg.subarray(0, 2), [0xff, marker], number(2, data.length + 2), data, PICTURES.jpg.subarray(2))

export const riff = (...chunks: Uint8Array[]): Bytes => {
  const content = bytes('WEBP', ...chunks)
  return bytes('RIFF', number(4, content.length, 'little'), content)
}

export const riffChunk = (type: string, data: Uint8Array | string | number[]): Bytes =>
  bytes(type, number(4, data.length, 'little'), data, data.length % 2 ? [0] : [])

/** Exif data of a camera with an orientation from 1 to 8. */
export const exif = (orientation: number): Bytes => {
  const entry = (tag: number, type: number, count: number, value: Uint8Array) =>
    bytes(number(2, tag, 'little'), number(2, type, 'little'), number(4, count, 'little'), value)
  const maker = entry(0x010f, 2, 10, number(4, 38, 'little'))
  const side = entry(0x0112, 3, 1, bytes(number(2, orientation, 'little'), [0, 0]))
  return bytes('Exif\0\0II*\0', number(4, 8, 'little'), [2, 0], maker, side, [0, 0, 0, 0], 'Camera 51N\0')
}
