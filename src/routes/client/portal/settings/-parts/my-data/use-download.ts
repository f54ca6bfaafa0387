import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { isHandled } from '#src/lib/call-error.ts'
import { sessionSignal } from '#src/lib/cancellation.ts'
import { showMessage } from '#src/lib/messages.ts'
import type { Progress } from './download.ts'

/** One download at a time. `progress` is null where there is none. */
export function useDownload(clientId: string, practiceId: string) {
  const intl = useIntl()
  const [progress, setProgress] = useState<Progress | null>(null)
  const controller = useRef<AbortController>(null)
  // Whoever leaves does not wait for it any more.
  useEffect(() => () => controller.current?.abort(), [])

  async function start() {
    const own = (controller.current = new AbortController())
    const signal = AbortSignal.any([own.signal, sessionSignal()])
    setProgress({ step: 'lists', done: 0, total: 0 })
    try {
      // Packing, and all that goes with it, is loaded by those who want it.
      const { downloadData } = await import('./download.ts')
      signal.throwIfAborted()
      const { missing, overviewName } = await downloadData({
        clientId,
        practiceId,
        intl,
        signal,
        onProgress: setProgress,
      })
      if (missing === 0) showMessage('success', 'client.myData.saved')
      else showMessage('warning', 'client.myData.savedPartly', { count: missing, file: overviewName })
    } catch (error) {
      if (!isHandled(error) && !signal.aborted) showMessage('error', 'core.errors.generalError')
    } finally {
      if (controller.current === own) setProgress(null)
    }
  }
  function stop() {
    controller.current?.abort()
    controller.current = null
    setProgress(null)
    showMessage('info', 'client.myData.stopped')
  }
  return { progress, start: () => void start(), stop }
}
