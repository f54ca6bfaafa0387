import { expect, test } from 'vitest'
import { RECORD_SCHEMAS } from '#server/import/records.ts'
import { CSV_FIELDS, CSV_KINDS, CSV_REQUIRED, csvFieldType, csvFieldValues } from '../csv-import.ts'
import { csvMappingSchema } from './csv-import.ts'

/** Fields of a mapping that are converted to other fields of the record. */
const CONVERTED =
  /^(number|invoiceNumber|line(Date|Description)|(amount|unitPrice)ExclVat|lastNamePrefix|end|insurance.+|medication|patientNames|(client|patient)(Number|Name|Email|Uuid|Chip))$/

test.each(CSV_KINDS)('CSV_FIELDS and CSV_REQUIRED of %s name fields of the record', (kind) => {
  const fields = Object.keys(CSV_FIELDS[kind])
  const ofLine = kind === 'invoice' ? Object.keys(RECORD_SCHEMAS.invoiceLine.fields) : []
  const known = [...Object.keys(RECORD_SCHEMAS[kind].fields), ...ofLine]
  expect(fields.filter((field) => !CONVERTED.test(field) && !known.includes(field))).toEqual([])
  expect(CSV_REQUIRED[kind].flat().filter((field) => !fields.includes(field))).toEqual([])
})

test('csvFieldType and csvFieldValues know the fields of their kind alone', () => {
  expect([csvFieldType('client', 'species'), csvFieldType('client', 'toString')]).toEqual([undefined, undefined])
  expect(csvFieldType('patient', 'species')).toContain('DOG')
  expect(csvFieldValues('patient', 'sex')).toEqual(['MALE', 'FEMALE', 'UNKNOWN'])
  expect([csvFieldValues('patient', 'neutered'), csvFieldValues('patient', 'name')]).toEqual([['true', 'false'], []])
})

test('csvMappingSchema accepts a word without a value, and no unknown kind', () => {
  const mapping = {
    kind: 'patient',
    columns: [{ column: 'Diersoort', field: 'species' }],
    values: [{ field: 'species', from: '?', to: '' }],
    dateOrder: 'dmy',
    decimal: ',',
  }
  expect(csvMappingSchema.isValidSync(mapping, { strict: true })).toBe(true)
  expect(csvMappingSchema.isValidSync({ ...mapping, kind: 'practice' }, { strict: true })).toBe(false)
})
