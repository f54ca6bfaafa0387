import { type ISchema, type ObjectShape, type Schema, array, boolean, mixed, number, object, string } from 'yup'
import { isEmail } from '../email.ts'
import { isIsoDate, isStorableDateTime } from '../dates.ts'
import { UUID, isOneLine, isPersonName, isStorable, MAX_EMAIL, MAX_LINE, MAX_PHONE } from '../text.ts'
import { isRecord } from '../values.ts'

// Error messages are codes, the last part of the message id `core.validation.<code>`.
// The import uses the name of the test to identify the kind of field (`server/import/normalise/`).
const textOf = (name: string, max: number, isText: (value: string) => boolean) =>
  string()
    .max(max, 'tooLong')
    .test(name, 'invalidText', (value) => value == null || isText(value))
const filled = (schema: ReturnType<typeof textOf>) =>
  schema.required('required').test('blank', 'required', (value) => value == null || value.trim() !== '')

export const text = (max = MAX_LINE) => textOf('text', max, isOneLine)
/** A number, file name or URL, which is meaningless when truncated. */
export const code = (max = 50) => textOf('code', max, isOneLine)
/** One telephone number, or several with remarks. */
export const telephone = () => textOf('telephone', MAX_PHONE, isOneLine)
export const requiredText = (max = MAX_LINE) => filled(text(max))
export const personName = () => textOf('person-name', MAX_LINE, isPersonName)
export const lines = (max: number) => textOf('lines', max, isStorable)
export const requiredLines = (max: number) => filled(lines(max))
export const uuid = () => string().matches(UUID, { name: 'uuid', message: 'invalidUuid', excludeEmptyString: false })
export const isoDate = () => string().test('date', 'invalidDate', (value) => value == null || isIsoDate(value))
export const isoDateTime = () =>
  string().test('date-time', 'invalidDateTime', (value) => value == null || isStorableDateTime(value))
export const email = () =>
  lines(MAX_EMAIL).test('email', 'invalidEmail', (value) => !value || !isStorable(value) || isEmail(value))
/** Amount in EUR with at most two decimals; negative on a credit note. */
export const money = () =>
  number().test(
    'money',
    'invalidAmount',
    // The tolerance exceeds floating point errors of sums by far, and is far below a third decimal.
    (value) => value == null || (Math.abs(value) < 1e9 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-3),
  )
export const count = (max = 1_000_000) =>
  number().integer('invalidNumber').min(0, 'invalidNumber').max(max, 'invalidNumber')
export const flag = () => boolean()
export const oneOf = <const T extends string>(values: readonly T[]) => string().oneOf(values, 'unknownValue')

// Fields of responses. The server writes them and no form uses them, so they have neither limits nor error codes.

/** A moment with seconds, as the server writes it. */
export const timestamp = () => isoDateTime().meta({ format: 'date-time' })
export const url = () => string().meta({ format: 'uri' })
/** Number of items; use `optional()` if it may be absent. */
export const total = () => number().integer().min(0).required()
export const anyText = () => string().defined()
export const listOf = <T>(entry: ISchema<T>) => array(entry).required()
/** Optional object; for a plain `object()` yup would create an empty one. */
export const optionalObject = <const T extends ObjectShape>(fields: T) => object(fields).optional().default(undefined)
/** Object with arbitrary keys, whose values all have the same schema. */
export const dictionary = <T>(entry: Schema<T>) =>
  mixed<Record<string, T>>({
    type: 'object',
    check: (value): value is Record<string, T> =>
      isRecord(value) && Object.values(value).every((each) => entry.isValidSync(each)),
  }).meta({ entry })

export { array, number, object, string }
