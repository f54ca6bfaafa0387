import { Hono } from 'hono'
import * as paths from '#contract/paths.ts'
import { isClinicUser } from '#contract/roles.ts'
import { anyText, listOf, object, string } from '#contract/schemas/fields.ts'
import type { Client } from '#contract/schemas/client.ts'
import type { OwnPractice } from '#contract/schemas/practice.ts'
import type { User } from '#contract/schemas/user.ts'
import { MAX_START_CALLS, UNKNOWN_IDS, clearChoice } from '#contract/start.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { readUpTo } from '#server/files/bytes.ts'
import { handleError } from '#server/http/problem.ts'
import { get, operations } from '#server/operations/operation.ts'
import { id, orElse, uuidOf } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'

const partSchema = object({
  path: string().required().meta({ description: 'Path and query of the call, relative to the root of the API.' }),
  body: anyText().meta({ description: 'Its response, as JSON text.', example: '{"id":"de-waag"}' }),
  version: string().meta({ description: '`ETag` of the response.' }),
}).meta({ title: 'StartPart' })

export const startOperations = operations('Session', {
  startPortal: get('/portal/start', 'limited account', {
    summary: 'Get the responses of the first calls of the portal at once',
    description:
      'Makes these calls for the user, each with its own access rule: the refresh, with whose token all others are made; the user, the capabilities, the practices of an owner, the practice and the client; and the given calls. A call that fails, or whose response is too large, has no part in the response.',
    query: {
      practiceId: id('Practice that the tab showed before. Absent: the only one.'),
      clientUuid: uuidOf('Client that the tab showed before.'),
      calls: orElse(
        id(
          `Further calls, as paths with their query, separated by a space; at most ${MAX_START_CALLS}. {practiceId} and {clientId} in them, percent-encoded, are those of the user.`,
        ),
        '',
      ),
    },
    response: object({ parts: listOf(partSchema) }),
  }),
})

/** Larger responses are left to calls of their own, because all parts are in memory. */
const MAX_PART_BYTES = 256 * 1024

interface Remembered {
  practiceId: string | undefined
  clientUuid: string | undefined
}

/** Makes a call and returns its response, parsed; undefined if it failed. */
type InnerCall = (path: string) => Promise<unknown>

/** Registers the start of the portal, which makes its calls by the handlers of `calls`. */
export function startRoutes(services: Services, calls: Hono<Env>): Hono<Env> {
  const inner = new Hono<Env>().basePath('/api')
  inner.onError((error, c) => handleError(error, c, services.log))
  inner.use(async (c, next) => {
    c.set('requestId', c.env.requestId ?? '')
    await next()
  })
  inner.route('/', calls)

  return routes(services).on(startOperations.startPortal, async ({ c, by, query }) => {
    const parts: Part[] = []
    const callWith =
      (token: string): InnerCall =>
      async (path) => {
        const part = await partOf(inner, c, path, token)
        if (!part) return undefined
        parts.push(part)
        return JSON.parse(part.body)
      }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the response of our own handler
    const refreshed = (await callWith(c.req.header('authorization') ?? '')(paths.refresh)) as
      | { token: string }
      | undefined
    if (!refreshed) return { parts }
    const call = callWith(refreshed.token)
    const [ids] = await Promise.all([idsOf(call, query), call(paths.capabilities)])
    if (!ids) return { parts }
    by.calledPracticeId = ids.practiceId
    const more = query.calls.split(' ').filter(Boolean).slice(0, MAX_START_CALLS)
    await Promise.all([
      call(paths.practice(ids.practiceId)),
      ...more.flatMap((path) => withIds(path, ids) ?? []).map(call),
    ])
    return { parts }
  }).app
}

interface Part {
  path: string
  body: string
  version?: string
}

async function partOf(inner: Hono<Env>, c: Call, path: string, token: string): Promise<Part | undefined> {
  const request = new Request(new URL(`/api/${path}`, c.req.url), { headers: { authorization: token } })
  const response = await inner.fetch(request, { ...c.env, requestId: c.get('requestId') })
  const isJson = response.headers.get('content-type') === 'application/json'
  const bytes = response.status === 200 && isJson ? await readUpTo(response.body, MAX_PART_BYTES) : undefined
  const version = response.headers.get('etag')
  return bytes && { path, body: new TextDecoder().decode(bytes), ...(version !== null && { version }) }
}

interface Ids {
  practiceId: string
  clientId: string | undefined
}

/** Returns the practice and client of the user that the portal will show; undefined if the user has to choose. */
async function idsOf(call: InnerCall, { practiceId, clientUuid }: Remembered): Promise<Ids | undefined> {
  // oxlint-disable typescript/no-unsafe-type-assertion -- responses of our own handlers
  const user = (await call(paths.user)) as User | undefined
  if (!user) return undefined
  if (isClinicUser(user)) {
    const workplace = user.workplaces?.find((each) => each.practiceId === practiceId)
    if (clientUuid !== undefined) await call(paths.client(clientUuid))
    return { practiceId: workplace?.practiceId ?? user.practiceId ?? '', clientId: clientUuid }
  }
  const practices = (await call(paths.userPractices)) as OwnPractice[] | undefined
  const choice = clearChoice(practices ?? [], { activePracticeId: practiceId, clientId: clientUuid })
  if (!choice) return undefined
  const { practice, client } = choice
  const search = new URLSearchParams({ practiceId: practice.id, ...(client && { clientUuid: client.uuid }) })
  const own = (await call(`${paths.userClient}?${search}`)) as Client | undefined
  // oxlint-enable typescript/no-unsafe-type-assertion
  return { practiceId: practice.id, clientId: own?.uuid }
}

/** Returns a call with the ids in place; undefined if it is about a client and there is none. */
function withIds(call: string, { practiceId, clientId }: Ids): string | undefined {
  const unknown = encodeURIComponent(UNKNOWN_IDS.clientId)
  if (call.includes(unknown) && clientId === undefined) return undefined
  return call
    .replaceAll(encodeURIComponent(UNKNOWN_IDS.practiceId), encodeURIComponent(practiceId))
    .replaceAll(unknown, encodeURIComponent(clientId ?? ''))
}
