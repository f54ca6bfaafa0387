import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CloudOff, Lock, PawPrint } from 'lucide-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SlowStart, cancelRestore, end } from '#src/session/lifecycle.ts'
import { CallError } from '#src/lib/call-error.ts'
import { problemText } from '#src/lib/problems.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { MainOnce, focusMain } from '#src/ui/layout/shell.tsx'

/** In place of a page that could not be loaded, or not yet. What went wrong was shown by the transport already. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const intl = useIntl()
  const kind = kindOf(error)
  const reloads = kind === 'newVersion' && !wasReloaded()
  useEffect(() => {
    // Without an interaction: the requested page needs a newer document.
    if (reloads) location.reload()
  }, [reloads])
  async function retry() {
    if (kind === 'newVersion') return location.reload()
    // The page opens by itself once the new start has come to an end.
    if (kind === 'slow') return cancelRestore(router.options.context.queryClient)
    // The button goes with the failure, and the next one has another.
    focusMain()
    await router.invalidate()
    reset()
  }
  if (reloads) return null
  return (
    <MainOnce>
      <Notice
        title={<FormattedMessage id={`core.headers.${kind}`} />}
        icons={[iconOf(kind, error)]}
        actions={
          <>
            <Button variant="secondary" onClick={() => void retry()}>
              <FormattedMessage id={kind === 'newVersion' ? 'core.buttons.reload' : 'core.buttons.retry'} />
            </Button>
            {kind === 'slow' && (
              <Button variant="secondary" onClick={() => void end(router, 'signedOut')}>
                <FormattedMessage id="core.header.logout" />
              </Button>
            )}
          </>
        }
      >
        {problemText(error, intl) ?? <FormattedMessage id={`core.text.${kind}`} />}
      </Notice>
    </MainOnce>
  )
}

type Kind = 'error' | 'newVersion' | 'slow'

function kindOf(error: unknown): Kind {
  // The session has not started yet; it goes on behind this screen.
  if (error instanceof SlowStart) return 'slow'
  // So it is named by build/flatten-dynamic-imports.ts: a release has taken away what this page still asks for.
  return error instanceof Error && error.name === 'MissingChunk' ? 'newVersion' : 'error'
}

function iconOf(kind: Kind, error: unknown) {
  if (kind === 'slow') return PawPrint
  return error instanceof CallError && error.status === 403 ? Lock : CloudOff
}

// The browser remembers it, and no storage has to: a document that is a reload already never reloads by itself.
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type !== 'navigate' && visit?.type !== 'back_forward'
}
