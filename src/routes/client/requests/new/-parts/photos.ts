import { useRef, useState } from 'react'
import { sendPhoto } from '#src/api/requests.ts'
import { MAX_PHOTOS, MAX_PHOTO_BYTES, PHOTO_SIDE } from '#contract/request.ts'
import { newUuid } from '#src/lib/new-uuid.ts'

interface Photo extends ReducedPhoto {
  key: string
  name: string
}

export type PhotoProblem = { reason: 'unreadable' | 'tooLarge' | 'tooMany'; name: string }

/** Maximum size of a chosen file, ten times a typical camera photo. */
const MAX_CHOSEN_BYTES = 60 * 1024 * 1024

/** Photos of a form, kept until the form is sent. Uploaded photos have an id of the server. */
export function usePhotos(clientId: string) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [problems, setProblems] = useState<readonly PhotoProblem[]>([])
  const [isReading, setReading] = useState(false)
  /** Number of uploaded photos during the upload; otherwise null. */
  const [arrived, setArrived] = useState<number | null>(null)
  const ids = useRef(new Map<string, string>())

  async function add(files: readonly File[]) {
    setReading(true)
    const room = MAX_PHOTOS - photos.length
    const problems: PhotoProblem[] = files.slice(room).map(({ name }) => ({ reason: 'tooMany', name }))
    // Sequential, because decoding a photo needs much memory on a telephone.
    for (const file of files.slice(0, room)) {
      const { name } = file
      const reduced = file.size > MAX_CHOSEN_BYTES ? 'tooLarge' : await reducePhoto(file).catch(() => null)
      if (reduced === 'tooLarge') problems.push({ reason: 'tooLarge', name })
      else if (reduced) setPhotos((now) => [...now, { ...reduced, name, key: newUuid() }])
      else problems.push({ reason: 'unreadable', name })
    }
    setProblems(problems)
    setReading(false)
  }

  function remove(key: string) {
    setPhotos((now) => now.filter((photo) => photo.key !== key))
    setProblems([])
  }

  /** Uploads photos that are not uploaded yet; returns the ids of all photos. */
  async function send(): Promise<string[]> {
    const sent: string[] = []
    try {
      for (const { key, file } of photos) {
        setArrived(sent.length)
        const id = ids.current.get(key) ?? (await sendPhoto(clientId, file))
        ids.current.set(key, id)
        sent.push(id)
      }
    } finally {
      setArrived(null)
    }
    return sent
  }

  /** Uploads all photos again: the server deletes photos without a request after a day. */
  const resetUploads = () => ids.current.clear()

  return { photos, problems, isReading, arrived, add, remove, send, resetUploads }
}

interface ReducedPhoto {
  /** Upright JPEG without camera metadata. */
  file: Blob
  /** Small preview as a data URL, because the Content Security Policy forbids `blob:`. */
  preview: string
}

const PREVIEW_SIDE = 320
const QUALITIES = [0.85, 0.7, 0.5]

/** Returns the reduced photo; null if the browser cannot decode the file. */
async function reducePhoto(file: Blob): Promise<ReducedPhoto | null> {
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

/** Decodes with the camera's orientation applied; older browsers support this only for image elements. */
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
  // White background, because transparent pixels would turn black in JPEG.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
