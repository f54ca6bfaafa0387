import { SEARCH_DEBOUNCE_MS } from '#src/lib/constants.ts'
import { useTimeout } from '#src/ui/use-timeout.ts'

/** Debounce: calls once the text has stood still for a while. */
export function useDebounce(text: string, onPause: () => void, enabled = true): void {
  useTimeout(onPause, enabled ? SEARCH_DEBOUNCE_MS : null, text)
}
