import type { Hono } from 'hono'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { listOf, object, oneOf } from '#contract/schemas/fields.ts'
import type { Env, Services } from '#server/context.ts'
import { capabilitiesOf } from '#server/http/capabilities.ts'
import { lazy } from '#server/http/keys.ts'
import { get, operations } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'

const SCHEMA_TYPE = 'application/schema+json'

export const serverOperations = operations('Server', {
  getOpenApi: get('/openapi.json', 'anyone', { summary: 'Get this description', response: object({}) }),
  getExportLineSchema: get('/export-line.schema.json', 'anyone', {
    summary: 'Get the JSON Schema of a line of an export',
    description:
      'JSON Schema (2020-12) with oneOf by record. The import accepts more notations of a value than the schema.',
    file: SCHEMA_TYPE,
  }),
  listCapabilities: get('/capabilities', 'account', {
    summary: 'List the optional capabilities of this API',
    response: listOf(oneOf(CAPABILITIES).required()),
  }),
})

/** Serves the OpenAPI document and the schema of exports, each generated lazily at the first request. */
export function openApiRoutes(services: Services): Hono<Env> {
  const api = lazy(async () => JSON.stringify((await import('./openapi.ts')).openApi()))
  const lines = lazy(async () => JSON.stringify((await import('./export-line.ts')).exportLineSchema()))
  // Public, and constant until the next release.
  const headers = (type: string) => ({ 'content-type': type, 'cache-control': 'public, max-age=600' })

  return routes(services)
    .on(serverOperations.getOpenApi, async ({ c }) => c.body(await api(), 200, headers('application/json')))
    .on(serverOperations.getExportLineSchema, async ({ c }) => c.body(await lines(), 200, headers(SCHEMA_TYPE))).app
}

export const capabilityRoutes = (services: Services): Hono<Env> =>
  routes(services).on(serverOperations.listCapabilities, () => capabilitiesOf(services, CAPABILITIES)).app
