import type { InferType } from 'yup'
import { ESTIMATE_STATES } from '../estimate-states.ts'
import { KEY_SCOPES } from '../imports.ts'
import { PROBLEMS } from '../problem.ts'
import { REQUEST_STATES } from '../request.ts'
import { FACTOR_METHODS } from '../sign-in.ts'
import { typedKeys } from '../values.ts'
import { listOf, number, object, oneOf, optionalObject, string, timestamp, url } from './fields.ts'

const fieldProblemSchema = object({ pointer: string(), parameter: string(), code: string().required() }).meta({
  title: 'FieldProblem',
})
/** Invalid body field (`pointer`, RFC 6901) or query parameter; `code` is a validation code. */
export type FieldProblem = InferType<typeof fieldProblemSchema>

export const problemSchema = object({
  type: url().required(),
  title: string().required(),
  status: number().integer().required(),
  code: oneOf(typedKeys(PROBLEMS)).required(),
  instance: url().required().meta({ description: 'The id of the call, also in X-Request-Id.' }),
  errors: listOf(fieldProblemSchema)
    .optional()
    .meta({ description: 'Invalid fields of the body or query parameters.' }),
  lastSequence: number().integer().min(1).meta({ description: 'With import-out-of-order: the last accepted number.' }),
  scope: oneOf(KEY_SCOPES).meta({ description: 'With scope-missing: the scope that the key lacks.' }),
  challenge: string().meta({ description: 'With second-factor-needed: sent back with the code within five minutes.' }),
  methods: listOf(oneOf(FACTOR_METHODS).required())
    .optional()
    .meta({ description: 'With second-factor-needed: the possible second factors.' }),
  practice: optionalObject({ name: string().required(), phone: string() }).meta({
    description: 'With client-locked, practice-locked and request-not-taken: the practice to contact.',
  }),
  closed: optionalObject({ state: oneOf(REQUEST_STATES).required(), at: timestamp().required(), by: string() }).meta({
    description: 'With request-closed: the state of the request, since when, and who answered it.',
  }),
  estimate: optionalObject({ state: oneOf(ESTIMATE_STATES).required(), at: timestamp(), by: string() }).meta({
    description: 'With estimate-closed: the state of the estimate, since when, and who answered it.',
  }),
  questions: optionalObject({ text: string().required(), changedAt: timestamp().required() }).meta({
    description: 'With questions-changed: the present questions.',
  }),
})
  .meta({ description: 'Problem details (RFC 9457).' })
  .meta({ title: 'Problem' })
export type Problem = InferType<typeof problemSchema>
export type ClosedRequest = NonNullable<Problem['closed']>
export type ClosedEstimate = NonNullable<Problem['estimate']>
/** Practice that rejected the request, for the person to contact. */
export type LockingPractice = NonNullable<Problem['practice']>
