import manifest from '../../package.json' with { type: 'json' }
import { entities } from './entities.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import type { Body, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function schemaOf(body: Exclude<Body, { kind: 'none' | 'file' }>): JsonSchema {
  if (body.kind === 'plain') return body.schema
  const entity = ref(body.name)
  if (body.kind === 'one') return entity
  const list: JsonSchema = { type: 'array', items: entity }
  if (body.kind !== 'page') return list
  const required = { content: list, page: ref('PageInfo'), ...body.beside }
  return { type: 'object', properties: { ...required, ...body.sometimes }, required: Object.keys(required) }
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })

const streams = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))

function operation(path: string, described: Operation) {
  const { tag, summary, description, open, importKey, parameters = [], body, takes, answers } = described
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(open && { security: [] }),
    ...(importKey && { security: [{ importKey: [] }, ...(importKey === 'too' ? [{ token: [] }] : [])] }),
    ...(ids.length + parameters.length > 0 && { parameters: [...ids, ...parameters] }),
    ...(body && { requestBody: { required: true, ...json(jsonSchema(body)) } }),
    ...(takes && { requestBody: { required: true, content: streams(takes) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          {
            description: answer.kind === 'none' ? 'Done; there is nothing to tell' : 'Done',
            ...(answer.kind === 'file'
              ? { content: streams([answer.type]) }
              : answer.kind !== 'none' && json(schemaOf(answer))),
          },
        ]),
      ),
      default: { description: 'Refused', content: { 'application/problem+json': { schema: ref('Problem') } } },
    },
  }
}

/** The API as OpenAPI 3.1, generated from the contract. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [call, described] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = call.split(' ')
    const named = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[named] = { ...paths[named], [method.toLowerCase()]: operation(path, described) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dierenportaal',
      version: manifest.version,
      description:
        'The API between the portal and a practice. Fields that are not known are ignored, and what is not required may be ' +
        'absent. A browser repeats the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN of each call that changes ' +
        'something. Signed addresses of files and uploads are no part of it: they are used as they are answered.',
    },
    servers: [{ url: '/api' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token itself, without a scheme.',
        },
        importKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that a clinic admin has made, for exports or for requests and nothing else.',
        },
      },
      schemas: entities(),
    },
  }
}
