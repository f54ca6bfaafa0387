import { MAX_PHOTO_BYTES, PHOTO_SIDE } from '#contract/request.ts'

export interface ReducedPhoto {
  /** JPEG, upright, without what the camera wrote into it. */
  file: Blob
  /** A small one, as an address: the policy of the page lets no `blob:` in. */
  preview: string
}

const PREVIEW_SIDE = 320
const QUALITIES = [0.85, 0.7, 0.5]

/** Null where the browser cannot read it. */
export async function reducePhoto(file: Blob): Promise<ReducedPhoto | null> {
  const image = await decoded(file)
  if (!image) return null
  try {
    const whole = drawn(image, PHOTO_SIDE)
    const preview = drawn(whole, PREVIEW_SIDE).toDataURL('image/jpeg', 0.7)
    for (const quality of QUALITIES) {
      const reduced = await jpegOf(whole, quality)
      if (reduced && reduced.size <= MAX_PHOTO_BYTES) return { file: reduced, preview }
    }
    return null
  } finally {
    if ('close' in image) image.close()
  }
}

type Picture = ImageBitmap | HTMLImageElement

/** Turned as the camera was held; older browsers do so with an element only. */
async function decoded(file: Blob): Promise<Picture | undefined> {
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

function drawn(image: Picture | HTMLCanvasElement, side: number): HTMLCanvasElement {
  const { width, height } =
    image instanceof HTMLImageElement ? { width: image.naturalWidth, height: image.naturalHeight } : image
  const share = Math.min(1, side / Math.max(width, height, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * share))
  canvas.height = Math.max(1, Math.round(height * share))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  // What is transparent would be black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
