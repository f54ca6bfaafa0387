import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'

export const ProofDialog = createLazyModule(async () => (await import('./proof-dialog.tsx')).ProofDialog)

type Outcome = FormError | undefined

/**
 * Asks for a proof of identity during the submit of a form, so that typed values are kept. `onSubmit` returns the result of `ask`:
 * its `send` throws errors that the dialog shows, and returns errors that the form shows. `asking` are the props of the open
 * `ProofDialog`.
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
    // A cancelled proof leaves the form unsent, without an error.
    onClose: () => end({}),
  }
  return { ask, asking }
}
