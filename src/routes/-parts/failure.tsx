import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import CloudOff from 'lucide-react/icons/cloud-off'
import Lock from 'lucide-react/icons/lock'
import { FormattedMessage } from 'react-intl'
import { CallError, isServerAway } from '#src/lib/call-error.ts'
import { ASK_AGAIN_MS } from '#src/lib/constants.ts'
import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { problemText } from '#src/lib/problems.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { MainOnce, focusMain, useIsInMain } from '#src/ui/layout/shell.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import { BROKEN, tellWorker } from '#src/service-worker/messages.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import { WaysOut } from '#src/features/shell/ways-out.tsx'

/** In place of a page that could not be loaded, or not yet. What went wrong was shown by the transport already. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // Without a sidebar, which has them.
  const isWholePage = !useIsInMain()
  const kind = kindOf(error)
  const isAway = isServerAway(error)
  const reason = problemText(error)
  // A message of the page tells the reason until it is dismissed.
  const isTold = useFeedback(({ slots }) => slots.error?.failure === error)
  async function ask() {
    await router.invalidate()
    reset()
    // The page has come back by itself: the message of its failure is over.
    if (isAway && !router.state.matches.some(({ status }) => status === 'error')) dismissMessage('error')
  }
  async function retry() {
    if (kind === 'newVersion') return location.reload()
    // The button goes with the failure, and the next one has another.
    focusMain()
    await ask()
  }
  const askAgain = () => void ask().catch(reportUnforeseen)
  useWindowEvent('online', askAgain, isAway)
  useTimeout(askAgain, isAway ? ASK_AGAIN_MS : null, error)
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
            {isWholePage && !isAway && <WaysOut />}
          </>
        }
      >
        {reason ? !isTold && reason : <FormattedMessage id={isAway ? 'core.text.serverAway' : `core.text.${kind}`} />}
      </Notice>
    </MainOnce>
  )
}

/** Without an interaction: the requested page needs a newer document. */
export function reloadForNewVersion(error: unknown): void {
  if (!isForReload(error)) return
  // What is stored may be what a network filter answered.
  tellWorker(BROKEN)
  location.reload()
}

const isForReload = (error: unknown) => kindOf(error) === 'newVersion' && !wasReloaded()

type Kind = 'error' | 'newVersion'

function kindOf(error: unknown): Kind {
  // So it is named by tools/build/page-files.ts: a release has taken away what this page still asks for.
  return error instanceof Error && error.name === 'MissingChunk' ? 'newVersion' : 'error'
}

// The browser remembers it, and no storage has to: a document that is a reload already never reloads by itself.
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  const type = visit && 'type' in visit ? visit.type : undefined
  return type !== 'navigate' && type !== 'back_forward'
}
