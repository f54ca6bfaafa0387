import type { Hono } from 'hono'
import type { Call, Env } from '#server/context.ts'
import { problem } from './problem.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** 404 or 405: no route at the path, or none for the method. */
export function answerUnmatched(app: Hono<Env>): (c: Call) => Response {
  const takes = (method: string, path: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method)

  return (c) => {
    const allowed = METHODS.filter((method) => takes(method, c.req.path))
    if (allowed.length === 0) return problem(c, 'not-found')
    const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return problem(c, 'method-not-allowed', { headers: { allow: allow.join(', ') } })
  }
}
