import { describe, expect, test } from 'vitest'
import { HOSTILE } from '#harness/bodies.ts'
import { checkLine } from '#server/import/check.ts'
import { RECORD_KINDS, RECORD_SCHEMAS } from '#server/import/records.ts'

/** Maximum length of a line in bytes. */
const MAX_BYTES = 1024 * 1024
/** A line is compared with a line that is `SMALLER` times shorter, and may take `MAX_TIMES` its processor time. */
const SMALLER = 8
const MAX_TIMES = 20
/** Measured processor times below this are noise. */
const MIN_MS = 50

const UUID = '0ed90475-9531-485d-9d9d-c9f81818e811'
const UNITS = { ...HOSTILE, brackets: ' (', separators: '; ', slashes: '//', lines: '\u2028', words: 'EUR ' }

function millisecondsOf(line: string): number {
  const before = process.threadCpuUsage()
  checkLine(1, line)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function expectLinear(lineOf: (bytes: number) => string) {
  const small = millisecondsOf(lineOf(MAX_BYTES / SMALLER))
  expect(millisecondsOf(lineOf(MAX_BYTES))).toBeLessThanOrEqual(MIN_MS + MAX_TIMES * small)
}

describe.each(RECORD_KINDS)('the check of a %s line takes time proportional to its size', (record) => {
  const names = Object.keys(RECORD_SCHEMAS[record].fields)

  test.each(Object.entries(UNITS))('even with %s in all fields', (_, unit) => {
    const bytesOfUnit = JSON.stringify(unit).length
    expectLinear((bytes) => {
      const value = `x${unit.repeat(bytes / names.length / bytesOfUnit)}1`
      return JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, value])), record, uuid: UUID })
    })
  })
})

test.each([
  ['e-mail addresses of dots', { record: 'client' }, 'email', '.'],
  ['quantities of letters', { record: 'logbookEntry' }, 'quantity', 'a'],
  ['keys of removals', { record: 'user', removed: true }, 'username', '\u0316\u0301'],
])('checking one value of %s takes time proportional to its size', (_, fields, name, unit) => {
  expectLinear((bytes) => JSON.stringify({ ...fields, [name]: `x${unit.repeat(bytes / 4 / unit.length)}1` }))
})

test.each([
  ['{"a":"', String.raw`\"`, ''],
  ['{"a":', ' ', ''],
  ['{"a":,', ' ', 'x'],
  ['{"a":', ' ', '.1x'],
  ['{"a":', ', ', ''],
])('checking a line that is not JSON takes time proportional to its size: %j, then %j repeated', (start, unit, end) => {
  expectLinear((bytes) => start + unit.repeat(bytes / 2 / unit.length) + end)
})

describe('the check of a value longer than its field', () => {
  const line = (fields: object) =>
    checkLine(1, JSON.stringify({ record: 'client', uuid: UUID, practiceId: 'a', lastName: 'Smit', ...fields }))

  test.each([
    ['street', 'x'.repeat(5000), `${'x'.repeat(199)}…`, 'shortened'],
    ['street', ` ${' '.repeat(5000)}Dorpsstraat${' '.repeat(5000)}`, 'Dorpsstraat', undefined],
    ['street', `Dorps${'\u200b'.repeat(300)}straat`, 'Dorpsstraat', undefined],
    ['street', `Dorps${'\u200b'.repeat(5000)}straat`, 'Dorps', 'shortened'],
    ['email', `jan@mail.example ${'x'.repeat(5000)}`, 'jan@mail.example', 'shortened'],
    ['phone', `06 12345678 / ${'0'.repeat(5000)}`, '06 12345678', 'shortened'],
    ['clientNumber', '1'.repeat(5000), undefined, 'tooLong'],
    ['website', `https://x.example/${'x'.repeat(5000)}`, undefined, undefined],
  ])('truncates %s without changing its meaning, or omits it', (name, value, stored, code) => {
    const found = line({ [name]: value })
    expect(found).toMatchObject({ record: stored === undefined ? {} : { [name]: stored } })
    expect('warnings' in found && found.warnings?.map((warning) => warning.code)).toEqual(code ? [code] : false)
  })

  test('derives the status of an invoice from its amounts, whatever the export says', () => {
    const fields = {
      record: 'invoice',
      uuid: UUID,
      clientUuid: UUID,
      date: '2026-08-09',
      totalInclVat: 1,
      openAmount: 0,
    }
    const with_ = (status: string) => checkLine(1, `${JSON.stringify(fields).slice(0, -1)},"status":${status}}`)
    expect(with_(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toMatchObject({ record: { status: 'PAID' } })
    expect(with_('["concept"]')).toMatchObject({ problems: [{ field: 'status' }] })
  })
})
