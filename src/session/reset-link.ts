import { cleanText } from '#contract/text.ts'

/** Out of the address as soon as it is read, and nowhere else: after a reload the link in the mail is needed again. */
export function createResetLink() {
  let token = ''
  let username: string | undefined
  return {
    token: () => token,
    username: () => username,
    /** Whether an address brings one; its fragment may say whose password it is: `username=…`. */
    arrived({ token: brought }: { token?: unknown }, fragment: string): boolean {
      const text = typeof brought === 'string' ? cleanText(brought) : ''
      if (text === '') return false
      token = text
      username = new URLSearchParams(fragment).get('username') ?? undefined
      return true
    },
    used() {
      token = ''
      username = undefined
    },
  }
}
