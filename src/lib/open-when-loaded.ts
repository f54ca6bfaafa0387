import { isPartUnreachable } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'

/**
 * Opens a part of the page once its chunk is here. Without a connection the page stays as it is; a chunk that a release took
 * away is left to the page's own failure, which loads it anew.
 */
export async function openWhenLoaded(load: () => Promise<unknown>, open: () => void): Promise<void> {
  try {
    await load()
  } catch (error) {
    if (isPartUnreachable(error)) return showMessage('error', 'core.errors.generalError')
  }
  open()
}
