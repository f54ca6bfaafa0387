import * as paths from '#contract/paths.ts'
import { DEMO_PASSWORD } from '#server/demo/load.ts'

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
  const answer = await fetch(`${url}/api/${paths.authenticate}`, jsonOf({ username, password }))
  if (!answer.ok) throw new Error(`${username} cannot sign in: ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return { authorization: token, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Reads the JSON of a call. */
export async function readJson<T>(url: string, path: string, headers: SignedIn): Promise<T> {
  const answer = await fetch(`${url}/api/${path}`, { headers: { ...headers } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Path and query of a signed URL, without the public address of the portal. */
export function pathOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl)
  return pathname + search
}

/** An owner of the demo, with the calls that they make. */
export async function ownerOf(url: string) {
  const headers = await signIn(url, OWNER, DEMO_PASSWORD)
  const read = async <T>(path: string) => await readJson<T>(url, path, headers)
  const [practice] = await read<{ id: string }[]>(paths.userPractices)
  const { uuid } = await read<{ uuid: string }>(`${paths.userClient}?practiceId=${practice!.id}`)
  return {
    uuid,
    read,
    /** Address of a file, by the call that signs its URL. */
    fileOf: async (path: string) => url + pathOf((await read<{ url: string }>(path)).url),
  }
}

export async function download(address: string): Promise<void> {
  const answer = await fetch(address)
  const content = await answer.bytes()
  if (!answer.ok) throw new Error(`No file came: ${answer.status} ${Buffer.from(content).toString()}`)
  if (content.length < 1000) throw new Error(`The file has only ${content.length} bytes`)
}
