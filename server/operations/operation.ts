import type { InferType, ISchema } from 'yup'
import type { KeyScope } from '#contract/imports.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Access } from '#server/access/rules.ts'
import type { Parameter, Query } from './parameters.ts'
import type { FieldsSchema } from '#server/http/read-fields.ts'

// Descriptions of the calls of the API. Each description is beside its handler, in the `routes.ts` of its noun. Registration,
// access, reading of the query and the body, and the OpenAPI document follow from it.

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Tag = 'Session' | 'Practice' | 'Clients' | 'Client data' | 'Server'

interface Details {
  /** One line that says what the call does. */
  summary: string
  description?: string
  query?: Query
  body?: ISchema<unknown> & FieldsSchema<unknown>
  /**
   * The body replaces settings. A body without any known field is rejected, because it was probably meant for another
   * call.
   */
  settings?: true
  /** Scope that a key needs for this call. */
  scope?: KeyScope
  /** Media types of a body that is read as a stream. */
  takes?: readonly string[]
  response?: ISchema<unknown>
  /** Media type of a response that is a file. */
  file?: string
  /** Success statuses, if other than 200 with a response or 204 without one. */
  status?: 201 | 303 | readonly (200 | 201 | 202 | 204)[]
  /** Headers of the response, with their descriptions. */
  headers?: Readonly<Record<string, string>>
  /** Problem codes in addition to those of access, query and body. */
  problems?: readonly ProblemCode[]
}

export interface Operation extends Details {
  /** Unique: its name in the OpenAPI document. */
  operationId: string
  tag: Tag
  method: Method
  path: string
  access: Access
}

type Described = Omit<Operation, 'operationId' | 'tag'>

const call =
  <const M extends Method>(method: M) =>
  <const P extends `/${string}`, const A extends Access, const D extends Details>(path: P, access: A, details: D) => ({
    method,
    path,
    access,
    ...details,
  })

export const get = call('GET')
export const post = call('POST')
export const put = call('PUT')
export const remove = call('DELETE')

/** Gives each operation the tag of its group, and its key as `operationId`. */
export function operations<const T extends Readonly<Record<string, Described>>>(tag: Tag, described: T) {
  const named = Object.entries(described).map(([operationId, rest]) => [operationId, { operationId, tag, ...rest }])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets the names
  return Object.fromEntries(named) as { [Id in keyof T]: T[Id] & { operationId: string; tag: Tag } }
}

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
export type PathOf<O extends Operation> = { [Name in NamesIn<O['path']>]: string }
export type BodyOf<O extends Operation> = O['body'] extends ISchema<unknown> ? InferType<O['body']> : undefined
export type QueryOf<O extends Operation> = {
  [Name in keyof O['query']]: O['query'][Name] extends Parameter<infer Value> ? Value : never
}
/** A handler returns a response, or the value of its body. */
export type ResponseOf<O extends Operation> =
  | Response
  | (O['response'] extends ISchema<unknown> ? InferType<O['response']> : void)
