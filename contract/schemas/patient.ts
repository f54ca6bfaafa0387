import type { InferType } from 'yup'
import { PATIENT_KINDS, SEXES, SPECIES } from '../patient.ts'
import { array, code, count, flag, isoDate, lines, number, object, oneOf, requiredText, text, uuid } from './fields.ts'

const weight = () => number().positive('invalidNumber').max(10_000, 'invalidNumber')

/** An animal, or a herd (`kind: HERD`, `headCount`). */
export const patientSchema = object({
  uuid: uuid().required('required'),
  name: requiredText(),
  caretakerUuid: uuid().nullable(),
  caretaker: object({ firstName: text(), callName: text(), lastName: text() }).nullable().default(undefined).optional(),
  kind: oneOf(PATIENT_KINDS),
  headCount: count(),
  species: oneOf(SPECIES),
  breed: text(),
  crossBreed: flag(),
  sex: oneOf(SEXES),
  neutered: flag(),
  birthDate: isoDate(),
  deceasedDate: isoDate().nullable(),
  active: flag(),
  color: text(),
  coat: text(),
  chipNumber: code(),
  passportNumber: code(),
  lifeNumber: code(),
  ubn: code(20).meta({ description: 'UBN where the animal is kept; absent: that of the client.' }),
  weightKg: weight(),
  weightDate: isoDate(),
  weights: array(object({ date: isoDate().required('required'), kg: weight().required('required') })),
  foodProducing: flag(),
  insurance: object({ company: text(), policyNumber: code(200) })
    .nullable()
    .default(undefined)
    .optional(),
  photoUrl: code(500),
  alerts: lines(1000),
}).meta({ title: 'Patient' })
export type Patient = InferType<typeof patientSchema>

export const listedPatientSchema = patientSchema
  .shape({
    ownPhoto: flag().meta({ description: 'True: the owner gave the animal its photo, which takes precedence.' }),
  })
  .meta({ title: 'ListedPatient' })
export type ListedPatient = InferType<typeof listedPatientSchema>
