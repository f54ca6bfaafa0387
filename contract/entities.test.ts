import { describe, expect, test } from 'vitest'
import type { AnyObject, ObjectSchema } from 'yup'
import { attachmentSchema } from './attachment.ts'
import { clientChangeSchema, clientSchema } from './client.ts'
import { invoiceSchema } from './invoice.ts'
import { logbookEntrySchema } from './logbook.ts'
import { patientSchema } from './patient.ts'
import { practiceSchema } from './practice.ts'
import { reminderSchema } from './reminder.ts'
import { flags } from './testing.ts'
import { staffSchema, userChangeSchema, userSchema } from './user.ts'
import { visitFormSchema } from './visit-form.ts'

const UUID = '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01'
const DAY = '2026-03-12'
const TIME = '2026-03-12T09:30:00+01:00'

interface Entity {
  schema: ObjectSchema<AnyObject>
  /** Everything it can carry. */
  full: Record<string, unknown>
  required: string[]
  /** Null says that there is none. */
  nullable: string[]
}

const ENTITIES = {
  practice: {
    schema: practiceSchema,
    full: {
      id: 'de-waag',
      manaId: '17',
      name: 'Dierenkliniek De Waag',
      title: 'Welkom',
      text: 'Eerste regel\nTweede regel',
      phone: '030 123 45 67',
      website: 'https://dewaag.example',
      logoUrl: '/files/logo.png',
      locked: false,
      email: 'info@dewaag.example',
      iban: 'NL00BANK0123456789',
    },
    required: ['id', 'name'],
    nullable: [],
  },
  user: {
    schema: userSchema,
    full: {
      id: '1',
      username: 'admin@dewaag.example',
      email: 'admin@dewaag.example',
      firstName: 'Anna',
      lastName: 'Bakker',
      practiceId: 'de-waag',
      roles: ['CLINIC_USER', 'CLINIC_ADMIN', 'PORTAL_USER'],
      language: 'nl',
    },
    required: ['roles', 'language'],
    nullable: ['practiceId'],
  },
  staff: {
    schema: staffSchema,
    full: {
      username: 'admin@dewaag.example',
      firstName: 'Anna',
      lastName: 'Bakker',
      practiceId: 'de-waag',
      roles: ['CLINIC_USER', 'CLINIC_ADMIN'],
      language: 'en',
    },
    required: ['username', 'practiceId', 'roles'],
    nullable: [],
  },
  client: {
    schema: clientSchema,
    full: {
      uuid: UUID,
      locked: true,
      companyName: 'Stal Zonneweide',
      callName: 'Jan',
      firstName: 'Johannes',
      initials: 'J.P.',
      lastName: 'van den Berg',
      clientNumber: '100234',
      email: 'jan@mail.example',
      phone: '030 123 45 67',
      mobile: '06 12 34 56 78',
      street: 'Dorpsstraat',
      houseNumber: '1 bis',
      postalCode: '1234 AB',
      city: 'Zeist',
      country: 'NL',
      ubn: '1234567',
      registered: true,
      registeredAt: TIME,
      lastLoginAt: TIME,
      patientCount: 0,
    },
    required: ['uuid', 'locked', 'lastName'],
    nullable: ['email'],
  },
  patient: {
    schema: patientSchema,
    full: {
      uuid: UUID,
      name: 'Bella',
      caretakerUuid: UUID,
      caretaker: { firstName: 'Johannes', callName: 'Jan', lastName: 'Smit' },
      kind: 'HERD',
      headCount: 40,
      species: 'DOG',
      breed: 'Stabij',
      crossBreed: false,
      sex: 'FEMALE',
      neutered: true,
      birthDate: DAY,
      deceasedDate: DAY,
      active: true,
      color: 'zwart',
      coat: 'lang',
      chipNumber: '528000000000001',
      passportNumber: 'NL-1',
      lifeNumber: 'NL 123456789',
      weightKg: 0.35,
      weightDate: DAY,
      weights: [{ date: DAY, kg: 12.4 }],
      foodProducing: false,
      insurance: { company: 'Voorbeeld', policyNumber: '1' },
      photoUrl: '/files/bella.png',
      alerts: 'Allergisch voor penicilline',
    },
    required: ['uuid', 'name'],
    nullable: ['caretakerUuid', 'caretaker', 'deceasedDate', 'insurance'],
  },
  reminder: {
    schema: reminderSchema,
    full: {
      uuid: UUID,
      date: DAY,
      active: false,
      type: 'VACCINATION',
      description: 'Vaccinatie: DHP + Lepto (L4)',
      status: 'DONE',
      patientUuid: UUID,
      patientName: 'Bella',
      sentAt: TIME,
      completedDate: DAY,
      productName: 'Product',
      note: 'Nuchter',
    },
    required: ['uuid', 'date', 'active', 'description'],
    nullable: [],
  },
  invoice: {
    schema: invoiceSchema,
    full: {
      uuid: UUID,
      status: 'UNPAID',
      number: '2026-00417',
      date: DAY,
      dueDate: DAY,
      totalInclVat: 121,
      totalExclVat: 100,
      vat: [
        { rate: 21, base: 100, amount: 21 },
        { rate: 9, base: 0, amount: 0 },
        { rate: 0, base: -10, amount: 0 },
      ],
      paidAmount: 0,
      openAmount: 121,
      currency: 'EUR',
      patientNames: ['Bella', 'Max'],
      description: 'Consult',
      creditFor: '2026-00400',
      paidDate: DAY,
      paymentMethod: 'PIN',
      fileName: 'factuur.pdf',
      mimeType: 'application/pdf',
    },
    required: ['uuid', 'status', 'date', 'totalInclVat'],
    nullable: ['creditFor'],
  },
  'visit form': {
    schema: visitFormSchema,
    full: {
      uuid: UUID,
      date: DAY,
      number: '1',
      patientUuid: UUID,
      patientName: 'Bella',
      veterinarian: 'drs. A. Bakker',
      reason: 'Hoest',
      findings: 'Geen',
      diagnosis: 'Kennelhoest',
      treatment: 'Rust',
      advice: 'Bel bij koorts',
      medication: [{ product: 'Penivet', dosage: '1 dd', days: 7 }],
      followUpDate: DAY,
      fileName: 'visite.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 1,
      url: '/files/visite.pdf',
    },
    required: ['uuid', 'date'],
    nullable: [],
  },
  attachment: {
    schema: attachmentSchema,
    full: {
      uuid: UUID,
      date: DAY,
      type: 'lab-results',
      name: 'Bloedonderzoek Bella',
      fileName: 'bloed.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 5_000_000_000,
      patientUuid: UUID,
      patientName: 'Bella',
      author: 'Lab',
      url: '/files/bloed.pdf',
      expiresDate: DAY,
    },
    required: ['uuid', 'date'],
    nullable: [],
  },
  'logbook entry': {
    schema: logbookEntrySchema,
    full: {
      uuid: UUID,
      date: DAY,
      kind: 'DELIVERY',
      description: 'Droogzetters',
      veterinarian: 'dr. S. Yılmaz',
      productName: 'Penivet 300 mg/ml',
      registrationNumber: 'REG NL 2345',
      channel: 'UDA',
      batchNumber: 'B1',
      expiryDate: DAY,
      quantity: 0.5,
      unit: 'ml',
      indication: 'Mastitis',
      dosage: '1 dd',
      route: 'im',
      durationDays: 3,
      withdrawalMeatDays: 0,
      withdrawalMilkDays: 0,
      withdrawalMilkHours: 0,
      animals: 'koe 4711',
      location: 'Stal 2',
      supplier: 'Groothandel',
    },
    required: ['date', 'description'],
    nullable: ['withdrawalMeatDays', 'withdrawalMilkDays', 'withdrawalMilkHours'],
  },
  'change of a client': { schema: clientChangeSchema, full: { locked: true }, required: ['locked'], nullable: [] },
  'change of a user': { schema: userChangeSchema, full: { language: 'nl' }, required: ['language'], nullable: [] },
} satisfies Record<string, Entity>

