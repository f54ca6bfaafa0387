import { useRef, useState } from 'react'
import { reportUnforeseen } from './report-error.ts'
import { useUnmount } from './use-unmount.ts'

/** Async action of a button, one at a time: reports a failure, aborts on unmount. */
export function useAsyncAction(work: (signal: AbortSignal) => Promise<unknown>): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false)
  // State arrives with the next render, and a second press may come before it.
  const running = useRef(false)
  const controller = useRef<AbortController>(null)
  useUnmount(() => controller.current?.abort())

  async function run() {
    if (running.current) return
    running.current = true
    const own = (controller.current = new AbortController())
    setBusy(true)
    try {
      await work(own.signal)
    } catch (error) {
      // The calls beside the one that failed.
      own.abort()
      reportUnforeseen(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}
