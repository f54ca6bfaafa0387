import type { Credentials } from '#contract/schemas/credentials.ts'
import type { RegisteredRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type NextStep, signInByPassword, signInBySso } from '#src/session/sign-in.ts'
import type { SessionContext } from '#src/session/session.ts'
import type { SsoHandoff } from '#src/session/address-tokens.ts'
import type { Refusal } from '#src/ui/forms/form.tsx'

// What happens after the form, and comes with its rules.

/** What stands in the place of the form. */
export interface LoginStep {
  part: ReactNode
  /** Where a passkey is no way on. */
  withoutPasskey: boolean
}

async function shown(next: NextStep, onBack?: () => void): Promise<LoginStep> {
  const { SecondStep } = await import('./second-step.tsx')
  return {
    part: <SecondStep next={next} onBack={onBack} />,
    withoutPasskey: !('challenge' in next) || (next.methods.includes('code') && !next.methods.includes('passkey')),
  }
}

/** What has to follow is shown in place of the form, which stays as it is. */
export async function enterByPassword(
  router: RegisteredRouter,
  { username, password }: Credentials,
  show: (step: LoginStep | undefined) => void,
): Promise<Refusal | undefined> {
  const next = await signInByPassword(router, { username, password })
  if (!next) return undefined
  show(await shown(next, () => show(undefined)))
  // The same may be sent again.
  return {}
}

export async function enterBySso(context: SessionContext, arrived: SsoHandoff): Promise<LoginStep | undefined> {
  const next = await signInBySso(context, arrived)
  return next && (await shown(next))
}
