import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readToken } from '#src/lib/token.ts'
import { ConfirmDialog } from './dialog.tsx'

interface UnsavedChangesProps {
  title: ReactNode
  confirmLabel: ReactNode
  onLeave?: () => void
  /** Whether the changes are kept when the user goes from one path to another. */
  isKept?: (from: string, to: string) => boolean
  /** Sentence that says what would be lost. */
  children: ReactNode
}

/**
 * Navigation blocker: while rendered, leaving the page needs a confirmation, except at the end of the session. Uses the history
 * directly, because the router's `useBlocker` would add to the initial JavaScript.
 */
export function UnsavedChanges({ title, confirmLabel, onLeave, isKept, children }: UnsavedChangesProps) {
  const { history } = useRouter()
  const [question, setQuestion] = useState<{ stay: (stays: boolean) => void } | null>(null)
  const latest = useRef(isKept)
  useEffect(() => {
    latest.current = isKept
  })
  // Registers with the history and `beforeunload`.
  useEffect(() => {
    let stay = (_stays: boolean) => {}
    const unblock = history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        const [from, to] = [currentLocation.pathname, nextLocation.pathname]
        if (from === to || latest.current?.(from, to) || readToken() === null) return false
        stay(true)
        const stays = await new Promise<boolean>((resolve) => {
          stay = resolve
          setQuestion({ stay })
        })
        setQuestion(null)
        return stays
      },
    })
    return () => {
      unblock()
      // Unmounted while the dialog is open: cancels the blocked navigation if the session has ended, and else continues it.
      stay(readToken() === null)
    }
  }, [history])
  if (!question) return null
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        onLeave?.()
        question.stay(false)
      }}
      onClose={() => question.stay(true)}
    >
      {children}
    </ConfirmDialog>
  )
}
