import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { expect, test } from 'vitest'
import { beingGiven } from '#contract/being-given.ts'
import { makeDemo } from './clinics.ts'
import { createDays } from './days.ts'
import { createRandom } from './random.ts'

const DAY_MS = 86_400_000
const numberOf = (date: string) => Date.parse(date) / DAY_MS
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

function demoAnimals() {
  const records = makeDemo(createDays(new Date('2026-06-15T10:00:00.000Z')))
  const visits = records.filter((record) => record.record === 'visitForm')
  const entries = records.filter((record) => record.record === 'logbookEntry')
  return records
    .filter((record) => record.record === 'patient')
    .map((patient) => ({
      patient,
      visits: visits.filter(({ patientUuid }) => patientUuid === patient.uuid),
      entries: entries.filter(({ patientUuid }) => patientUuid === patient.uuid),
    }))
}

// Read line by line against the records.
test('what the animals of the demo are given', () => {
  const lines = demoAnimals().flatMap(({ patient, ...sources }) =>
    beingGiven(patient, sources, '2026-06-15').map(
      ({ product, dosage, since, until }) => `${patient.name}: ${product}, ${dosage}, ${since} to ${until}`,
    ),
  )
  expect(lines).toEqual([
    'Bella: Artrocam 1,5 mg/ml, 1 ml per 10 kg, 1 x daags, 2026-06-10 to 2026-06-16',
    'Simba: Orivet oordruppels, 5 druppels, 2 x daags, 2026-05-23 to undefined',
    'Ysbrand: Artrocam 20 mg/ml, 1 ml per 40 kg, 2026-06-01 to undefined',
    'Fleur: Wormex pasta, 1 injector per 600 kg, 2026-06-05 to undefined',
    'Ysbrand: Wormex pasta, 1 injector per 600 kg, 2026-06-13 to undefined',
    'Zilver: Wormex pasta, 1 injector per 600 kg, 2026-06-06 to undefined',
  ])
})

// Each of them on its own day: whether it is given then, how much and for how many days more, and how often that is so.
// A treatment is done, but where it falls in a course or follows a delivery of the same product, that is given.
test('every medicine of the demo', () => {
  const counts = new Map<string, number>()
  for (const { patient, visits, entries } of demoAnimals()) {
    const medicines = [
      ...visits.flatMap(({ date, medication = [] }) =>
        medication.map(({ product }) => ({ date, product, kind: 'VISIT' })),
      ),
      ...entries.flatMap(({ date, productName: product, kind = '' }) => (product ? [{ date, product, kind }] : [])),
    ]
    for (const { date, product, kind } of medicines) {
      const line = beingGiven(patient, { visits, entries }, date).find((one) => one.product === product)
      const end = line?.until ? `${numberOf(line.until) - numberOf(date) + 1} days` : 'unknown'
      const state = patient.deceasedDate ? 'dead' : (patient.kind ?? 'INDIVIDUAL')
      const row = `${state} ${kind} ${product}: ${line ? `${line.dosage}, ${end}` : '-'}`
      counts.set(row, (counts.get(row) ?? 0) + 1)
    }
  }
  expect([...counts].map(([row, count]) => `${row} (${count})`).sort()).toEqual([
    'HERD DELIVERY Artrocam 20 mg/ml: - (17)',
    'HERD DELIVERY Calcimag infuus: - (12)',
    'HERD DELIVERY Penivet 300 mg/ml: - (14)',
    'HERD DELIVERY Porcivet 100 mg/ml: - (2)',
    'HERD TREATMENT Artrocam 20 mg/ml: - (16)',
    'HERD TREATMENT Calcimag infuus: - (9)',
    'HERD TREATMENT Penivet 300 mg/ml: - (14)',
    'HERD TREATMENT Porcivet 100 mg/ml: - (2)',
    'INDIVIDUAL DELIVERY Artrocam 1,5 mg/ml: 1 ml per 10 kg, 1 x daags, unknown (9)',
    'INDIVIDUAL DELIVERY Artrocam 20 mg/ml: 1 ml per 40 kg, unknown (53)',
    'INDIVIDUAL DELIVERY Gastrovet tabletten: 1 tablet, 2 x daags, unknown (4)',
    'INDIVIDUAL DELIVERY Orivet oordruppels: 5 druppels, 2 x daags, unknown (5)',
    'INDIVIDUAL DELIVERY Parastop pipet: 1 pipet per maand, unknown (8)',
    'INDIVIDUAL DELIVERY Wormex pasta: 1 injector per 600 kg, unknown (38)',
    'INDIVIDUAL TREATMENT Artrocam 1,5 mg/ml: - (10)',
    'INDIVIDUAL TREATMENT Artrocam 1,5 mg/ml: 1 ml per 10 kg, 1 x daags, 5 days (1)',
    'INDIVIDUAL TREATMENT Artrocam 20 mg/ml: - (55)',
    'INDIVIDUAL TREATMENT Artrocam 20 mg/ml: 1 ml per 40 kg, unknown (2)',
    'INDIVIDUAL TREATMENT Gastrovet tabletten: - (4)',
    'INDIVIDUAL TREATMENT Orivet oordruppels: - (7)',
    'INDIVIDUAL TREATMENT Parastop pipet: - (10)',
    'INDIVIDUAL TREATMENT Wormex pasta: - (38)',
    'INDIVIDUAL VISIT Artrocam 1,5 mg/ml: 1 ml per 10 kg, 1 x daags, 7 days (29)',
    'INDIVIDUAL VISIT Gastrovet tabletten: 1 tablet, 2 x daags, 7 days (34)',
    'INDIVIDUAL VISIT Orivet oordruppels: 5 druppels, 2 x daags, 7 days (4)',
    'dead DELIVERY Artrocam 1,5 mg/ml: - (1)',
    'dead DELIVERY Artrocam 20 mg/ml: - (2)',
    'dead TREATMENT Artrocam 20 mg/ml: - (1)',
    'dead TREATMENT Wormex pasta: - (2)',
    'dead VISIT Artrocam 1,5 mg/ml: - (1)',
    'dead VISIT Gastrovet tabletten: - (1)',
    'dead VISIT Orivet oordruppels: - (1)',
  ])
})

