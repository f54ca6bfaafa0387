import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CloudOff, Lock } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { CallError } from '#src/lib/http.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { MainOnce, focusMain } from '#src/ui/shell.tsx'

/** In place of a page that could not be loaded. What went wrong was shown by the transport already. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const locked = lockedBy(error)
  async function retry() {
    // The button goes with the failure, and the next one has another.
    focusMain()
    await router.invalidate()
    reset()
  }
  return (
    <MainOnce>
      <Notice
        title={<FormattedMessage id="core.headers.error" />}
        icons={[locked ? Lock : CloudOff]}
        actions={
          <Button variant="secondary" onClick={() => void retry()}>
            <FormattedMessage id="core.buttons.retry" />
          </Button>
        }
      >
        <FormattedMessage id={locked ? `core.problems.${locked}` : 'core.text.error'} />
      </Notice>
    </MainOnce>
  )
}

function lockedBy(error: unknown): 'clientLocked' | 'practiceLocked' | null {
  if (!(error instanceof CallError)) return null
  if (error.code === 'client-locked') return 'clientLocked'
  return error.code === 'practice-locked' ? 'practiceLocked' : null
}
