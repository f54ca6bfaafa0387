import { Hono } from 'hono'
import type { Env } from '#server/context.ts'

/** Serves the OpenAPI document, generated lazily at the first request. */
export function openApiRoutes(): Hono<Env> {
  let written: Promise<string> | undefined
  const write = async () => {
    const { openApi } = await import('./openapi.ts')
    return JSON.stringify(openApi())
  }

  return new Hono<Env>().get('/openapi.json', async (c) => {
    written ??= write()
    // Public, and constant until the next release.
    return c.body(await written, 200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=600' })
  })
}
