import { useEffect, useState } from 'react'

/** A part of a page that it does without until it is there. Where it cannot be had, the next visit asks again. */
export function later<Part>(load: () => Promise<Part>): () => Part | undefined {
  let loaded: Part | undefined
  return function useLater() {
    const [part, setPart] = useState(loaded)
    useEffect(() => {
      if (!loaded)
        load().then(
          (now) => setPart((loaded = now)),
          () => {},
        )
    }, [])
    return part
  }
}
