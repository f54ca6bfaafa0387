import type { Patient } from './schemas/patient.ts'
import { expect, test } from 'vitest'
import { keepsHerd } from './herd.ts'

const animals = (count: number, more: Partial<Patient> = {}): Patient[] =>
  Array.from({ length: count }, (_, index) => ({ uuid: `${index}`, name: 'Klara', ...more }))

test.each([
  [animals(0), false],
  [animals(20), false],
  [animals(21), true],
  [[...animals(20), ...animals(5, { active: false }), ...animals(5, { deceasedDate: '2026-01-01' })], false],
  [animals(1, { kind: 'HERD' }), true],
  [animals(1, { kind: 'HERD', active: false }), false],
  [animals(1, { kind: 'INDIVIDUAL', headCount: 3 }), false],
  // Dogs never count as a herd.
  [animals(21, { species: 'DOG' }), false],
  [animals(21, { species: 'CATTLE' }), true],
  [animals(21, { species: 'HORSE', foodProducing: false }), false],
])('keepsHerd returns the expected value for client %#: %s', (patients, keeps) => {
  expect(keepsHerd(patients)).toBe(keeps)
})
