import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { problemSchema } from '#contract/schemas/problem.ts'
import manifest from '../../package.json' with { type: 'json' }
import { RULES } from '#server/access/rules.ts'
import { SAFE_METHODS } from '#server/http/safe-methods.ts'
import type { Operation } from '#server/operations/operation.ts'
import { type JsonSchema, type NamedSchemas, exampleOf, jsonSchema } from './json-schema.ts'
import { type ListedOperation, OPERATIONS } from './operations.ts'

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const streams = (types: readonly string[]) =>
  Object.fromEntries(
    types.map((type) => [type, type.endsWith('+json') ? { schema: {}, example: {} } : { schema: { type: 'string' } }]),
  )

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? `Id of the ${words(name.replace(/Id$/, ''))}.`,
    schema: { type: 'string' },
  }))
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  sequence: 'Number of the export.',
  name: 'Name of the file, as in fileName of its record; percent-encoded.',
}
const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const STATUS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Success without content',
  303: 'Redirect',
}
function securityOf({ access, scope }: Operation): Record<string, string[]>[] {
  const key = { importKey: scope ? [scope] : [] }
  const byRule = {
    nothing: [],
    session: [{ token: [] }],
    'limited-session': [{ token: [] }],
    key: [key],
    'key-or-session': [key, { token: [] }],
  }
  return access === 'link holder' ? [{ link: [] }] : byRule[RULES[access].by]
}
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } }
/** Sent with a limit that counts calls, also in successful responses; not with delays after wrong passwords. */
const RATE_LIMIT = {
  'RateLimit-Policy': { description: 'Calls (`q`) in a number of seconds (`w`).', schema: { type: 'string' } },
  RateLimit: { description: 'Calls that are left (`r`), and seconds until more (`t`).', schema: { type: 'string' } },
}

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Session: 'Signing in and out, and the account of the user.',
  Practice: 'A practice, for its staff.',
  Clients: 'Clients of a practice, for its staff.',
  'Client data': 'Records of one client, for its owner and for staff who view the portal as that client.',
  Server: 'The server itself.',
}

/** Codes that every operation shares: limits and storage of the server. */
const ALWAYS: readonly ProblemCode[] = ['bad-request', 'too-large', 'internal', 'unavailable', 'overloaded']
const OF_CHANGES: readonly ProblemCode[] = ['xsrf', 'conflict', 'rate-limited', 'storage-full']
const OF_BODIES: readonly ProblemCode[] = ['malformed-json', 'validation-failed', 'unsupported-media-type']

export function problemsOf({ access, method, body, query, problems = [] }: Operation): ProblemCode[] {
  const codes = new Set([
    ...ALWAYS,
    ...RULES[access].problems,
    ...(SAFE_METHODS.has(method) ? [] : OF_CHANGES),
    ...(body ? OF_BODIES : []),
    ...(query ? (['invalid-parameter'] as const) : []),
    ...problems,
  ])
  return [...codes].sort()
}

interface Components {
  schemas: NamedSchemas
  responses: Map<string, object>
}

const pascal = (code: string) => code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns a reference to the response for problem codes of one status. It is a component, because operations share it. */
function problemResponse(codes: readonly ProblemCode[], { responses }: Components): object {
  const name = codes.map(pascal).join('Or')
  const [first = 'internal'] = codes
  const [status, title] = PROBLEMS[first]
  const example = {
    type: `urn:portal:problem:${first}`,
    title,
    status,
    code: first,
    instance: 'urn:uuid:0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01',
  }
  responses.set(name, {
    description: codes.map((code) => `${PROBLEMS[code][1]}. ${PROBLEMS[code][2]}`).join('\n\n'),
    ...(status === 429 && { headers: { ...RETRY_AFTER, ...RATE_LIMIT } }),
    ...(status === 503 && { headers: RETRY_AFTER }),
    content: {
      'application/problem+json': {
        schema: { allOf: [ref('Problem'), { properties: { code: { enum: codes } }, required: ['code'] }] },
        example,
      },
    },
  })
  return { $ref: `#/components/responses/${name}` }
}

const statusOf = (code: ProblemCode) => PROBLEMS[code][0]

function operation(described: ListedOperation, components: Components) {
  const { operationId, tag, summary, description, path, scope, parameters, body, takes, response, file } = described
  const find = (name: string) => components.schemas.get(name) ?? {}
  const content = (schema: JsonSchema) => ({
    content: { 'application/json': { schema, example: exampleOf(schema, find) } },
  })
  const sent = file ? { content: streams([file]) } : response && content(jsonSchema(response, components.schemas))
  const statuses = [described.status ?? (sent ? 200 : 204)].flat()
  const headers = Object.entries(described.headers ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: 'string' } },
  ])
  const all = [...pathParameters(path), ...parameters]
  const problems = Map.groupBy(problemsOf(described), statusOf)
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description ?? `${summary}.`, scope && `A key needs the scope ${scope}.`].filter(Boolean).join(' '),
    security: securityOf(described),
    ...(all.length > 0 && { parameters: all }),
    ...(body && { requestBody: { required: true, ...content(jsonSchema(body, components.schemas)) } }),
    ...(takes && { requestBody: { required: true, content: streams(takes) } }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: STATUS[status],
            ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
            ...(status !== 204 && sent),
          },
        ]),
      ),
      ...Object.fromEntries([...problems].map(([status, codes]) => [status, problemResponse(codes, components)])),
      414: problemResponse(['too-large'], components),
    },
  }
}

/** Returns the API as OpenAPI 3.1, generated from the operations and the contract. */
export function openApi() {
  const components: Components = { schemas: new Map(), responses: new Map() }
  jsonSchema(problemSchema, components.schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [call, described] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = call.split(' ')
    const named = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[named] = { ...paths[named], [method.toLowerCase()]: operation(described, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dierenportaal',
      version: manifest.version,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'The operator of the server' },
      description:
        'The API between the portal and a practice. Paths, field names and problem codes never change; new ones are added. ' +
        'Unknown fields are ignored, and a field that is not required may be absent. A browser repeats the value of the cookie ' +
        'XSRF-TOKEN in the header X-XSRF-TOKEN of each call that changes something. Signed URLs of files and uploads are not ' +
        'described: clients use them as they are in a response.',
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
        link: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of a link of a mail, or the secret of a shared link.',
        },
        importKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that a clinic admin has made. Each operation lists the scope that the key needs.',
        },
      },
      schemas: Object.fromEntries(components.schemas),
      responses: Object.fromEntries(components.responses),
    },
  }
}