type Name = keyof typeof ENTITIES

/** The flags of an entity that carries everything, but for one field. */
function flagsWith(name: Name, field: string, value: unknown) {
  const { schema, full } = ENTITIES[name]
  return flags(schema, { ...full, [field]: value })
}

describe.each(Object.entries<Entity>(ENTITIES))('a %s', (_, { schema, full, required, nullable }) => {
  const optional = Object.keys(full).filter((field) => !required.includes(field))

  test('is taken as it is, with everything it can carry', () => {
    expect(Object.keys(full).sort()).toEqual(Object.keys(schema.fields).sort())
    expect(schema.validateSync(full, { strict: true })).toEqual(full)
  })

  test('is taken with what it must carry alone, and nothing is made up', () => {
    const least = Object.fromEntries(required.map((field) => [field, full[field]]))
    expect(schema.validateSync(least, { strict: true })).toEqual(least)
    expect(schema.cast(least)).toEqual(least)
  })

  test.each(required)('needs %s', (field) => {
    expect(flags(schema, { ...full, [field]: undefined })).toEqual([`${field}: required`])
    expect(flags(schema, { ...full, [field]: null })).toEqual([`${field}: required`])
  })

  // A type that has nothing optional would leave an empty table.
  test.each(optional.length > 0 ? optional : ['nothing'])('tells by null only where it may: %s', (field) => {
    const expected = nullable.includes(field) || field === 'nothing' ? [] : [`${field}: invalidType`]
    expect(flags(schema, { ...full, [field]: null })).toEqual(expected)
  })

  test.each(Object.keys(full))('never makes another type into a right %s', (field) => {
    const wrong = typeof full[field] === 'string' ? 7 : 'text'
    expect(flags(schema, { ...full, [field]: wrong })).toContain(`${field}: invalidType`)
  })
})

