import { useRef, useState } from 'react'
import { sendPhoto } from '#src/api/requests.ts'
import { MAX_PHOTOS } from '#contract/request.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { type ReducedPhoto, reducePhoto } from './reduce-photo.ts'

export interface Photo extends ReducedPhoto {
  key: string
  name: string
}

export type PhotoProblem = { reason: 'unreadable' | 'tooLarge' | 'tooMany'; name: string }

/** A camera's photo is a tenth of it. */
const MAX_CHOSEN_BYTES = 60 * 1024 * 1024

/** The photos of a form. They stay in it until it is sent; of one that arrived the server has given an id. */
export function usePhotos(clientId: string) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [problems, setProblems] = useState<readonly PhotoProblem[]>([])
  const [isReading, setReading] = useState(false)
  /** How many of them have arrived, while they are sent. */
  const [arrived, setArrived] = useState<number | null>(null)
  const ids = useRef(new Map<string, string>())

  async function add(files: readonly File[]) {
    setReading(true)
    const room = MAX_PHOTOS - photos.length
    const wrong: PhotoProblem[] = files.slice(room).map(({ name }) => ({ reason: 'tooMany', name }))
    // One by one: each takes the memory of a telephone.
    for (const file of files.slice(0, room)) {
      const { name } = file
      const reduced = file.size > MAX_CHOSEN_BYTES ? 'tooLarge' : await reducePhoto(file).catch(() => null)
      if (reduced === 'tooLarge') wrong.push({ reason: 'tooLarge', name })
      else if (reduced) setPhotos((now) => [...now, { ...reduced, name, key: newUuid() }])
      else wrong.push({ reason: 'unreadable', name })
    }
    setProblems(wrong)
    setReading(false)
  }

  function remove(key: string) {
    setPhotos((now) => now.filter((photo) => photo.key !== key))
    setProblems([])
  }

  /** Those that have not arrived yet; answers the ids of all. */
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

  /** After a day the server no longer has what was not named by a request. */
  const sendAnew = () => ids.current.clear()

  return { photos, problems, isReading, arrived, add, remove, send, sendAnew }
}
