import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Credentials } from '#contract/credentials.ts'
import { type NextStep, signInByPassword, signInBySso } from '#src/session/sign-in.ts'
import type { SsoHandoff } from '#src/session/sso-handoff.ts'
import type { Refusal } from '#src/ui/forms/form.tsx'

// What happens after the form, and comes with its rules.

async function shown(next: NextStep, onBack?: () => void): Promise<ReactNode> {
  const { SecondStep } = await import('./second-step.tsx')
  return <SecondStep next={next} onBack={onBack} />
}

/** What has to follow is shown in place of the form, which stays as it is. */
export async function enterByPassword(
  router: RegisteredRouter,
  { username, password }: Credentials,
  show: (step: ReactNode) => void,
): Promise<Refusal | undefined> {
  const next = await signInByPassword(router, { username: username.trim(), password })
  if (!next) return undefined
  show(await shown(next, () => show(null)))
  // The same may be sent again.
  return {}
}

export async function enterBySso(queryClient: QueryClient, arrived: SsoHandoff): Promise<ReactNode> {
  const next = await signInBySso(queryClient, arrived)
  return next && (await shown(next))
}
