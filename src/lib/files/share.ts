/** Whether this device takes such a file from a page. Browsers offer it on pages only that are served safely. */
export const canShare = (file: File): boolean =>
  (navigator as Partial<Navigator>).canShare?.({ files: [file] }) ?? false

/** Web Share. Must be called in the click handler; a cancelled share needs no message. */
export async function share(data: ShareData): Promise<'shared' | 'calledOff' | 'failed'> {
  try {
    await navigator.share(data)
    return 'shared'
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError' ? 'calledOff' : 'failed'
  }
}
