import { readUpTo } from '#server/files/bytes.ts'

const MAX_BYTES = 256 * 1024

/** `fetch` with a size limit on the body; a timeout alone would let gigabytes through. */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  const body = await readUpTo(response.body, MAX_BYTES)
  if (!body) throw new RangeError('The response is too large')
  const { status, headers } = response
  return new Response(body.length > 0 ? body : null, { status, headers })
}

/** Returns the code or the name of an error. The message is left out because it may quote the response. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = { ...(error.cause ?? error) } as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
