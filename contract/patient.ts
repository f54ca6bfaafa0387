import type { InferType } from 'yup'
import { array, count, flag, isoDate, number, object, oneOf, requiredText, text, uuid } from './fields.ts'

export const SPECIES = [
  'DOG',
  'CAT',
  'RABBIT',
  'GUINEA_PIG',
  'FERRET',
  'BIRD',
  'REPTILE',
  'HORSE',
  'PONY',
  'DONKEY',
  'CATTLE',
  'SHEEP',
  'GOAT',
  'PIG',
  'POULTRY',
  'OTHER',
] as const
export type Species = (typeof SPECIES)[number]

const weight = () => number().positive('invalidNumber').max(10_000, 'invalidNumber')

/** An animal, or a herd (`kind: HERD`, `headCount`). */
export const patientSchema = object({
  uuid: uuid().required('required'),
  name: requiredText(),
  caretakerUuid: uuid().nullable(),
  caretaker: object({ firstName: text(), callName: text(), lastName: text() }).nullable().default(undefined).optional(),
  kind: oneOf(['INDIVIDUAL', 'HERD']),
  headCount: count(),
  species: oneOf(SPECIES),
  breed: text(),
  crossBreed: flag(),
  sex: oneOf(['MALE', 'FEMALE', 'UNKNOWN']),
  neutered: flag(),
  birthDate: isoDate(),
  deceasedDate: isoDate().nullable(),
  active: flag(),
  color: text(),
  coat: text(),
  chipNumber: text(50),
  passportNumber: text(50),
  lifeNumber: text(50),
  weightKg: weight(),
  weightDate: isoDate(),
  weights: array(object({ date: isoDate().required('required'), kg: weight().required('required') })),
  foodProducing: flag(),
  insurance: object({ company: text(), policyNumber: text() }).nullable().default(undefined).optional(),
  photoUrl: text(500),
  alerts: text(1000),
})
export type Patient = InferType<typeof patientSchema>
