import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CloudOff, Lock } from 'lucide-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CallError } from '#src/lib/http.ts'
import { problemText } from '#src/lib/problems.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { MainOnce, focusMain } from '#src/ui/shell.tsx'

/** In place of a page that could not be loaded. What went wrong was shown by the transport already. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const intl = useIntl()
  // So it is named by build/plain-imports.ts: a release has taken away what this page still asks for.
  const isOutdated = error instanceof Error && error.name === 'MissingChunk'
  const reloads = isOutdated && !wasReloaded()
  useEffect(() => {
    // Nobody pressed anything: the page that was asked for needs another document.
    if (reloads) location.reload()
  }, [reloads])
  async function retry() {
    if (isOutdated) return location.reload()
    // The button goes with the failure, and the next one has another.
    focusMain()
    await router.invalidate()
    reset()
  }
  if (reloads) return null
  return (
    <MainOnce>
      <Notice
        title={<FormattedMessage id={isOutdated ? 'core.headers.newVersion' : 'core.headers.error'} />}
        icons={[error instanceof CallError && error.status === 403 ? Lock : CloudOff]}
        actions={
          <Button variant="secondary" onClick={() => void retry()}>
            <FormattedMessage id={isOutdated ? 'core.buttons.reload' : 'core.buttons.retry'} />
          </Button>
        }
      >
        {problemText(error, intl) ?? <FormattedMessage id={isOutdated ? 'core.text.newVersion' : 'core.text.error'} />}
      </Notice>
    </MainOnce>
  )
}

// The browser remembers it, and no storage has to: a document that is a reload already never reloads by itself.
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type !== 'navigate' && visit?.type !== 'back_forward'
}
