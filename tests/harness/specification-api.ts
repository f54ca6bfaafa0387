import { type RequestHandler, http } from 'msw'
import * as paths from '#contract/paths.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import type { Persona } from '#mocks/personas.ts'
import { isBag } from './foreign-responses.ts'
import { plainAnswer, specifiedCall } from './plain-api.ts'
import { answerOf, injectFault, openPortal, tokenOf, withoutCapabilities } from './portal.tsx'

// API limited to the calls, page sizes and response fields of the specification, on the data of the test server.

/** Name fields in lists of clients, which the specification does not require. */
const NAMES = ['companyName', 'callName', 'firstName']

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The specification has one page size and one order. Active reminders are counted with a page of size 1. */
const isSpecifiedPage = ({ pathname, searchParams }: URL) => {
  const size = searchParams.get('size') ?? String(PAGE_SIZE)
  const isCount = size === '1' && pathname.endsWith('/reminders') && searchParams.get('active') === 'true'
  return (size === String(PAGE_SIZE) || isCount) && (searchParams.get('sort') ?? 'date,desc') === 'date,desc'
}

/** Starts the API. Its tokens have a subject only if `subject` is given. */
export function onSpecification(subject?: string) {
  const reals = new Map<string, string>()
  /** Calls outside the specification, except for the capabilities. */
  const beyond: string[] = []
  const tokenFor = (real: string, sub = subject): string => {
    const { exp, iat } = JSON.parse(Buffer.from(real.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
    const token = `${part({ alg: 'none' })}.${part({ exp, iat, ...(sub && { sub }) })}.${reals.size}`
    reals.set(token, real)
    return token
  }
  withoutCapabilities()
  injectFault(
    http.all('*/api/*', async ({ request }) => {
      const url = new URL(request.url)
      const path = url.pathname.replace('/api/', '')
      const call = specifiedCall(request.method, url)
      if (!call || !isSpecifiedPage(url)) {
        if (path !== paths.capabilities) beyond.push(`${request.method} ${path}${url.search}`)
        return new Response('<!doctype html><title>Not found</title>', { status: 404 })
      }
      const forwarded = new Request(request)
      const token = request.headers.get('authorization')
      if (token) forwarded.headers.set('authorization', reals.get(token) ?? token)
      const response = await answerOf(forwarded)
      if (!response.ok || response.headers.get('content-type') !== 'application/json') return response
      const { fields } = call
      const body = plainAnswer(
        await response.json(),
        fields?.includes('lastName') ? { fields: [...fields, ...NAMES] } : call,
      )
      return Response.json(isBag(body) && typeof body['token'] === 'string' ? { token: tokenFor(body['token']) } : body)
    }),
  )
  return { tokenFor, beyond }
}

/** Opens the portal, signed in, on an API of `onSpecification`. Handlers in `faults` take precedence over the API. */
export async function enterSpecification(
  address: string,
  as: Persona,
  { subject, faults = [] }: { subject?: string | undefined; faults?: RequestHandler[] } = {},
  untilLoaded = true,
) {
  const { tokenFor, beyond } = onSpecification(subject)
  injectFault(...faults)
  sessionStorage.setItem('portal-token', tokenFor(await tokenOf(as)))
  return { portal: await openPortal(address, { untilLoaded }), beyond, tokenFor }
}
