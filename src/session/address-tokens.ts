import { cleanText } from '#contract/text.ts'

export interface SsoHandoff {
  accessToken: string
  clientUuid: string | null
}

/**
 * Keeps the token (`access_token`) with which another system sent the user, and optionally the client to open. The token is removed
 * from the URL when it is read, and kept until the server accepts or rejects it.
 */
export function createSsoHandoff() {
  let waiting: SsoHandoff | null = null
  return {
    waiting: () => waiting,
    /** Reads the token from a query string; returns whether there is one. */
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

/** Keeps the token of a reset link in memory only. The token is removed from the URL when read; a reload needs the link again. */
export function createResetLink() {
  let token = ''
  let username: string | undefined
  return {
    token: () => token,
    username: () => username,
    /** Reads the token from a URL; returns whether there is one. The fragment may name the user: `username=…`. */
    arrived({ token: given }: { token?: unknown }, fragment: string): boolean {
      const text = typeof given === 'string' ? cleanText(given) : ''
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
