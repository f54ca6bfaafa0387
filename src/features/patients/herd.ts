import type { Patient } from '#contract/patient.ts'
import { isFormer, isHerd } from './words.ts'

const MANY = 20

/** Who keeps groups of animals or many, has them together on a page. */
export function keepsHerd(patients: readonly Patient[]): boolean {
  const here = patients.filter((patient) => !isFormer(patient))
  return here.length > MANY || here.some(isHerd)
}
