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
