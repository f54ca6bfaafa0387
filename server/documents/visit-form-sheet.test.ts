import { expect, test } from 'vitest'
import { visitFormSheet } from './visit-form-sheet.ts'

const PARTIES = { practice: { name: 'DAP De Linde' }, client: { lastName: 'Jansen' } }
const FORM = { uuid: '39b70bf6-0b3c-472f-a9a7-c8c554f8128d', date: '2026-03-12' }

test('visitFormSheet includes all fields', () => {
  const form = {
    ...FORM,
    number: 'V123',
    patientName: 'Bella',
    veterinarian: 'dr. S. Yılmaz',
    reason: 'Jeuk',
    findings: 'Vlooien.',
    diagnosis: 'Vlooienallergie',
    treatment: 'Behandeld.',
    advice: 'Ook de andere dieren.',
    medication: [{ product: 'Parastop', dosage: '1 x per maand', days: 1200 }, { product: 'Artrocam' }],
    followUpDate: '2026-03-26',
  }
  const made = visitFormSheet(form, { ...PARTIES, language: 'nl' })
  expect([made.title, made.name]).toEqual(['Visiteformulier', 'Visiteformulier V123'])
  expect(made.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Nummer: V123',
    'Datum: 12 maart 2026',
    'Dier: Bella',
    'Dierenarts: dr. S. Yılmaz',
    'Controle: 26 maart 2026',
  ])
  expect(made.parts).toEqual([
    { kind: 'text', heading: 'Reden van het bezoek', text: 'Jeuk' },
    { kind: 'text', heading: 'Bevindingen', text: 'Vlooien.' },
    { kind: 'text', heading: 'Diagnose', text: 'Vlooienallergie' },
    { kind: 'text', heading: 'Behandeling', text: 'Behandeld.' },
    { kind: 'text', heading: 'Advies', text: 'Ook de andere dieren.' },
    {
      kind: 'table',
      heading: 'Medicijnen',
      columns: [{ label: 'Middel' }, { label: 'Dosering' }, { label: 'Dagen', figures: true }],
      rows: [
        ['Parastop', '1 x per maand', '1.200'],
        ['Artrocam', '', ''],
      ],
    },
  ])
})

test('visitFormSheet omits empty fields and columns', () => {
  const made = visitFormSheet(
    { ...FORM, findings: ' ', medication: [{ product: 'Artrocam' }] },
    { ...PARTIES, language: 'en' },
  )
  expect(made).toMatchObject({ title: 'Visit form', name: 'Visit form 12 March 2026' })
  expect(made.facts).toEqual([{ label: 'Date', value: '12 March 2026' }])
  expect(made.parts).toEqual([
    { kind: 'table', heading: 'Medicines', columns: [{ label: 'Product' }], rows: [['Artrocam']] },
  ])
  expect(visitFormSheet(FORM, { ...PARTIES, language: 'nl' }).parts).toEqual([])
})
