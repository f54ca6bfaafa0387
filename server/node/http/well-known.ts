import { securityHeaders } from '#server/http/headers.ts'

const PREFIX = /^\/\.well-known(\/|$)/
const CHANGE_PASSWORD = /^\/\.well-known\/change-password\/?$/

/**
 * Answers an address below `/.well-known/`; undefined for any other. Password managers open `change-password` (W3C, A Well-Known URL
 * for Changing Passwords), and rely on 404 for whatever does not exist.
 */
export function answerWellKnown({ method, url }: Request, https: boolean): Response | undefined {
  const { pathname } = new URL(url)
  if (!PREFIX.test(pathname)) return undefined
  const answer = (status: number, headers: Record<string, string>, body: string | null = null) =>
    new Response(method === 'HEAD' ? null : body, { status, headers: { ...securityHeaders(https), ...headers } })
  if (!CHANGE_PASSWORD.test(pathname)) return answer(404, { 'content-type': 'text/plain' }, 'Not found\n')
  if (method !== 'GET' && method !== 'HEAD') return answer(405, { allow: 'GET, HEAD' })
  return answer(302, { location: '/change-password' })
}
