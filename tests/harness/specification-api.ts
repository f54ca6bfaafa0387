import { http } from 'msw'
import * as paths from '#contract/paths.ts'
import { answerOf, injectFault, withoutCapabilities } from './portal.tsx'

// Another API behind the portal: it has the calls of the specification and no others, and its answers the fields that the
// specification names and no others. The data are those of the test server.

const CLIENT = ['uuid', 'locked', 'companyName', 'callName', 'firstName', 'lastName']
const PRACTICE = ['id', 'logoUrl', 'manaId', 'name', 'phone', 'text', 'title', 'website', 'locked']
const UUID = ['uuid']

/** By path below the root, the fields of what is answered, or of each item of it; null: as it is. */
const CALLS: readonly (readonly [RegExp, readonly string[] | null])[] = [
  [/^(user\/authenticate|oauth\/authenticate|user\/refresh)$/, ['token']],
  [/^user$/, ['practiceId', 'roles', 'language']],
  [/^password\/(change|reset|forgot)$/, null],
  [/^user\/practices$/, PRACTICE],
  [/^practice\/[^/]+$/, PRACTICE],
  [/^practice\/[^/]+\/logoUploadUrl$/, ['url']],
  [/^user\/client$/, CLIENT],
  [/^practice\/[^/]+\/clients$/, CLIENT],
  [/^clients(\/[^/]+)?$/, CLIENT],
  [/^clients\/[^/]+\/patients$/, ['uuid', 'name', 'caretakerUuid', 'caretaker']],
  [/^clients\/[^/]+\/patients\/[^/]+\/logbook$/, []],
  [/^clients\/[^/]+\/invoices$/, ['uuid', 'status']],
  [/^clients\/[^/]+\/invoices\/[^/]+\/file$/, ['url']],
  [/^clients\/[^/]+\/(reminders|visit-forms|lab-results|treatment-plans|agreements|attachments)$/, UUID],
]

const isOfSpecification = (path: string) => CALLS.some(([pattern]) => pattern.test(path))

type Bag = Record<string, unknown>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

function only(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, fields))
  if (!isBag(value)) return value
  if (Array.isArray(value['content'])) return { content: only(value['content'], fields), page: value['page'] }
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)))
}

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
    const { exp, iat } = JSON.parse(Buffer.from(real.split('.')[1]!, 'base64url').toString()) as Bag
    const token = `${part({ alg: 'none' })}.${part({ exp, iat, ...(subject && { sub: subject }) })}.${reals.size}`
    reals.set(token, real)
    return token
  }
  withoutCapabilities()
  injectFault(
    http.all('*/api/*', async ({ request }) => {
      const path = new URL(request.url).pathname.replace('/api/', '')
      if (!isOfSpecification(path)) {
        if (path !== paths.capabilities) beyond.push(`${request.method} ${path}`)
        return new Response('<!doctype html><title>Not found</title>', { status: 404 })
      }
      const asked = new Request(request)
      const token = request.headers.get('authorization')
      if (token) asked.headers.set('authorization', reals.get(token) ?? token)
      const answer = await answerOf(asked)
      const [, fields] = CALLS.find(([pattern]) => pattern.test(path))!
      if (!answer.ok || !fields || answer.headers.get('content-type') !== 'application/json') return answer
      const body = only(await answer.json(), fields)
      return Response.json(isBag(body) && typeof body['token'] === 'string' ? { token: tokenFor(body['token']) } : body)
    }),
  )
  return { tokenFor, beyond }
}
