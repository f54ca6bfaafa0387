import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'

export const ProofDialog = createLazyModule(async () => (await import('./proof-dialog.tsx')).ProofDialog)

type Outcome = FormError | undefined

/**
 * Asks for a proof of identity during the submit of a form, so that typed values are kept. `onSubmit` returns the result of `requestProof`:
 * its `send` throws errors that the dialog shows, and returns errors that the form shows. `dialogProps` are the props of the open
 * `ProofDialog`.
 */
export function useFormProof() {
  const [pending, setPending] = useState<{
    send: (proof: FactorProof) => Promise<Outcome>
    settle: (of: Outcome) => void
  }>()

  async function requestProof(send: (proof: FactorProof) => Promise<Outcome>): Promise<Outcome> {
    try {
      await ProofDialog.load()
    } catch {
      return { text: <FormattedMessage id="core.errors.generalError" /> }
    }
    return await new Promise<Outcome>((settle) => setPending({ send, settle }))
  }
  function end(outcome: Outcome) {
    setPending(undefined)
    pending?.settle(outcome)
  }
  const dialogProps = pending && {
    act: async (proof: FactorProof) => end(await pending.send(proof)),
    // A cancelled proof leaves the form unsent, without an error.
    onClose: () => end({}),
  }
  return { requestProof, dialogProps }
}
