import { ANIMAL_PHOTO_SIDE, MAX_ANIMAL_PHOTO_BYTES } from '#contract/patient.ts'
import { encode, penOf, sizeOf } from '#src/lib/pictures.ts'
import { type Crop, placeOf } from './crop.ts'

/** Draws the cut-out of a picture on a square canvas. */
export function paintCrop(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const { centre, angle, width, height } = placeOf(sizeOf(picture), crop, canvas.width)
  const pen = penOf(canvas)
  pen.imageSmoothingQuality = 'high'
  pen.translate(centre.x, centre.y)
  pen.rotate(angle)
  pen.drawImage(picture, -width / 2, -height / 2, width, height)
}

const QUALITIES = [0.82, 0.7, 0.5]

/** Returns the cut-out as WebP, or as JPEG in browsers that cannot write WebP. */
export async function croppedPhoto(picture: HTMLCanvasElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = ANIMAL_PHOTO_SIDE
  canvas.height = ANIMAL_PHOTO_SIDE
  paintCrop(canvas, picture, crop)
  for (const type of ['image/webp', 'image/jpeg'] as const)
    for (const quality of QUALITIES) {
      const photo = await encode(canvas, type, quality)
      if (photo?.type === type && photo.size <= MAX_ANIMAL_PHOTO_BYTES) return photo
    }
  throw new Error('The photo could not be written')
}
