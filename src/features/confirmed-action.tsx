import { type ComponentProps, type ReactNode, useState } from 'react'
import { dismissMessage } from '#src/lib/messages.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'busy' | 'problem'>

/** Confirmation dialog that performs an action and shows its failure. */
export function ConfirmedAction({ act, ...question }: Question & { act: () => Promise<void> }) {
  const [problem, setProblem] = useState<ReactNode>()
  const { busy, run } = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(caughtFailure(error))
      // A message of the page would be unreachable behind the modal dialog.
      dismissMessage('error')
    }
  })
  return <ConfirmDialog {...question} busy={busy} problem={problem} onConfirm={run} />
}

interface ConfirmedButtonProps extends Omit<Question, 'onClose'> {
  renderButton: (openDialog: () => void) => ReactNode
  /** Closes the dialog before it shows a message of the page. */
  act: (close: () => void) => Promise<void>
}

/** Button that asks for a confirmation before its action. */
export function ConfirmedButton({ renderButton, act, ...question }: ConfirmedButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {renderButton(() => setOpen(true))}
      {isOpen && <ConfirmedAction {...question} act={() => act(close)} onClose={close} />}
    </>
  )
}
