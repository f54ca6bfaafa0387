import type { ExportRecords } from '#server/import/records.ts'
import type { Days } from './days.ts'
import type { Random } from './random.ts'
import { DATA } from './species.ts'

const KINDS = DATA.individuals.flatMap(({ share, ...kind }) => Array.from({ length: share }, () => kind))

export type PatientRecord = { record: 'patient' } & ExportRecords['patient']

export function makePatient(random: Random, days: Days, clientId: string): PatientRecord {
  const kind = random.pick(KINDS)
  const age = random.int(120, 5000)
  const isDead = random.chance(0.06)
  const heaviness = random.int(0, 100) / 100
  const uuid = random.uuid()
  const name = random.pick(kind.names)
  const { breed, lightest, heaviest } = random.pick(kind.breeds)
  return {
    record: 'patient',
    uuid,
    clientUuid: clientId,
    name,
    kind: 'INDIVIDUAL',
    species: kind.species,
    breed,
    sex: random.pick(['MALE', 'FEMALE']),
    neutered: random.chance(0.6),
    birthDate: days(-age),
    ...(isDead && { deceasedDate: days(-random.int(1, Math.min(age, 700))) }),
    active: !isDead,
    color: random.pick(kind.colors),
    ...(random.chance(kind.chipped) && {
      chipNumber: `528${String(random.int(0, 999_999_999_999)).padStart(12, '0')}`,
    }),
    weightKg: Math.round((lightest + heaviness * (heaviest - lightest)) * 10) / 10,
    weightDate: days(-random.int(1, 300)),
    foodProducing: kind.foodProducing ?? false,
    ...(random.chance(0.05) && { alerts: 'Allergisch voor penicilline' }),
    ...(random.chance(0.05) && {
      caretakerUuid: random.uuid(),
      caretaker: { firstName: 'Marieke', callName: 'Riek', lastName: 'van der Laan' },
    }),
  }
}

export function makeHerd(random: Random, clientId: string): PatientRecord {
  const { species, breed, name, heads } = random.pick(DATA.herds)
  return {
    record: 'patient',
    uuid: random.uuid(),
    clientUuid: clientId,
    name,
    kind: 'HERD',
    headCount: random.int(heads.min, heads.max),
    species,
    breed,
    active: true,
    foodProducing: true,
  }
}
