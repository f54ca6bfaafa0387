import type { RegisteredRouter } from '@tanstack/react-router'
import { portalState } from '#src/lib/store.ts'
import { homePath } from './home-path.ts'

// The page that was refused for want of a session; it opens after signing in. In memory only, for its address may hold a
// name that was searched for.
let remembered: { href: string; userId: string | null } | null = null

/** `userId`: whose session has ended there, null where there was none. */
export function rememberReturnTo(href: string, userId: string | null = null): void {
  remembered = { href, userId }
}

export function forgetReturnTo(): void {
  remembered = null
}

/** Once. What one person had open is not shown to the next one at the same screen. */
function consumeReturnTo(): string | null {
  const taken = remembered
  remembered = null
  const isTheirs = taken && (taken.userId === null || taken.userId === portalState().session?.userId)
  return isTheirs ? taken.href : null
}

/** The page that was asked for before, else home; the guards still decide whether it opens. */
export async function openReturnTo(router: RegisteredRouter): Promise<void> {
  const href = consumeReturnTo()
  if (href) await router.navigate({ href, replace: true })
  else await router.navigate({ to: homePath(), replace: true })
}
