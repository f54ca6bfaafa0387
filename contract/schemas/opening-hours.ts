import { MAX_CLOSED_DAYS, MAX_PERIODS, WEEKDAYS, isConsistent, isTimeOfDay } from '../opening-hours.ts'
import { dayField, readPeriods } from '../typed-hours.ts'
import { isRecord, recordOf } from '../values.ts'
import { array, isoDate, number, object, string, text } from './fields.ts'

const timeOfDay = () => string().test('time', 'invalidTime', (value) => value == null || isTimeOfDay(value))

const closedDays = () =>
  array(
    object({ from: isoDate().required('required'), until: isoDate().required('required') })
      .test('days', 'invalidPeriod', ({ from, until }) => !from || !until || from <= until)
      .required(),
  ).max(MAX_CLOSED_DAYS, 'tooMany')

const periods = () =>
  array(
    object({
      weekday: number()
        .integer('invalidNumber')
        .min(1, 'invalidNumber')
        .max(7, 'invalidNumber')
        .required('required')
        .meta({ description: 'Weekday of ISO 8601: 1 is Monday, 7 is Sunday.' }),
      opens: timeOfDay().required('required').meta({ example: '08:00' }),
      closes: timeOfDay().required('required').meta({ example: '18:00', description: 'At most 24:00.' }),
    }).required(),
  )
    .max(MAX_PERIODS, 'tooMany')
    .test('periods', 'invalidTimes', (value) => !value?.every(hasTimes) || isConsistent(value))

export const openingHoursSchema = object({ periods: periods().required('required'), closedDays: closedDays() })

export const openingHours = () =>
  openingHoursSchema.optional().default(undefined).meta({
    description: 'Local times of the practice. Absent: unknown. Both days of `closedDays` are included.',
  })

/** Whether the times of an entry are valid; the schema of the entry reports others. */
const hasTimes = (entry: unknown) =>
  isRecord(entry) && [entry['opens'], entry['closes']].every((time) => typeof time === 'string' && isTimeOfDay(time))

/** Values of the form: the typed hours of each weekday, and the days closed. */
export const openingHoursFormSchema = object({
  ...recordOf(WEEKDAYS.map(dayField), (field) =>
    text().test('hours', 'invalidTimes', (value) => readPeriods(value ?? '', Number(field.slice(3))) !== undefined),
  ),
  closedDays: closedDays(),
})
