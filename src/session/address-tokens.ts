import { cleanText } from '#contract/text.ts'

export interface SsoHandoff {
  accessToken: string
  clientUuid: string | null
}

/**
 * Sign-in by another system, which sends the user with a token (`access_token`) and perhaps the client to open. The token is
 * removed from the address when it is read, and kept until the server accepts or refuses it.
 */
export function createSsoHandoff() {
  let waiting: SsoHandoff | null = null
  return {
    waiting: () => waiting,
    /** Whether the search of an address brings one. */
    arrived({ access_token: accessToken, clientUuid }: { access_token?: unknown; clientUuid?: unknown }): boolean {
      if (typeof accessToken !== 'string' || accessToken === '') return false
      waiting = { accessToken, clientUuid: typeof clientUuid === 'string' ? clientUuid : null }
      return true
    },
    done() {
      waiting = null
    },
  }
}

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
