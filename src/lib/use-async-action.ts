import { useEffect, useRef, useState } from 'react'
import { isHandled } from './call-error.ts'
import { showMessage } from './messages.ts'

/** Something that takes a while at a press, once at a time. What goes wrong is told; who leaves the page calls it off. */
export function useAsyncAction(work: (signal: AbortSignal) => Promise<void>): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false)
  const controller = useRef<AbortController>(null)
  // Whoever leaves does not wait for it any more.
  useEffect(() => () => controller.current?.abort(), [])

  async function run() {
    const own = (controller.current = new AbortController())
    setBusy(true)
    try {
      await work(own.signal)
    } catch (error) {
      // The calls beside the one that failed, which was shown.
      own.abort()
      if (!isHandled(error)) showMessage('error', 'core.errors.generalError')
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}
