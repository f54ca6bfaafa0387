import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import type { Refusal } from '#src/ui/forms/form.tsx'

export const ProofDialog = createLazyModule(async () => (await import('./proof-dialog.tsx')).ProofDialog)

type Outcome = Refusal | undefined

/**
 * Asks for a proof while a form is being sent, so that nothing typed is lost. `ask` is returned to `onSubmit`: its `send` throws what
 * the dialog shows, and returns what the form shows. `asking` are props of a `ProofDialog` while it is open.
 */
export function useProofOfForm() {
  const [asked, setAsked] = useState<{
    send: (proof: FactorProof) => Promise<Outcome>
    settle: (of: Outcome) => void
  }>()

  async function ask(send: (proof: FactorProof) => Promise<Outcome>): Promise<Outcome> {
    try {
      await ProofDialog.load()
    } catch {
      return { text: <FormattedMessage id="core.errors.generalError" /> }
    }
    return await new Promise<Outcome>((settle) => setAsked({ send, settle }))
  }
  function end(outcome: Outcome) {
    setAsked(undefined)
    asked?.settle(outcome)
  }
  const asking = asked && {
    act: async (proof: FactorProof) => end(await asked.send(proof)),
    // The form was not sent, and says nothing of it.
    onClose: () => end({}),
  }
  return { ask, asking }
}
