import { fileTypeOf } from '#contract/document.ts'
import { typedKeys } from '#contract/values.ts'
import type { ImageKind } from '#server/ports.ts'
import type { Bytes } from './bytes.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

export const IMAGE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
} as const satisfies Record<ImageKind, string>

/** Returns the image kind of a `Content-Type`, including aliases. A header with parameters gives undefined. */
export function imageKindOf(contentType: string | undefined): ImageKind | undefined {
  if (!contentType?.includes('/') || contentType.includes(';')) return undefined
  const type = fileTypeOf({ mimeType: contentType })
  return typedKeys(IMAGE_TYPES).find((kind) => IMAGE_TYPES[kind] === type)
}

const SANITISE: Record<ImageKind, (bytes: Bytes) => Bytes | undefined | Promise<Bytes | undefined>> = {
  png: cleanPng,
  jpg: cleanJpeg,
  webp: cleanWebp,
}

/**
 * Validates an image and strips metadata (Exif, XMP, comments) and trailing data, for privacy and against polyglot
 * files. Returns undefined for an image that is invalid or would need too much memory to decode.
 */
export async function sanitiseImage(kind: ImageKind, bytes: Bytes): Promise<Bytes | undefined> {
  try {
    return await SANITISE[kind](bytes)
  } catch (error) {
    // The image is truncated, which causes a read beyond its end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
