import { describe, expect, test } from 'vitest'
import type { AnySchema } from 'yup'
import { isIsoDate } from '../fields.ts'
import { isUuid } from '../formats.ts'
import {
  count,
  email,
  isoDate,
  isoDateTime,
  lines,
  money,
  object,
  oneOf,
  requiredLines,
  requiredText,
  text,
  uuid,
} from './fields.ts'
import { flags } from './testing.ts'

const flagsOf = (field: AnySchema, value: unknown) => flags(object({ field }), { field: value })

function accepts(field: () => AnySchema, values: unknown[]) {
  test.each(values.map((value) => [value]))('takes %j', (value) => {
    expect(flagsOf(field(), value)).toEqual([])
  })
}

function refuses(field: () => AnySchema, values: [value: unknown, flag: string][]) {
  test.each(values)('refuses %j as %s', (value, flag) => {
    expect(flagsOf(field(), value)).toEqual([`field: ${flag}`])
  })
}

describe('a day', () => {
  const DAYS = ['1900-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '2026-03-29', '2026-12-31']
  const NO_DAYS = [
    '1899-12-31',
    '0026-01-01',
    '10000-01-01',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '01-01-2026',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '-2026-01-01',
    '٢٠٢٦-01-01',
    '',
  ]

  test.each(DAYS)('%s is one', (day) => {
    expect(isIsoDate(day)).toBe(true)
  })
  test.each(NO_DAYS)('%j is none', (day) => {
    expect(isIsoDate(day)).toBe(false)
  })
  accepts(isoDate, [...DAYS, undefined])
  refuses(isoDate, [...NO_DAYS.map((day): [string, string] => [day, 'invalidDate']), [20260101, 'invalidType']])
})

describe('a time', () => {
  accepts(isoDateTime, [
    '2026-03-12T09:30:00+01:00',
    '2026-03-12T09:30Z',
    '2026-03-12T09:30:00.123Z',
    '2024-02-29T23:59:59-05:30',
    '9999-12-31T23:30:00Z',
    '1900-01-01T00:00:00Z',
    undefined,
  ])
  refuses(isoDateTime, [
    ['2026-03-12', 'invalidDateTime'],
    ['2026-03-12T09:30:00', 'invalidDateTime'],
    ['2026-03-12 09:30:00Z', 'invalidDateTime'],
    ['2026-02-30T09:30:00Z', 'invalidDateTime'],
    ['2026-04-31T09:30:00Z', 'invalidDateTime'],
    ['9999-12-31T23:30:00-05:00', 'invalidDateTime'],
    ['1900-01-01T00:30:00+02:00', 'invalidDateTime'],
    ['0001-01-01T00:00:00Z', 'invalidDateTime'],
    ['2026-03-12T25:30:00Z', 'invalidDateTime'],
    ['2026-03-12T09:60:00Z', 'invalidDateTime'],
    ['2026-03-12T09:30:00+99:99', 'invalidDateTime'],
    ['12 March 2026', 'invalidDateTime'],
    ['', 'invalidDateTime'],
  ])
})

describe('an amount', () => {
  accepts(money, [
    0,
    1,
    12.5,
    12.34,
    -12.34,
    0.07,
    1.1,
    0.1 + 0.2,
    19.99 * 3,
    143_345_152.08,
    999_999_999.99,
    -999_999_999.99,
    undefined,
  ])
  refuses(money, [
    [12.345, 'invalidAmount'],
    [0.001, 'invalidAmount'],
    [1e9, 'invalidAmount'],
    [-1e9, 'invalidAmount'],
    [Number.POSITIVE_INFINITY, 'invalidAmount'],
    [Number.NaN, 'invalidType'],
    ['12.34', 'invalidType'],
  ])
})

describe('a count', () => {
  accepts(count, [0, 1, 1_000_000, undefined])
  refuses(count, [
    [-1, 'invalidNumber'],
    [1.5, 'invalidNumber'],
    [1_000_001, 'invalidNumber'],
    ['1', 'invalidType'],
  ])
})

describe('an id', () => {
  const IDS = ['0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01', '0B0E7A52-6D0C-4B7E-9D57-6F5F0F5A9A01']
  const NO_IDS = [
    '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a0',
    '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a011',
    '0b0e7a526d0c4b7e9d576f5f0f5a9a01',
    '{0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01}',
    'gb0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01',
    '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01\n',
    '',
  ]

  test.each(IDS)('%s is one', (id) => {
    expect(isUuid(id)).toBe(true)
  })
  test.each(NO_IDS)('%j is none', (id) => {
    expect(isUuid(id)).toBe(false)
  })
  accepts(uuid, [...IDS, undefined])
  refuses(uuid, [...NO_IDS.map((id): [string, string] => [id, 'invalidUuid']), [7, 'invalidType']])
})

const NO_TEXTS: [value: string, flag: string][] = [
  ['a\0b', 'invalidText'],
  ['a\uD800', 'invalidText'],
  ['\uDC00b', 'invalidText'],
  ['\uDE00\uD83D', 'invalidText'],
]
const BREAKS = ['a\nb', 'a\r\nb', 'a\rb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\vb', 'a\fb', 'a\n'].map(
  (value): [string, string] => [value, 'invalidText'],
)

describe('a text', () => {
  accepts(text, ['', ' ', 'é😀', '<b>&amp;', 'x'.repeat(200), undefined])
  refuses(text, [
    ['x'.repeat(201), 'tooLong'],
    ['a\0b', 'invalidText'],
    ['\0', 'invalidText'],
    ...NO_TEXTS,
    ...BREAKS,
    [1, 'invalidType'],
    [null, 'invalidType'],
  ])

  describe('of a length of its own', () => {
    accepts(() => text(3), ['abc'])
    refuses(() => text(3), [['abcd', 'tooLong']])
  })

  describe('that is required', () => {
    accepts(requiredText, ['a', ' a '])
    refuses(requiredText, [
      ['', 'required'],
      [' \t\u00A0', 'required'],
      [null, 'required'],
      [undefined, 'required'],
      ['a\0', 'invalidText'],
      ['x'.repeat(201), 'tooLong'],
    ])
  })
})

describe('a text of several lines', () => {
  accepts(() => lines(10), ['a\nb', 'a\r\n\r\nb', 'a\u2028b', '', undefined])
  refuses(() => lines(10), [...NO_TEXTS, ['x'.repeat(11), 'tooLong']])
  accepts(() => requiredLines(10), ['a\n'])
  refuses(
    () => requiredLines(10),
    [
      [' \n', 'required'],
      ['a\uD800', 'invalidText'],
    ],
  )
})

describe('an e-mail address', () => {
  accepts(email, ['owner+pet@mail.example', 'jürgen@münchen.example', '', undefined])
  refuses(email, [
    ['a', 'invalidEmail'],
    ['a@', 'invalidEmail'],
    ['a@b\n', 'invalidEmail'],
    ['a@b, c@d', 'invalidEmail'],
    ['a@b', 'invalidEmail'],
    ['a\0@b', 'invalidText'],
    ['a\uD800@b', 'invalidText'],
    ['owner@mail..example', 'invalidEmail'],
    ['a\u0085b@c', 'invalidEmail'],
    ['a\u2028b@c', 'invalidEmail'],
  ])
})

describe('one of a set', () => {
  const colour = () => oneOf(['RED', 'BLUE'])
  accepts(colour, ['RED', 'BLUE', undefined])
  refuses(colour, [
    ['GREEN', 'unknownValue'],
    ['red', 'unknownValue'],
    ['', 'unknownValue'],
  ])
})
