import { useRef, useState } from 'react'
import { reportUnforeseen } from './report-error.ts'
import { useUnmount } from './use-unmount.ts'

/** Async action of a button that runs once at a time, reports errors and aborts on unmount. */
export function useAsyncAction(work: (signal: AbortSignal) => Promise<unknown>): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false)
  // `busy` changes with the next render, and a second press may come earlier.
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
      // Aborts parallel calls of the failed action.
      own.abort()
      reportUnforeseen(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}
