import addFormats from 'ajv-formats'
import type { JsonSchema } from '#server/openapi/json-schema.ts'
import { isRecord } from '#contract/values.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, unknown>; responses: Record<string, OpenApiResponse> }
}
interface OpenApiOperation {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Content }
  responses: Record<string, OpenApiResponse & { $ref?: string }>
}
interface OpenApiResponse {
  content?: Content
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Check {
  /** Lists the differences between a response and its description. `call` is a method and a router path. */
  answer(call: string, answer: Response): Promise<string[]>
  /** Returns whether a request body matches its description. */
  takes(call: string, body: unknown): boolean
  /** Paths of JSON content whose example is missing or not accepted by its schema. */
  examples(): string[]
}

/** Compares requests and responses with a description. Responses may have no field that is not described. */
export function checkAgainst(document: OpenApiDocument): Check {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictTypes: false })
  addFormats.default(ajv)
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'])
  ajv.addSchema(closed(document) as object, 'description')
  // Request bodies may have fields that the server ignores.
  ajv.addSchema(document, 'bodies')
  const compiled = new Map<string, ValidateFunction>()
  const validator = (of: 'description' | 'bodies', ...path: string[]) => {
    const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent)
    const $ref = `${of}#/${pointer.join('/')}`
    const known = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, known)
    return known
  }
  const find = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    const at = ['paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()] as const
    return { at, operation: document.paths[at[1]]?.[at[2]] }
  }

  return {
    async answer(call, answer) {
      const { at, operation } = find(call)
      if (!operation) return [`${call} is not described`]
      const text = await answer.text()
      const status = String(answer.status)
      const described = operation.responses[status] ?? (answer.ok ? undefined : operation.responses['default'])
      if (!described) return [`${status} is not described ${text}`]
      const name = described.$ref?.split('/').at(-1)
      const response = name === undefined ? described : document.components.responses[name]!
      const place = operation.responses[status] ? status : 'default'
      const path = name === undefined ? [...at, 'responses', place] : ['components', 'responses', name]
      if (!response.content) return text === '' ? [] : ['a body that is not described']
      const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
      if (!response.content[type]) return [`${type} is not described`]
      const validate = validator('description', ...path, 'content', type, 'schema')
      validate(type.endsWith('json') ? JSON.parse(text) : text)
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
    },
    examples() {
      return contentsOf(document).flatMap(({ path, content }) =>
        Object.entries(content)
          // A stream has no example.
          .filter(([type, { schema }]) => type.endsWith('json') && schema.type !== 'string')
          .filter(([type, { example }]) => !validator('bodies', ...path, type, 'schema')(example))
          .map(([type]) => [...path, type].join(' ')),
      )
    },
    takes(call, body) {
      return validator('bodies', ...find(call).at, 'requestBody', 'content', 'application/json', 'schema')(body)
    },
  }
}

/** Every `content` object of the document, with its path. */
function contentsOf(value: unknown, path: string[] = []): { path: string[]; content: Content }[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'content' ? [{ path: [...path, key], content: inner as Content }] : contentsOf(inner, [...path, key]),
  )
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  return copy['type'] && copy['properties'] ? { additionalProperties: false, ...copy } : copy
}
