import * as paths from '#contract/paths.ts'

export const OWNER = 'owner@mail.example'

/** The headers that a browser sends along once somebody has signed in. */
export interface SignedIn {
  authorization: string
  cookie: string
}

/** A request with a JSON body. */
export const jsonOf = (body: unknown, headers: Record<string, string> = {}, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export async function signIn(url: string, username: string, password: string): Promise<SignedIn> {
  const response = await fetch(`${url}/api/${paths.authenticate}`, jsonOf({ username, password }))
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`)
  const { token } = (await response.json()) as { token: string }
  return { authorization: token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Reads the JSON of a call. */
export async function readJson<T>(url: string, path: string, headers: SignedIn): Promise<T> {
  const response = await fetch(`${url}/api/${path}`, { headers: { ...headers } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Path and query of a signed URL, without the public address of the portal. */
export function pathOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl)
  return pathname + search
}
