import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type InteractionResults } from 'oidc-provider'
import { XSRF_COOKIE, XSRF_HEADER } from '#server/http/xsrf.ts'
import type { OidcSettings } from '#server/ports.ts'

// Two independent OpenID Connect issuers that run in the test: one that a test can make misbehave, and one that is strict.

export const CLIENT = { clientId: 'portal', clientSecret: 'a secret of the tests, long enough' } as const

const settingsOf = (issuer: string, more: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer,
  ...CLIENT,
  usernameClaim: 'email',
  verifiedClaim: 'email_verified',
  twoFactorAcr: [],
  ...more,
})

/** An issuer that signs in everybody at once, and whose tokens a test can change. */
export async function openMockIssuer() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  server.issuer.url = `http://127.0.0.1:${server.address().port}`
  const issuer = {
    url: server.issuer.url,
    service: server.service,
    keys: server.issuer.keys,
    /** Claims of the person who signs in. */
    claims: {} as Record<string, unknown>,
    /** Further claims of the UserInfo endpoint. */
    profile: {} as Record<string, unknown>,
    /** Changes each ID token before it is signed. */
    change: (_: MutableToken) => {},
    settings: (more?: Partial<OidcSettings>) => settingsOf(issuer.url, more),
    [Symbol.asyncDispose]: () => server.stop(),
  }
  server.service.on('beforeTokenSigning', (token: MutableToken) => {
    Object.assign(token.payload, issuer.claims)
    issuer.change(token)
  })
  server.service.on('beforeUserinfo', (response: MutableResponse) => {
    response.body = { ...issuer.claims, ...issuer.profile }
  })
  return issuer
}
export type MockIssuer = Awaited<ReturnType<typeof openMockIssuer>>

/** A certified issuer with a sign-in page of one button. */
export async function openStrictIssuer(redirectTo: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = {
    url,
    /** Claims of the person who signs in. */
    claims: {} as Record<string, unknown>,
    login: { amr: ['pwd'] } as Omit<NonNullable<InteractionResults['login']>, 'accountId'>,
    settings: (more?: Partial<OidcSettings>) => settingsOf(url, more),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${redirectTo}/api/oidc/callback`],
        post_logout_redirect_uris: [`${redirectTo}/auth/login`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], amr: null, acr: null, auth_time: null, iss: null },
    acrValues: ['gold'],
    scopes: ['openid', 'email', 'profile'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
        },
      },
    },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...issuer.claims }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return void handle(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html').end('<form method="post"><button>Continue</button></form>')
      return
    }
    void provider.interactionFinished(request, response, {
      login: { accountId: 'sub-of-vet', ...issuer.login },
    })
  })
  return issuer
}

/** A browser without a screen: keeps cookies by origin and follows redirects to the page of the portal. */
export function createBrowser(portal: { origin: string; fetch: (request: Request) => Promise<Response> }) {
  const jars = new Map<string, Map<string, string>>()

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const token = origin === portal.origin ? jar.get(XSRF_COOKIE) : undefined
    const headers = { ...init.headers, cookie, ...(token !== undefined && { [XSRF_HEADER]: token }) }
    const sent = new Request(url, { redirect: 'manual', ...init, headers })
    const response = await (origin === portal.origin ? portal.fetch(sent) : fetch(sent))
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(each)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Opens an address, presses the button of the issuer, and returns the address where the browser stops. */
  async function open(address: string, stopAt: (url: URL) => boolean = () => false): Promise<URL> {
    let url = new URL(address)
    for (let step = 0; step < 20; step += 1) {
      if (stopAt(url) || (url.origin === portal.origin && !url.pathname.startsWith('/api/'))) return url
      let response = await request(url.href)
      if (response.status === 200) response = await request(url.href, { method: 'POST' })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.status} at ${url.href}: ${await response.text()}`)
      url = new URL(location, url)
    }
    throw new Error('Too many redirects')
  }

  return { request, open, cookies: (origin: string) => jars.get(origin) }
}
