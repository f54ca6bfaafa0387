import { KEY_SCOPES } from '#contract/imports.ts'

// JSON Schema for the part of OpenAPI 3.1 that the server's description uses. Anything else is rejected.

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const mapOf = (pattern: string, value: unknown) => ({
  type: 'object',
  minProperties: 1,
  patternProperties: { [pattern]: value },
  additionalProperties: false,
})
const text = { type: 'string', minLength: 1 }
// Every schema is a JSON Schema of draft 2020-12.
const schema = { $ref: 'https://json-schema.org/draft/2020-12/schema' }
const content = mapOf('^[a-z]+/[a-z.+-]+$', object({ schema, example: true }, ['schema']))
const headers = mapOf(String.raw`^[\w-]+$`, object({ description: text, schema }, ['description', 'schema']))
const response = object({ description: text, headers, content }, ['description'])
const reference = object({ $ref: text }, ['$ref'])
const NO_SCOPES = { type: 'array', maxItems: 0 }
const security = {
  type: 'array',
  items: {
    type: 'object',
    properties: { token: NO_SCOPES, link: NO_SCOPES, importKey: { type: 'array', items: { enum: KEY_SCOPES } } },
    additionalProperties: false,
  },
}

const parameter = {
  oneOf: [
    object({ name: text, in: { const: 'path' }, required: { const: true }, schema, description: text }, [
      'name',
      'in',
      'required',
      'schema',
    ]),
    // OpenAPI ignores header parameters named Accept, Content-Type and Authorization, so no header is allowed here.
    object({ name: text, in: { const: 'query' }, required: { type: 'boolean' }, schema, description: text }, [
      'name',
      'in',
      'schema',
    ]),
  ],
}
const operation = object(
  {
    operationId: text,
    tags: { type: 'array', items: text },
    summary: text,
    description: text,
    security,
    parameters: { type: 'array', items: parameter, uniqueItems: true },
    requestBody: object({ required: { const: true }, content }, ['content']),
    responses: mapOf(String.raw`^([1-5]\d\d|default)$`, { oneOf: [response, reference] }),
  },
  ['summary', 'responses'],
)

export const OPENAPI = object(
  {
    openapi: { type: 'string', pattern: String.raw`^3\.1\.\d+$` },
    info: object(
      {
        title: text,
        version: text,
        description: text,
        license: object({ name: text, identifier: text }, ['name']),
        contact: object({ name: text }, ['name']),
      },
      ['title', 'version'],
    ),
    tags: { type: 'array', items: object({ name: text, description: text }, ['name']) },
    servers: { type: 'array', items: object({ url: text }, ['url']) },
    security,
    paths: mapOf('^/', mapOf('^(get|post|put|delete)$', operation)),
    components: object({
      securitySchemes: object({
        token: object({ type: { const: 'apiKey' }, in: { const: 'header' }, name: text, description: text }, [
          'type',
          'in',
          'name',
        ]),
        link: object({ type: { const: 'apiKey' }, in: { const: 'header' }, name: text, description: text }, [
          'type',
          'in',
          'name',
        ]),
        importKey: object({ type: { const: 'http' }, scheme: { const: 'bearer' }, description: text }, [
          'type',
          'scheme',
        ]),
      }),
      schemas: mapOf(String.raw`^[\w.-]+$`, schema),
      responses: mapOf(String.raw`^\w+$`, response),
    }),
  },
  ['openapi', 'info', 'paths'],
)
