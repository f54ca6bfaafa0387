export type Picture = ImageBitmap | HTMLImageElement | HTMLCanvasElement

/** Maximum size of a chosen file, ten times a typical camera photo. */
export const MAX_CHOSEN_BYTES = 60 * 1024 * 1024

/** Value of `accept` of a field for photos. */
export const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

/**
 * Decodes a photo with the orientation of the camera applied; older browsers support this only for image elements. Returns undefined
 * if the browser cannot decode it.
 */
export async function decodePicture(file: Blob): Promise<Picture | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  return bitmap ?? (await element(file).catch(() => undefined))
}

async function element(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = await addressOf(file)
  await image.decode()
  return image
}

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not read')))
    reader.readAsDataURL(file)
  })
}

/** Frees the memory of a decoded photo. */
export function closePicture(picture: Picture): void {
  if ('close' in picture) picture.close()
}

export const sizeOf = (picture: Picture): { width: number; height: number } =>
  picture instanceof HTMLImageElement
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : { width: picture.width, height: picture.height }

/** Returns a canvas with a picture whose longer side has at most `side` pixels. */
export function reducedTo(picture: Picture, side: number): HTMLCanvasElement {
  const { width, height } = sizeOf(picture)
  const share = Math.min(1, side / Math.max(width, height, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * share))
  canvas.height = Math.max(1, Math.round(height * share))
  penOf(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Returns the context of a white canvas, because transparent pixels would turn black in JPEG. */
export function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  pen.resetTransform()
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  return pen
}

/**
 * Returns the picture as a file without metadata. A browser that cannot write the type returns a PNG; null if the canvas cannot be
 * read.
 */
export const encode = (canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/webp', quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
