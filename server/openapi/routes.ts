import type { Hono } from 'hono'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { listOf, object, oneOf } from '#contract/schemas/fields.ts'
import type { Env, Services } from '#server/context.ts'
import { capabilitiesOf } from '#server/http/capabilities.ts'
import { get, operations } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'

export const serverOperations = operations('Server', {
  getOpenApi: get('/openapi.json', 'anyone', { summary: 'Get this description', response: object({}) }),
  listCapabilities: get('/capabilities', 'account', {
    summary: 'List the optional capabilities of this API',
    response: listOf(oneOf(CAPABILITIES).required()),
  }),
})

/** Serves the OpenAPI document, generated lazily at the first request. */
export function openApiRoutes(services: Services): Hono<Env> {
  let written: Promise<string> | undefined
  const write = async () => {
    const { openApi } = await import('./openapi.ts')
    return JSON.stringify(openApi())
  }

  return routes(services).on(serverOperations.getOpenApi, async ({ c }) => {
    written ??= write()
    // Public, and constant until the next release.
    return c.body(await written, 200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=600' })
  }).app
}

export const capabilityRoutes = (services: Services): Hono<Env> =>
  routes(services).on(serverOperations.listCapabilities, () => capabilitiesOf(services.settings, CAPABILITIES)).app
