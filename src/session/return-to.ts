import { portalState } from '#src/lib/store.ts'

// The page somebody was refused for want of a session; it opens after signing in. In memory only, for its address may
// hold a name that was searched for.
let asked: { href: string; userId: string | null } | null = null

/** `userId`: whose session has ended there, null where there was none. */
export function rememberReturnTo(href: string, userId: string | null = null): void {
  asked = { href, userId }
}

export function forgetReturnTo(): void {
  asked = null
}

/** Once. What one person had open is not shown to the next one at the same screen. */
export function consumeReturnTo(): string | null {
  const taken = asked
  asked = null
  const isTheirs = taken && (taken.userId === null || taken.userId === portalState().session?.userId)
  return isTheirs ? taken.href : null
}
