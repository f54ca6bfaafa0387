import type { ISchema } from 'yup'
import { DEFAULT_SORT, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, SORTS } from '#contract/paging.ts'
import { MAX_SEARCH } from '#contract/text.ts'
import type { FieldsSchema } from '#server/http/read-fields.ts'
import { calendarUrlSchema, readinessSchema, statusSchema, tokenSchema, urlSchema } from '#contract/schemas/session.ts'
import type { EntityName } from './entities.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

// The vocabulary of `operations.ts`.

/** A response body: an entity, a list or a page of entities, or a plain schema. */
export type Body =
  | { kind: 'one'; name: EntityName }
  | { kind: 'list'; name: EntityName }
  | { kind: 'page'; name: EntityName }
  | { kind: 'plain'; schema: JsonSchema }
  | { kind: 'file'; type: string }
  | { kind: 'none' }

export interface Parameter {
  name: string
  in: 'query'
  required?: boolean
  description?: string
  schema: JsonSchema
}

export interface FormerOperation {
  tag: 'Session' | 'Practice' | 'Clients' | 'Client data' | 'Server'
  summary: string
  description?: string
  /** Needs no authentication. */
  open?: true
  /** By an import key, or by that as well. */
  importKey?: 'alone' | 'too'
  /** The types of a body that is a stream. */
  takes?: readonly string[]
  parameters?: readonly Parameter[]
  body?: ISchema<unknown> & FieldsSchema<unknown>
  /** By status; problem details are the `default` response of every operation. */
  answers: Readonly<Record<number, Body>>
}

export const one = (name: EntityName): Body => ({ kind: 'one', name })
export const list = (name: EntityName): Body => ({ kind: 'list', name })
export const page = (name: EntityName): Body => ({ kind: 'page', name })
export const none: Body = { kind: 'none' }
export const plain = (schema: ISchema<unknown>): Body => ({ kind: 'plain', schema: jsonSchema(schema) })
export const token = plain(tokenSchema)
export const url = plain(urlSchema)
export const calendarUrl = plain(calendarUrlSchema)
export const status = plain(statusSchema)
export const readiness = plain(readinessSchema)

type More = Pick<Parameter, 'description' | 'required'>
export const query = (name: string, schema: JsonSchema, more: More = {}): Parameter => ({
  name,
  in: 'query',
  schema,
  ...more,
})

const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const date: JsonSchema = { type: 'string', format: 'date' }
export const practiceId = query('practiceId', { type: 'string', minLength: 1 }, { required: true })
export const clientIdParameter = query('clientUuid', uuid, { required: true })
export const ofAnimal = query('patientId', uuid, { description: 'Of this animal only.' })
export const lastName = query(
  'lastName',
  { type: 'string', maxLength: MAX_SEARCH },
  { description: 'What the names contain; case and diacritics do not matter.' },
)
export const clientSearch = query(
  'q',
  { type: 'string', maxLength: MAX_SEARCH },
  {
    description:
      'Words, each of them in the last name, or at the beginning of a word of the call name, first name, initials, company, client number, postal code, e-mail address or an animal’s name, or a whole chip number of an animal. A word with an @ is looked for anywhere in the address. Case, accents and punctuation do not matter. Punctuation only finds nobody.',
  },
)
export const sort = query('sort', { type: 'string', enum: SORTS }, { description: `${DEFAULT_SORT} unless told.` })
export const period = [
  query('startDate', date, { description: 'Inclusive.' }),
  query('endDate', date, { description: 'Inclusive.' }),
]
export const day = query('day', date, { description: 'Today unless told.' })
export const paging = [
  query('page', { type: 'integer', minimum: 0, maximum: MAX_PAGE }, { description: 'Counts from 0.' }),
  query('size', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE }, { description: `${PAGE_SIZE} unless told.` }),
]
