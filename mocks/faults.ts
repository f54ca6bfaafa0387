import { HttpResponse, type RequestHandler, delay, http } from 'msw'

// Fault injection: MSW handlers in front of the real API. Resetting the handlers removes the faults.

type Method = 'get' | 'post' | 'put' | 'delete'

export const answers = (
  method: Method,
  path: string,
  status: number,
  code = 'internal',
  { once = false } = {},
): RequestHandler =>
  http[method](
    `*/api/${path}`,
    () => HttpResponse.json({ code, status }, { status, headers: { 'content-type': 'application/problem+json' } }),
    { once },
  )

/** Fails without a response, like an unreachable server. */
export const isUnreachable = (method: Method, path: string): RequestHandler =>
  http[method](`*/api/${path}`, () => HttpResponse.error())

export const hangs = (method: Method, path: string): RequestHandler =>
  http[method](`*/api/${path}`, async () => {
    await delay('infinite')
    return new HttpResponse()
  })

export const answersNonsense = (method: Method, path: string): RequestHandler =>
  http[method](`*/api/${path}`, () => new HttpResponse('<html>', { headers: { 'content-type': 'application/json' } }))

/** Lets the server process the request, but loses the response. */
export const losesAnswer = (
  method: Method,
  path: string,
  api: { fetch(request: Request): Response | Promise<Response> },
): RequestHandler =>
  http[method](
    `*/api/${path}`,
    async ({ request }) => {
      await api.fetch(request)
      return HttpResponse.error()
    },
    { once: true },
  )

/** Fails every nth call, and passes it to `failed`. The other calls reach the server. */
export function failsEvery(
  nth: number,
  method: Method,
  path: string,
  failed: (request: Request) => void = () => {},
): RequestHandler {
  let calls = 0
  return http[method](`*/api/${path}`, ({ request }) => {
    calls += 1
    if (calls % nth !== 0) return undefined
    failed(request)
    return HttpResponse.json({ code: 'internal', status: 500 }, { status: 500 })
  })
}