describe('is taken', () => {
  test.each<[Name, string, unknown]>([
    ['practice', 'website', ''],
    ['practice', 'id', 'De_Waag.2-noord'],
    ['practice', 'text', 'x'.repeat(5000)],
    ['user', 'roles', []],
    ['client', 'email', 'a@b'],
    ['client', 'patientCount', 1_000_000],
    ['patient', 'caretaker', {}],
    ['patient', 'weightKg', 10_000],
    ['patient', 'weights', []],
    ['patient', 'species', 'POULTRY'],
    ['invoice', 'totalInclVat', -25.5],
    ['invoice', 'totalInclVat', 0],
    ['invoice', 'vat', []],
    ['visit form', 'medication', [{ product: 'Penivet' }]],
    ['logbook entry', 'withdrawalMilkHours', 12],
    ['logbook entry', 'quantity', 0],
  ])('%s with %s %j', (name, field, value) => {
    expect(flagsWith(name, field, value)).toEqual([])
  })
})

describe('is refused', () => {
  test.each<[Name, string, unknown, string]>([
    ['practice', 'website', 'dewaag.example', 'website: invalidUrl'],
    ['practice', 'website', 'javascript:alert(1)', 'website: invalidUrl'],
    ['practice', 'id', 'de waag', 'id: invalidId'],
    ['practice', 'id', '../de-waag', 'id: invalidId'],
    ['practice', 'text', 'x'.repeat(5001), 'text: tooLong'],
    ['practice', 'name', '  ', 'name: required'],
    ['user', 'roles', ['ROLE_USER'], 'roles[0]: unknownValue'],
    ['user', 'language', 'de', 'language: unknownValue'],
    ['staff', 'username', 'admin', 'username: invalidEmail'],
    ['staff', 'roles', [], 'roles: required'],
    ['staff', 'roles', ['PORTAL_USER'], 'roles[0]: unknownValue'],
    ['client', 'uuid', '1', 'uuid: invalidUuid'],
    ['client', 'lastName', ' ', 'lastName: required'],
    ['client', 'lastName', 'x'.repeat(201), 'lastName: tooLong'],
    ['client', 'email', 'jan', 'email: invalidEmail'],
    ['client', 'city', 'Zei\0st', 'city: invalidText'],
    ['client', 'registeredAt', DAY, 'registeredAt: invalidDateTime'],
    ['client', 'patientCount', -1, 'patientCount: invalidNumber'],
    ['patient', 'caretakerUuid', '', 'caretakerUuid: invalidUuid'],
    ['patient', 'caretaker', { firstName: 'x'.repeat(201) }, 'caretaker.firstName: tooLong'],
    ['patient', 'species', 'UNICORN', 'species: unknownValue'],
    ['patient', 'headCount', 1.5, 'headCount: invalidNumber'],
    ['patient', 'weightKg', 0, 'weightKg: invalidNumber'],
    ['patient', 'weightKg', 10_001, 'weightKg: invalidNumber'],
    ['patient', 'weights', [{ date: DAY, kg: 1 }, { date: DAY }], 'weights[1].kg: required'],
    ['patient', 'birthDate', '2026-02-30', 'birthDate: invalidDate'],
    ['reminder', 'date', '12-03-2026', 'date: invalidDate'],
    ['reminder', 'type', 'vaccination', 'type: unknownValue'],
    ['reminder', 'status', 'LATE', 'status: unknownValue'],
    ['reminder', 'description', '', 'description: required'],
    ['invoice', 'status', 'ALL', 'status: unknownValue'],
    ['invoice', 'totalInclVat', 12.345, 'totalInclVat: invalidAmount'],
    ['invoice', 'vat', [{ rate: 6, base: 1, amount: 1 }], 'vat[0].rate: unknownValue'],
    ['invoice', 'vat', [{ rate: 21, amount: 1 }], 'vat[0].base: required'],
    ['invoice', 'currency', 'USD', 'currency: unknownValue'],
    ['invoice', 'patientNames', ['Bella', ''], 'patientNames[1]: required'],
    ['visit form', 'medication', [{ dosage: '1 dd' }], 'medication[0].product: required'],
    ['attachment', 'type', 'invoices', 'type: unknownValue'],
    ['attachment', 'sizeBytes', -1, 'sizeBytes: invalidNumber'],
    ['logbook entry', 'channel', 'UDX', 'channel: unknownValue'],
    ['logbook entry', 'withdrawalMeatDays', -1, 'withdrawalMeatDays: invalidNumber'],
    ['logbook entry', 'quantity', -0.5, 'quantity: invalidNumber'],
    ['logbook entry', 'durationDays', 10_001, 'durationDays: invalidNumber'],
    ['change of a client', 'locked', 'true', 'locked: invalidType'],
    ['change of a user', 'language', 'NL', 'language: unknownValue'],
  ])('%s with %s %j', (name, field, value, flag) => {
    expect(flagsWith(name, field, value)).toEqual([flag])
  })
})
