import { cleanText } from '#contract/text.ts'

export interface SsoHandoff {
  accessToken: string
  clientUuid: string | null
}

/**
 * What another system sent somebody with: its token, and perhaps the client to open (spec §2, `access_token`). Out of the address
 * as soon as it is read, and kept until the server has said yes or no to it.
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
