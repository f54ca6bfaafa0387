import type { Credentials } from '#contract/schemas/credentials.ts'
import type { RegisteredRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type NextStep, signInByOidc, signInByPassword, signInBySso } from '#src/session/sign-in.ts'
import type { SessionContext } from '#src/session/session.ts'
import type { SsoHandoff } from '#src/session/address-tokens.ts'
import type { FormError } from '#src/ui/forms/form.tsx'

// Steps after the sign-in form; loaded with its validation schema.

/** Step that replaces the form. */
export interface LoginStep {
  part: ReactNode
  /** Whether a passkey cannot be used in this step. */
  withoutPasskey: boolean
}

async function loginStepOf(next: NextStep, onBack?: () => void): Promise<LoginStep> {
  const { SecondStep } = await import('./second-step.tsx')
  return {
    part: <SecondStep next={next} onBack={onBack} />,
    withoutPasskey: !('challenge' in next) || (next.methods.includes('code') && !next.methods.includes('passkey')),
  }
}

/** Shows the next step instead of the form; the form keeps its values. */
export async function enterByPassword(
  router: RegisteredRouter,
  { username, password }: Credentials,
  show: (step: LoginStep | undefined) => void,
): Promise<FormError | undefined> {
  const next = await signInByPassword(router, { username, password })
  if (!next) return undefined
  show(await loginStepOf(next, () => show(undefined)))
  // An empty error lets the form accept the same values again.
  return {}
}

export async function enterBySso(context: SessionContext, arrived: SsoHandoff): Promise<LoginStep | undefined> {
  const next = await signInBySso(context, arrived)
  return next && (await loginStepOf(next))
}

export async function enterByOidc(context: SessionContext, code: string): Promise<LoginStep | undefined> {
  const next = await signInByOidc(context, code)
  return next && (await loginStepOf(next))
}
