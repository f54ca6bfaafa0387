import { http } from 'msw'
import * as paths from '#contract/paths.ts'
import { isBag } from './foreign-answers.ts'
import { plainAnswer, specifiedCall } from './plain-api.ts'
import { answerOf, injectFault, withoutCapabilities } from './portal.tsx'

// Another API behind the portal: it has the calls of the specification and no others, and its answers the fields that the
// specification names and no others. The data are those of the test server.

/** What its lists say of a client beyond the least that the specification names. */
const NAMES = ['companyName', 'callName', 'firstName']

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export interface SpecificationApi {
  /** This API's token in place of one of the test server. */
  tokenFor: (real: string, subject?: string) => string
  /** What was asked for that is not in the specification. */
  beyond: string[]
}

/** `subjectOf`: whose its tokens say that they are, of the server's token that they stand for. */
export function onSpecification(subjectOf: (real: string) => string | undefined = () => undefined): SpecificationApi {
  const reals = new Map<string, string>()
  const beyond: string[] = []
  const tokenFor = (real: string, subject = subjectOf(real)): string => {
    const { exp, iat } = JSON.parse(Buffer.from(real.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
    const token = `${part({ alg: 'none' })}.${part({ exp, iat, ...(subject && { sub: subject }) })}.${reals.size}`
    reals.set(token, real)
    return token
  }
  withoutCapabilities()
  injectFault(
    http.all('*/api/*', async ({ request }) => {
      const url = new URL(request.url)
      const path = url.pathname.replace('/api/', '')
      const call = specifiedCall(request.method, url)
      if (!call) {
        if (path !== paths.capabilities) beyond.push(`${request.method} ${path}`)
        return new Response('<!doctype html><title>Not found</title>', { status: 404 })
      }
      const asked = new Request(request)
      const token = request.headers.get('authorization')
      if (token) asked.headers.set('authorization', reals.get(token) ?? token)
      const answer = await answerOf(asked)
      if (!answer.ok || answer.headers.get('content-type') !== 'application/json') return answer
      const { fields } = call
      const body = plainAnswer(
        await answer.json(),
        fields?.includes('lastName') ? { fields: [...fields, ...NAMES] } : call,
      )
      return Response.json(isBag(body) && typeof body['token'] === 'string' ? { token: tokenFor(body['token']) } : body)
    }),
  )
  return { tokenFor, beyond }
}
