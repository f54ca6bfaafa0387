import type { Problem } from '#contract/schemas/problem.ts'
import { problemsOf } from '#server/openapi/openapi.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'

const operations = Object.values(OPERATIONS).map((operation) => ({
  method: operation.method,
  path: new RegExp(`^/api${operation.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  call: `${operation.method} ${operation.path}`,
  codes: new Set<string>(problemsOf(operation)),
}))

/** Throws if a response is a problem that the description of its operation does not list. */
export async function requireListedProblem({ method, url }: Request, response: Response): Promise<void> {
  if (response.headers.get('content-type') !== 'application/problem+json') return
  const { pathname } = new URL(url)
  const called = operations.find((operation) => operation.method === method && operation.path.test(pathname))
  if (!called) return
  const { code } = (await response.clone().json()) as Problem
  if (!called.codes.has(code))
    throw new Error(`${called.call} responded with ${code}, which its description does not list`)
}
