import { useRef, useState } from 'react'
import { MAX_PHOTOS, MAX_PHOTO_BYTES, PHOTO_SIDE } from '#contract/request.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { MAX_CHOSEN_BYTES, closePicture, decodePicture, encode, reducedTo } from '#src/lib/pictures.ts'

interface Photo extends ReducedPhoto {
  key: string
  name: string
}

export type PhotoProblem = { reason: 'unreadable' | 'tooLarge' | 'tooMany'; name: string }

/**
 * Photos of a form, kept until the form is sent. Uploaded photos have an id of the server. `upload` sends one and returns
 * its id.
 */
export function usePhotos(upload: (photo: Blob) => Promise<string>) {
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
        const id = ids.current.get(key) ?? (await upload(file))
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

  /** Removes all photos, which have been sent. */
  function clear() {
    setPhotos([])
    setProblems([])
    ids.current.clear()
  }

  return { photos, problems, isReading, arrived, add, remove, send, resetUploads, clear }
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
  const image = await decodePicture(file)
  if (!image) return null
  try {
    const whole = reducedTo(image, PHOTO_SIDE)
    const preview = reducedTo(whole, PREVIEW_SIDE).toDataURL('image/jpeg', 0.7)
    for (const quality of QUALITIES) {
      const reduced = await encode(whole, 'image/jpeg', quality)
      if (reduced && reduced.size <= MAX_PHOTO_BYTES) return { file: reduced, preview }
    }
    return null
  } finally {
    closePicture(image)
  }
}
