import { NARROW, RESIZE_DEBOUNCE_MS } from './constants.ts'

/** `listener` hears when the window has become narrow, or wide again, for longer than a moment. Returns how to unsubscribe. */
export function onWidthCrossed(listener: (narrow: boolean) => void): () => void {
  const media = matchMedia(NARROW)
  let timer: ReturnType<typeof setTimeout>
  const resized = () => {
    clearTimeout(timer)
    timer = setTimeout(() => listener(media.matches), RESIZE_DEBOUNCE_MS)
  }
  media.addEventListener('change', resized)
  return () => {
    clearTimeout(timer)
    media.removeEventListener('change', resized)
  }
}
