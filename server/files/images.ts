import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

/** The types of picture that a logo can have. No SVG: that is a page with scripts. */
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
 * The picture without what is not shown: where and when it was taken, by whom, comments, and whatever else a file can carry
 * along. Undefined where it is not wholly of its kind, from the first byte to the last.
 */
export function stripMetadata(kind: ImageKind, bytes: Uint8Array): Uint8Array | undefined {
  try {
    return STRIP[kind](bytes)
  } catch (error) {
    // It ends in the middle of something.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
