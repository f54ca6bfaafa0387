import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDays } from '#server/demo/days.ts'
import { makeDemo } from '#server/demo/clinics.ts'
import { checkLine } from '#server/import/check.ts'
import { RECORD_KINDS } from '#server/import/records.ts'
import { clientLine, patientLine, smallExport, uuid } from '#harness/example-export.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'
import { DOCUMENTS, readDocument } from '../rules/documents.ts'

let testServer: TestServer
let accepts: ValidateFunction

beforeAll(async () => {
  testServer = await openTestServer('sqlite')
  const response = await testServer.call('GET', 'export-line.schema.json')
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictTypes: false })
  addFormats.default(ajv)
  accepts = ajv.compile((await response.json()) as object)
})
afterAll(() => testServer[Symbol.asyncDispose]())

describe('the JSON Schema of a line of an export', () => {
  test('is public and cacheable', async () => {
    const { headers } = await testServer.call('GET', 'export-line.schema.json')
    const expected = { 'content-type': 'application/schema+json', 'cache-control': 'public, max-age=600' }
    expect(Object.fromEntries(headers)).toMatchObject(expected)
  })

  test('accepts the lines in the documentation', () => {
    const lines = DOCUMENTS.flatMap((file) => readDocument(file).match(/^ *\{"record": .*\}$/gm) ?? [])
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.filter((line) => !accepts(JSON.parse(line)))).toEqual([])
  })

  test('accepts the records of the demo, of every kind that the demo has', () => {
    const records = makeDemo(createDays(testServer.now))
    const sample = RECORD_KINDS.flatMap((kind) => records.filter(({ record }) => record === kind).slice(0, 50))
    expect(new Set(sample.map(({ record }) => record)).size).toBeGreaterThan(8)
    expect(sample.filter((record) => !accepts(JSON.parse(JSON.stringify(record))))).toEqual([])
  })

  test('accepts lines without fields that the import fills in, as the import does', () => {
    for (const line of [...smallExport(), clientLine(1, { locked: undefined, registered: undefined })]) {
      const text = JSON.stringify(line)
      expect([text, accepts(JSON.parse(text)), checkLine(1, text)]).toEqual([
        text,
        true,
        expect.not.objectContaining({ problems: [] }),
      ])
    }
  })

  test.each([
    ['an unknown kind', { ...clientLine(1), record: 'customer' }],
    ['no kind', { ...clientLine(1), record: undefined }],
    ['no key', clientLine(1, { uuid: undefined })],
    ['a key that is no UUID', clientLine(1, { uuid: '4711' })],
    ['no practice', clientLine(1, { practiceId: undefined })],
    ['no client', patientLine(1, 1, { clientUuid: undefined })],
    ['an unknown value', patientLine(1, 1, { species: 'DRAGON' })],
    ['another type', patientLine(1, 1, { name: 12 })],
    ['a removal without a key', { record: 'client', removed: true }],
    ['no removal and no other fields', { record: 'client', uuid: uuid('c', 1), removed: false }],
    ['no object', 'client'],
  ])('rejects a line with %s', (_, line) => {
    expect(accepts(JSON.parse(JSON.stringify(line)))).toBe(false)
  })

  test('accepts a removal and a replacement', () => {
    expect(accepts({ record: 'client', uuid: uuid('c', 1), removed: true })).toBe(true)
    for (const replaces of [uuid('c', 2), [uuid('c', 2), uuid('c', 3)]])
      expect(accepts(JSON.parse(JSON.stringify(clientLine(1, { replaces }))))).toBe(true)
  })
})
