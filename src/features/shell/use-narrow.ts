import { useEffect, useState } from 'react'
import { NARROW, RESIZE_DEBOUNCE_MS } from '#src/lib/constants.ts'
import { sidebarMoved } from '#src/lib/store.ts'

/** Whether the sidebar slides over the content; it opens or closes when the window crosses that width. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const media = matchMedia(NARROW)
    let timer: ReturnType<typeof setTimeout>
    const resized = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        setNarrow(media.matches)
        sidebarMoved(!media.matches)
      }, RESIZE_DEBOUNCE_MS)
    }
    media.addEventListener('change', resized)
    return () => {
      clearTimeout(timer)
      media.removeEventListener('change', resized)
    }
  }, [])
  return narrow
}
