import type { Client } from '#contract/client.ts'
import { foldName } from '#contract/names.ts'
import type { Patient } from '#contract/patient.ts'
import { isFormer } from '#src/features/patients/words.ts'

type Owner = Pick<Client, 'ubn'> | undefined

/** Where an animal is kept; empty where it is not known. */
export const ubnOf = (patient: Pick<Patient, 'ubn'>, owner: Owner): string => patient.ubn?.trim() || owner?.ubn || ''

/** The number that a keeper knows it by. */
export const numberOf = ({ lifeNumber, chipNumber }: Pick<Patient, 'lifeNumber' | 'chipNumber'>): string =>
  lifeNumber || chipNumber || ''

/** Where animals are kept, in order; what is not known is none of them. */
export const ubnsOf = (patients: readonly Patient[], owner: Owner): string[] =>
  [...new Set(patients.map((patient) => ubnOf(patient, owner)))].filter(Boolean).sort()

const bare = (number: string) => foldName(number).replaceAll(/[^\p{L}\p{N}]/gu, '')

export interface Found {
  patient: Patient
  ubn: string
}

/** What is kept, by UBN and then as the API has them: by name. Whoever looks for a number need not type its spaces. */
export function findAnimals(
  patients: readonly Patient[],
  owner: Owner,
  { search, ubn: wanted }: { search: string; ubn: string },
): Found[] {
  const name = foldName(search)
  const number = bare(search)
  return patients
    .filter((patient) => !isFormer(patient))
    .map((patient) => ({ patient, ubn: ubnOf(patient, owner) }))
    .filter(({ patient, ubn }) => {
      if (wanted && ubn !== wanted) return false
      if (!search || foldName(patient.name).includes(name)) return true
      const numbers = [patient.lifeNumber, patient.chipNumber, patient.passportNumber, ubn]
      return number !== '' && numbers.some((one) => one && bare(one).includes(number))
    })
    .sort((a, b) => (a.ubn < b.ubn ? -1 : a.ubn > b.ubn ? 1 : 0))
}
