import type { ISchema } from 'yup'
import { type IsoDate, isIsoDate, isStorableDateTime } from '#contract/dates.ts'
import { MAX_SEARCH, cleanQuery, isOneLine, isSearchTooLong, isUuid } from '#contract/text.ts'
import { DEFAULT_SORT, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, SORTS } from '#contract/paging.ts'
import { flag as isTrue, isoDate, number, oneOf, string, text, timestamp, uuid } from '#contract/schemas/fields.ts'
import type { Call } from '#server/context.ts'
import { invalidParameters } from '#server/http/problem.ts'

/** Query parameter of an operation: its schema for the document, and the reader of its value. */
export interface Parameter<T> {
  schema: ISchema<unknown>
  description: string
  isRequired?: true
  /** Value if the parameter is absent. */
  otherwise?: T
  /** Throws `invalid-parameter` if the parameter is repeated or invalid. */
  read(c: Call, name: string): T
}

export type Query = Readonly<Record<string, Parameter<unknown>>>

export const readQuery = (c: Call, query: Query): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, { read }]) => [name, read(c, name)]))

type Check<T> = (text: string) => { value: T } | { code: string }

const parameter = <T>(schema: ISchema<unknown>, check: Check<T>, description: string): Parameter<T | undefined> => ({
  schema,
  description,
  read(c, name) {
    // Hono finds one value without parsing them all.
    const text = c.req.query(name)
    if (text === undefined) return undefined
    const checked = c.req.queries(name)?.[1] !== undefined ? { code: 'repeated' } : check(text)
    if ('code' in checked) throw invalidParameters({ parameter: name, code: checked.code })
    return checked.value
  },
})

export const required = <T>({ schema, description, read }: Parameter<T | undefined>): Parameter<T> => ({
  schema,
  description,
  isRequired: true,
  read(c, name) {
    const value = read(c, name)
    if (value === undefined) throw invalidParameters({ parameter: name, code: 'required' })
    return value
  },
})

export const orElse = <T>({ read, ...optional }: Parameter<T | undefined>, otherwise: T): Parameter<T> => ({
  ...optional,
  otherwise,
  read: (c, name) => read(c, name) ?? otherwise,
})

export const whole = (min: number, max: number, description: string) =>
  parameter<number>(
    number().integer().min(min).max(max),
    (text) => {
      if (!/^-?\d+$/.test(text)) return { code: 'invalidNumber' }
      const value = Number(text)
      return value >= min && value <= max ? { value } : { code: 'range' }
    },
    description,
  )

export const choice = <const T extends string>(values: readonly T[], description: string) =>
  parameter<T>(
    oneOf(values),
    (text) => {
      const value = values.find((known) => known === text)
      return value === undefined ? { code: 'unknownValue' } : { value }
    },
    description,
  )

export const flag = (description: string) =>
  parameter<boolean>(
    isTrue(),
    (text) => (text === 'true' || text === 'false' ? { value: text === 'true' } : { code: 'unknownValue' }),
    description,
  )

export const day = (description: string) =>
  parameter<IsoDate>(isoDate(), (text) => (isIsoDate(text) ? { value: text } : { code: 'invalidDate' }), description)

/** Moment in UTC, to the millisecond. */
export const moment = (description: string) =>
  parameter<string>(
    timestamp(),
    (text) => (isStorableDateTime(text) ? { value: new Date(text).toISOString() } : { code: 'invalidDateTime' }),
    description,
  )

/** UUID, converted to lower case. */
export const uuidOf = (description: string) =>
  parameter<string>(
    uuid(),
    (text) => (isUuid(text) ? { value: text.toLowerCase() } : { code: 'invalidUuid' }),
    description,
  )

export const id = (description: string) =>
  parameter<string>(
    string().required(),
    (text) => (isOneLine(text) ? (text === '' ? { code: 'required' } : { value: text }) : { code: 'invalidText' }),
    description,
  )

/** Search text, cleaned; empty means no filter. */
export const search = (description: string) =>
  orElse(
    parameter<string>(
      text(MAX_SEARCH),
      (text) => {
        if (!isOneLine(text.trim())) return { code: 'invalidText' }
        const value = cleanQuery(text)
        return isSearchTooLong(value) ? { code: 'tooLong' } : { value }
      },
      description,
    ),
    '',
  )

export interface Paging {
  page: number
  size: number
}

export const practiceId = required(id('Id of the practice.'))
export const patientId = uuidOf('Of this animal only.')
export const sort = orElse(choice(SORTS, 'Order of the list.'), DEFAULT_SORT)
export const paging = {
  page: orElse(whole(0, MAX_PAGE, 'Number of the page, from 0.'), 0),
  size: orElse(whole(1, MAX_PAGE_SIZE, 'Entries of a page.'), PAGE_SIZE),
}

/** Maximum entries in a response of a change feed. */
export const FEED_SIZE = 200

/** Entries that changed after a number, in the order of their numbers. */
export const after = whole(0, Number.MAX_SAFE_INTEGER, `Greater numbers than this, ${FEED_SIZE} at most.`)

/** Parameters of a list of a practice that a key reads as a change feed. */
export const practiceList = {
  after: { ...after, description: `Required by a key, and only then. ${after.description}` },
  client: uuidOf('Of this client only.'),
  sort,
  ...paging,
}

/** Reads the number after which a key reads a change feed. */
export const readAfter = (c: Call): number => required(after).read(c, 'after')

/** Day of which a state is returned; handlers use today if it is absent. */
export const onDay = { day: day('Absent: today.') }

/** Last day of a period, which may not be before the day of the parameter `first`. */
export const lastDay = (first: string, description: string): Parameter<IsoDate | undefined> => {
  const last = day(description)
  return {
    ...last,
    read(c, name) {
      const [start, end] = [last.read(c, first), last.read(c, name)]
      if (start && end && start > end) throw invalidParameters({ parameter: name, code: 'range' })
      return end
    },
  }
}

/** Period with an optional start and end, both inclusive. */
export const period = {
  startDate: day('First day of the period.'),
  endDate: lastDay('startDate', 'Last day of the period.'),
}
