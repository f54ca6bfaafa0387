import { expect, test } from 'vitest'
import { currentMedication } from '#contract/medication.ts'
import { makeDemo } from './clinics.ts'
import { createDays } from './days.ts'

test('makeDemo includes current medicines of every kind', () => {
  const records = makeDemo(createDays(new Date('2026-06-15T10:00:00.000Z')))
  const visits = records.filter((record) => record.record === 'visitForm')
  const entries = records.filter((record) => record.record === 'logbookEntry')
  const lines = records
    .filter((record) => record.record === 'patient')
    .flatMap((patient) => {
      const isOfPatient = ({ patientUuid }: { patientUuid?: string | null | undefined }) => patientUuid === patient.uuid
      const sources = { visits: visits.filter(isOfPatient), entries: entries.filter(isOfPatient) }
      return currentMedication(patient, sources, '2026-06-15').map(
        ({ product, dosage, since, until }) => `${patient.name}: ${product}, ${dosage}, ${since} to ${until}`,
      )
    })
  expect(lines).toEqual([
    'Bella: Artrocam 1,5 mg/ml, 1 ml per 10 kg, 1 x daags, 2026-06-10 to 2026-06-16',
    'Simba: Orivet oordruppels, 5 druppels, 2 x daags, 2026-05-23 to undefined',
    'Ysbrand: Artrocam 20 mg/ml, 1 ml per 40 kg, 2026-06-01 to undefined',
    'Fleur: Wormex pasta, 1 injector per 600 kg, 2026-06-05 to undefined',
    'Ysbrand: Wormex pasta, 1 injector per 600 kg, 2026-06-13 to undefined',
    'Zilver: Wormex pasta, 1 injector per 600 kg, 2026-06-06 to undefined',
  ])
})
