import * as paths from '#contract/paths.ts'

export const OWNER = 'owner@mail.example'

export interface SignedIn {
  authorization: string
  cookie: string
}

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

/** Calls the API and returns the JSON of the response. Throws for an error status. */
export async function readJson<T>(url: string, path: string, headers: SignedIn): Promise<T> {
  const response = await fetch(`${url}/api/${path}`, { headers: { ...headers } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Returns path and query of a signed URL, because the test server has another origin than the public URL. */
export function pathOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl)
  return pathname + search
}
