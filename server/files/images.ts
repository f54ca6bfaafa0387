import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

/** Image types of a logo. No SVG, which can contain scripts. */
export const IMAGE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

export type ImageKind = keyof typeof IMAGE_TYPES

export const imageKindOf = (contentType: string | undefined): ImageKind | undefined =>
  (Object.keys(IMAGE_TYPES) as ImageKind[]).find((kind) => IMAGE_TYPES[kind] === contentType)

const STRIP: Record<ImageKind, (bytes: Uint8Array) => Uint8Array | undefined> = {
  png: stripPng,
  jpg: stripJpeg,
  webp: stripWebp,
}

/**
 * Strips metadata (Exif, XMP, comments) and trailing data, for privacy and against polyglot files. Undefined for an invalid image.
 */
export function stripMetadata(kind: ImageKind, bytes: Uint8Array): Uint8Array | undefined {
  try {
    return STRIP[kind](bytes)
  } catch (error) {
    // Truncated: a read beyond the end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
