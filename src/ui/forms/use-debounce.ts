import { SEARCH_DEBOUNCE_MS } from '#src/lib/constants.ts'
import { useTimeout } from '#src/ui/use-timeout.ts'

/** Calls a function after a pause in typing. */
export function useDebounce(text: string, onPause: () => void, enabled = true): void {
  useTimeout(onPause, enabled ? SEARCH_DEBOUNCE_MS : null, text)
}
