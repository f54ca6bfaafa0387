import { HttpResponse, type RequestHandler, delay, http } from 'msw'

// Fault injection: MSW handlers in front of the real API, until the handlers are reset.

type Method = 'get' | 'post' | 'put' | 'delete'

/** The server answers with a failure. */
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

/** The server cannot be reached. */
export const isUnreachable = (method: Method, path: string): RequestHandler =>
  http[method](`*/api/${path}`, () => HttpResponse.error())

/** The server takes the call and never answers. */
export const hangs = (method: Method, path: string): RequestHandler =>
  http[method](`*/api/${path}`, async () => {
    await delay('infinite')
    return new HttpResponse()
  })

/** The server answers with an invalid body. */
export const answersNonsense = (method: Method, path: string): RequestHandler =>
  http[method](`*/api/${path}`, () => new HttpResponse('<html>', { headers: { 'content-type': 'application/json' } }))

/** The server processes the request, but the response is lost. */
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

/** Every nth call fails, `failed` is told which; the others reach the server. */
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
