import { describe, expect, test } from 'vitest'
import { DAY, ENTITIES, type EntityExample } from '#harness/entity-examples.ts'
import { flags } from '#harness/schemas.ts'

type Name = keyof typeof ENTITIES

function flagsWith(name: Name, field: string, value: unknown) {
  const { schema, full } = ENTITIES[name]
  return flags(schema, { ...full, [field]: value })
}

describe.each(Object.entries<EntityExample>(ENTITIES))(
  'schema of the entity %s',
  (_, { schema, full, required, nullable }) => {
    const optional = Object.keys(full).filter((field) => !required.includes(field))

    test('accepts a record with all fields', () => {
      expect(Object.keys(full).sort()).toEqual(Object.keys(schema.fields).sort())
      expect(schema.validateSync(full, { strict: true })).toEqual(full)
    })

    test('accepts a record with only the required fields', () => {
      const least = Object.fromEntries(required.map((field) => [field, full[field]]))
      expect(schema.validateSync(least, { strict: true })).toEqual(least)
      expect(schema.cast(least)).toEqual(least)
    })

    test.each(required)('requires %s', (field) => {
      expect(flags(schema, { ...full, [field]: undefined })).toEqual([`${field}: required`])
      expect(flags(schema, { ...full, [field]: null })).toEqual([`${field}: required`])
    })

    // `test.each` fails for an empty table.
    test.each(optional.length > 0 ? optional : ['nothing'])(
      'accepts null for %s only if the field is nullable',
      (field) => {
        const expected = nullable.includes(field) || field === 'nothing' ? [] : [`${field}: invalidType`]
        expect(flags(schema, { ...full, [field]: null })).toEqual(expected)
      },
    )

    test.each(Object.keys(full))('rejects a wrong type for %s', (field) => {
      const wrong = typeof full[field] === 'string' ? 7 : 'text'
      expect(flags(schema, { ...full, [field]: wrong })).toContain(`${field}: invalidType`)
    })
  },
)

describe('entity schemas, valid values', () => {
  test.each<[Name, string, unknown]>([
    ['practice', 'website', ''],
    ['practice', 'id', 'De_Waag.2-noord'],
    ['practice', 'text', 'x'.repeat(5000)],
    // An account number that is not an IBAN.
    ['practice', 'iban', 'NL00BANK0123456789'],
    ['user', 'roles', []],
    ['patient', 'caretaker', {}],
    ['patient', 'weightKg', 10_000],
    ['patient', 'weights', []],
    ['patient', 'species', 'POULTRY'],
    ['invoice', 'totalInclVat', -25.5],
    ['invoice', 'vat', []],
    ['visit form', 'medication', [{ product: 'Penivet' }]],
    ['logbook entry', 'withdrawalMilkHours', 12],
    ['logbook entry', 'quantity', 0],
    ['staff', 'firstName', 'علی\u200Cرضا'],
    ['client', 'lastName', ''],
    ['invitation', 'lastName', ''],
  ])('accept %s with %s %j', (name, field, value) => {
    expect(flagsWith(name, field, value)).toEqual([])
  })
})

describe('entity schemas, invalid values', () => {
  test.each<[Name, string, unknown, string]>([
    ['practice', 'website', 'javascript:alert(1)', 'website: invalidUrl'],
    ['practice', 'bookingUrl', 'ftp://dewaag.example', 'bookingUrl: invalidUrl'],
    ['practice', 'accountHolder', 'x'.repeat(71), 'accountHolder: tooLong'],
    ['invoice', 'paymentUrl', 'http://pay.example/1', 'paymentUrl: insecureUrl'],
    ['practice', 'id', 'de waag', 'id: invalidId'],
    ['practice', 'id', '../de-waag', 'id: invalidId'],
    ['practice', 'text', 'x'.repeat(5001), 'text: tooLong'],
    ['practice', 'name', '  ', 'name: required'],
    ['user', 'roles', ['ROLE_USER'], 'roles[0]: unknownValue'],
    ['user', 'language', 'de', 'language: unknownValue'],
    ['staff', 'username', 'admin', 'username: invalidEmail'],
    ['staff', 'roles', [], 'roles: required'],
    ['staff', 'firstName', 'Anna\u200B', 'firstName: invalidText'],
    ['change of a user', 'firstName', 'An\u00ADna', 'firstName: invalidText'],
    ['invitation', 'firstName', 'Anna\u2069', 'firstName: invalidText'],
    ['staff', 'roles', ['PORTAL_USER'], 'roles[0]: unknownValue'],
    ['client', 'uuid', '1', 'uuid: invalidUuid'],
    ['client', 'email', 'jan', 'email: invalidEmail'],
    ['client', 'registeredAt', DAY, 'registeredAt: invalidDateTime'],
    ['patient', 'caretakerUuid', '', 'caretakerUuid: invalidUuid'],
    ['patient', 'caretaker', { firstName: 'x'.repeat(201) }, 'caretaker.firstName: tooLong'],
    ['patient', 'species', 'UNICORN', 'species: unknownValue'],
    ['patient', 'headCount', 1.5, 'headCount: invalidNumber'],
    ['patient', 'weightKg', 10_001, 'weightKg: invalidNumber'],
    ['patient', 'weights', [{ date: DAY, kg: 1 }, { date: DAY }], 'weights[1].kg: required'],
    ['patient', 'birthDate', '2026-02-30', 'birthDate: invalidDate'],
    ['reminder', 'date', '12-03-2026', 'date: invalidDate'],
    ['reminder', 'type', 'vaccination', 'type: unknownValue'],
    ['reminder', 'description', '', 'description: required'],
    ['invoice', 'status', 'ALL', 'status: unknownValue'],
    ['invoice', 'totalInclVat', 12.345, 'totalInclVat: invalidAmount'],
    ['invoice', 'vat', [{ rate: 101, base: 1, amount: 1 }], 'vat[0].rate: invalidNumber'],
    ['invoice', 'vat', [{ rate: 21, amount: 1 }], 'vat[0].base: required'],
    ['invoice', 'currency', 'USD', 'currency: unknownValue'],
    ['invoice', 'patientNames', ['Bella', ''], 'patientNames[1]: required'],
    ['attachment', 'type', 'invoices', 'type: unknownValue'],
    ['attachment', 'sizeBytes', -1, 'sizeBytes: invalidNumber'],
    ['logbook entry', 'channel', 'UDX', 'channel: unknownValue'],
    ['logbook entry', 'withdrawalMeatDays', -1, 'withdrawalMeatDays: invalidNumber'],
    ['logbook entry', 'quantity', -0.5, 'quantity: invalidNumber'],
    ['logbook entry', 'durationDays', 10_001, 'durationDays: invalidNumber'],
    ['change of a client', 'locked', 'true', 'locked: invalidType'],
  ])('reject %s with %s %j', (name, field, value, flag) => {
    expect(flagsWith(name, field, value)).toEqual([flag])
  })
})
