import { describe, expect, test } from 'vitest'
import type { AnySchema } from 'yup'
import { isIsoDate } from '../dates.ts'
import { isUuid } from '../text.ts'
import * as fields from './fields.ts'
import { flags } from '#harness/schemas.ts'

const DAYS = ['1900-01-01', '9999-12-31', '2024-02-29', '2000-02-29']
const NO_DAYS = [
  ...'1899-12-31 10000-01-01 2026-02-29 1900-02-29 2026-04-31 2026-13-01 2026-01-00 2026-1-1 01-01-2026'.split(' '),
  '2026-01-01T00:00:00Z',
  ' 2026-01-01',
  '2026-01-01\n',
  '٢٠٢٦-01-01',
  '',
]
const TIMES = ['2026-03-12T09:30Z', '2026-03-12T09:30:00.123Z', '2024-02-29T23:59:59-05:30', '1900-01-01T00:00:00Z']
const NO_TIMES = [
  ...'2026-03-12 2026-03-12T09:30:00 2026-03-12T09:30:00+99:99 2026-03-12T25:30:00Z 2026-03-12T09:60:00Z'.split(' '),
  ...'2026-02-30T09:30:00Z 9999-12-31T23:30:00-05:00 1900-01-01T00:30:00+02:00'.split(' '),
  '2026-03-12 09:30:00Z',
  '12 March 2026',
  '',
]
const ID = '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01'
const IDS = [ID, ID.toUpperCase()]
const NO_IDS = [ID.slice(1), `${ID}1`, ID.replaceAll('-', ''), `{${ID}}`, `g${ID.slice(1)}`, `${ID}\n`, '']
const NO_TEXTS = ['a\0b', '\0', 'a\uD800', '\uDC00b', '\uDE00\uD83D']
const BREAKS = ['a\nb', 'a\r\nb', 'a\rb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\vb', 'a\fb', 'a\n']

/** Accepted values of a field, and rejected values by error code. */
type Row = [name: string, field: () => AnySchema, taken: unknown[], invalid: Record<string, unknown[]>]

describe.each<Row>([
  ['isoDate', fields.isoDate, [...DAYS, undefined], { invalidDate: NO_DAYS, invalidType: [20260101] }],
  ['isoDateTime', fields.isoDateTime, [...TIMES, undefined], { invalidDateTime: NO_TIMES }],
  [
    'money',
    fields.money,
    [0, 12.5, -12.34, 0.07, 0.1 + 0.2, 19.99 * 3, 143_345_152.08, 999_999_999.99, -999_999_999.99, undefined],
    { invalidAmount: [12.345, 0.001, 1e9, -1e9, Number.POSITIVE_INFINITY], invalidType: [Number.NaN, '12.34'] },
  ],
  ['count', fields.count, [0, 1_000_000, undefined], { invalidNumber: [-1, 1.5, 1_000_001], invalidType: ['1'] }],
  ['uuid', fields.uuid, [...IDS, undefined], { invalidUuid: NO_IDS, invalidType: [7] }],
  [
    'text',
    fields.text,
    ['', ' ', 'é😀', '<b>&amp;', 'x'.repeat(200), undefined],
    { tooLong: ['x'.repeat(201)], invalidText: [...NO_TEXTS, ...BREAKS], invalidType: [1, null] },
  ],
  ['text of 3', () => fields.text(3), ['abc'], { tooLong: ['abcd'] }],
  [
    'requiredText',
    fields.requiredText,
    ['a', ' a '],
    { required: ['', ' \t\u00A0', null, undefined], invalidText: ['a\0'], tooLong: ['x'.repeat(201)] },
  ],
  [
    'lines',
    () => fields.lines(10),
    ['a\nb', 'a\r\n\r\nb', 'a\u2028b', '', undefined],
    { invalidText: NO_TEXTS, tooLong: ['x'.repeat(11)] },
  ],
  ['requiredLines', () => fields.requiredLines(10), ['a\n'], { required: [' \n'], invalidText: ['a\uD800'] }],
  [
    // contract/email.test.ts covers all invalid e-mail addresses.
    'email',
    fields.email,
    ['owner+pet@mail.example', 'jürgen@münchen.example', '', undefined],
    { invalidEmail: ['a', 'a@b', 'a@b\n', 'a\u2028b@c'], invalidText: ['a\0@b', 'a\uD800@b'] },
  ],
  ['oneOf', () => fields.oneOf(['RED', 'BLUE']), ['RED', undefined], { unknownValue: ['GREEN', 'red', ''] }],
])('field %s', (_, field, taken, rejected) => {
  const flagsOf = (value: unknown) => flags(fields.object({ field: field() }), { field: value })

  test.each(taken.map((value) => [value]))('accepts %j', (value) => {
    expect(flagsOf(value)).toEqual([])
  })
  test.each(Object.entries(rejected).flatMap(([flag, values]) => values.map((value) => [value, flag] as const)))(
    'rejects %j as %s',
    (value, flag) => {
      expect(flagsOf(value)).toEqual([`field: ${flag}`])
    },
  )
})

test('isIsoDate and isUuid agree with their fields', () => {
  expect([...DAYS, ...NO_DAYS].filter(isIsoDate)).toEqual(DAYS)
  expect([...IDS, ...NO_IDS].filter(isUuid)).toEqual(IDS)
})