const PRODUCTS = ['Gastrovet', 'Artrocam', 'Orivet']

/** By walking from day to day, as an owner would with a calendar. */
function walk(visits: readonly VisitForm[], entries: readonly LogbookEntry[], today: number): string[] {
  return PRODUCTS.flatMap((product) => {
    let end = -1
    let openFrom = Infinity
    let openTo = -1
    for (let day = today - 500; day <= today; day += 1) {
      const date = dateOf(day)
      for (const visit of visits) {
        for (const medicine of visit.medication ?? []) {
          if (visit.date !== date || medicine.product !== product) continue
          end = medicine.days ? day + medicine.days - 1 : -1
          openFrom = medicine.days ? Infinity : day
          openTo = medicine.days ? -1 : day + 30
        }
      }
      for (const entry of entries) {
        if (entry.date !== date || entry.productName !== product || !entry.durationDays) continue
        if (entry.kind === 'DELIVERY' || entry.durationDays > 1) end = Math.max(end, day + entry.durationDays - 1)
      }
      const isDelivered = entries.some(
        (entry) =>
          entry.date === date && entry.productName === product && entry.kind === 'DELIVERY' && !entry.durationDays,
      )
      if (isDelivered) {
        openFrom = day
        openTo = day + 30
      }
      if (openFrom <= end) {
        openFrom = Infinity
        openTo = -1
      }
    }
    if (openTo >= today) return [`${product} unknown`]
    return end >= today ? [`${product} ${dateOf(end)}`] : []
  })
}

test('500 generated medicines, of the dead and of the past among them, are as a walk through the days tells', () => {
  const random = createRandom(27)
  const today = numberOf('2026-06-15')
  let medicines = 0
  let lines = 0
  while (medicines < 500) {
    // Mostly of late, so that they meet.
    const date = () => dateOf(today - random.int(-3, random.chance(0.7) ? 45 : 400))
    const days = () => {
      const picked = random.pick([-1, 0, 1, 3, 7, 10, 14, 30, 90])
      return picked < 0 ? undefined : picked
    }
    const visitDays = new Set(Array.from({ length: random.int(0, 3) }, date))
    const visits = [...visitDays].map((day): VisitForm => ({
      uuid: random.uuid(),
      date: day,
      medication: PRODUCTS.filter(() => random.chance(0.5)).map((product) => ({ product, days: days() })),
    }))
    const entries = Array.from({ length: random.int(0, 4) }, (): LogbookEntry => ({
      uuid: random.uuid(),
      date: date(),
      description: 'Middel',
      kind: random.pick(['DELIVERY', 'DELIVERY', 'TREATMENT']),
      productName: random.pick(PRODUCTS),
      durationDays: days(),
    }))
    medicines += entries.length + visits.reduce((sum, { medication = [] }) => sum + medication.length, 0)
    const deceasedDate = random.chance(0.1) ? dateOf(today - random.int(0, 40)) : null
    const expected = deceasedDate ? [] : walk(visits, entries, today)
    const found = beingGiven({ deceasedDate }, { visits, entries }, dateOf(today))
    expect(found.map(({ product, until = 'unknown' }) => `${product} ${until}`).sort()).toEqual(expected.sort())
    lines += found.length
  }
  expect(lines).toBeGreaterThan(90)
})
