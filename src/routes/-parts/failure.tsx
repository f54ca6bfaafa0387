import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import CloudOff from 'lucide-react/icons/cloud-off'
import Lock from 'lucide-react/icons/lock'
import { FormattedMessage } from 'react-intl'
import { CallError, isServerUnreachable } from '#src/lib/call-error.ts'
import { RETRY_MS } from '#src/lib/constants.ts'
import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { problemText } from '#src/lib/problems.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { MainOnce, focusMain, useIsInMain } from '#src/ui/layout/shell.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import { BROKEN, postToWorker } from '#src/service-worker/messages.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import { LeaveLinks } from '#src/features/shell/leave-links.tsx'

/** Replaces a page that failed to load. The HTTP client has already shown the error. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // A page with a sidebar has the links there.
  const isWholePage = !useIsInMain()
  const kind = kindOf(error)
  const isUnreachable = isServerUnreachable(error)
  const reason = problemText(error)
  // An error message on the page shows the reason until it is dismissed.
  const isShown = useFeedback(({ slots }) => slots.error?.failure === error)
  async function reload() {
    await router.invalidate()
    reset()
    // The page has loaded, so the error message no longer applies.
    if (isUnreachable && !router.state.matches.some(({ status }) => status === 'error')) dismissMessage('error')
  }
  async function retry() {
    if (kind === 'newVersion') return location.reload()
    // The focused button is removed with this failure; another failure has another button.
    focusMain()
    await reload()
  }
  const retryInBackground = () => void reload().catch(reportUnforeseen)
  useWindowEvent('online', retryInBackground, isUnreachable)
  useTimeout(retryInBackground, isUnreachable ? RETRY_MS : null, error)
  if (isForReload(error)) return null
  return (
    <MainOnce>
      <Notice
        title={<FormattedMessage id={`core.headers.${kind}`} />}
        icons={[error instanceof CallError && error.status === 403 ? Lock : CloudOff]}
        actions={
          <>
            <Button variant="secondary" onClick={() => void retry().catch(reportUnforeseen)}>
              <FormattedMessage id={kind === 'newVersion' ? 'core.buttons.reload' : 'core.buttons.retry'} />
            </Button>
            {isWholePage && !isUnreachable && <LeaveLinks />}
          </>
        }
      >
        {reason ? (
          !isShown && reason
        ) : (
          <FormattedMessage id={isUnreachable ? 'core.text.serverAway' : `core.text.${kind}`} />
        )}
      </Notice>
    </MainOnce>
  )
}

/** Reloads the document automatically if the requested page needs a newer release. */
export function reloadForNewVersion(error: unknown): void {
  if (!isForReload(error)) return
  // The stored files may be responses of a network filter.
  postToWorker(BROKEN)
  location.reload()
}

const isForReload = (error: unknown) => kindOf(error) === 'newVersion' && !wasReloaded()

type Kind = 'error' | 'newVersion'

function kindOf(error: unknown): Kind {
  // tools/build/page-files.ts sets this name: a newer release has removed a script of this document.
  return error instanceof Error && error.name === 'MissingChunk' ? 'newVersion' : 'error'
}

// The navigation type replaces a stored flag: a reloaded document never reloads automatically again.
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  const type = visit && 'type' in visit ? visit.type : undefined
  return type !== 'navigate' && type !== 'back_forward'
}
