import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Language } from '#contract/languages.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useFeedback } from '#src/lib/messages.ts'
import { renderIn } from '#src/ui/testing.tsx'
import { PatientCard } from './patient-card.tsx'

const TODAY = '2026-11-21'
const DOG: Patient = {
  uuid: 'd',
  name: 'Bobbie',
  species: 'DOG',
  breed: 'Labrador Retriever',
  sex: 'MALE',
  neutered: true,
  birthDate: '2019-03-14',
  chipNumber: '528140000000123',
  insurance: { company: 'Dierzeker', policyNumber: '88.123' },
  alerts: 'Allergisch voor penicilline',
}
const GIVEN: LogbookEntry[] = [
  {
    date: '2025-11-26',
    kind: 'VACCINATION',
    description: 'Vaccinatie: DHP',
    productName: 'Nobivet',
    batchNumber: 'A417',
  },
  { date: '2023-09-03', kind: 'VACCINATION', description: 'Rabiës' },
  { date: '2022-01-01', kind: 'VACCINATION', description: 'Jaarlijkse vaccinatie' },
]
const reminder = (description: string, date: string): Reminder => ({
  uuid: description,
  type: 'VACCINATION',
  active: true,
  description,
  date,
})
const DUE = [
  reminder('DHP', '2026-11-26'),
  reminder('Vaccinatie: rabiës', '2026-09-03'),
  reminder('Kennelhoest', '2027-06-01'),
]

beforeEach(() => useFeedback.setState({ slots: {} }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (patient = DOG, given = GIVEN, due = DUE, language: Language = 'nl') =>
  renderIn(
    language,
    <PatientCard
      patient={patient}
      entries={given}
      due={due}
      owner={{ uuid: 'o', locked: false, callName: 'Annelies', lastName: 'van den Berg', city: 'Zeist' }}
      practice={{ id: 'p', name: 'DAP De Linde', phone: '030 123' }}
      today={TODAY}
    />,
  )

/** Replaces the browser's functions for sharing and copying. */
function withNavigator(abilities: { share?: unknown; clipboard?: unknown }) {
  for (const name of ['share', 'clipboard'] as const) {
    Object.defineProperty(navigator, name, { value: abilities[name], configurable: true })
  }
}

test.each<[title: string, Partial<Patient>]>([
  ['Pet card', {}],
  ['Animal card', { species: 'CATTLE' }],
])('PatientCard in English has the title %s for %j', (title, changes) => {
  show({ ...DOG, ...changes }, GIVEN, DUE, 'en')
  expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
})

// The facts of the animal are tested in tests/screens/medicine.test.tsx.

describe('PatientCard', () => {
  test('shows the owner, the practice and the alerts in print', () => {
    show()
    for (const text of ['Annelies van den Berg', 'Zeist', 'DAP De Linde']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByText('Let op: Allergisch voor penicilline').closest('header')?.className).toContain('print-only')
  })

  test('shows each vaccination with its state', () => {
    const today: LogbookEntry = { date: '2025-11-21', kind: 'VACCINATION', description: 'Lepto' }
    show(
      DOG,
      [...GIVEN, today],
      [...DUE, reminder('Lepto', TODAY), reminder('Parvo', '2026-12-05'), reminder('Ziekte van Weil', '2026-09-07')],
    )
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/Rabiës.*3 september 2023.*3 september 2026.*Verlopen/),
      expect.stringMatching(/Ziekte van Weil((?!Nog \d|geldig|Te laat).)*te geven op 7 september 2026.*Niet gegeven$/i),
      expect.stringMatching(/Lepto.*21 november 2026.*Geldig t\/m vandaag$/),
      expect.stringMatching(/DHP.*Nobivet, charge A417.*26 november 2025.*26 november 2026.*Nog 5 dagen geldig$/),
      expect.stringMatching(/Parvo((?!Nog \d|geldig|Te laat).)*te geven op 5 december 2026.*Niet gegeven$/i),
      expect.stringMatching(/Kennelhoest((?!Nog \d|geldig).)*te geven op 1 juni 2027.*Niet gegeven$/i),
      expect.stringMatching(/Jaarlijkse vaccinatie.*1 januari 2022.*einddatum niet bekend$/),
    ])
  })

  test('states that there are no vaccinations', () => {
    show({ uuid: 'x', name: 'Pip' }, [], [])
    expect(screen.getByText('Uw praktijk heeft voor Pip nog geen vaccinaties vastgelegd.')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByText(/^Let op/)).toBeNull()
  })

  test('shows no due vaccinations for a deceased animal', () => {
    show({ ...DOG, deceasedDate: '2026-01-01' })
    expect(screen.queryByText('Kennelhoest')).toBeNull()
    expect(screen.queryByText('Verlopen')).toBeNull()
    expect(screen.getByText('Rabiës')).toBeVisible()
  })
})

describe('sharing the card', () => {
  const user = userEvent.setup({ writeToClipboard: false })
  const press = async (name: string) => await user.click(screen.getByRole('button', { name }))
  const messages = () => useFeedback.getState().slots

  test('shares the text without a URL', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    withNavigator({ share })
    show()
    await press('Delen')
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: 'Dierkaart: Bobbie',
      text: [
        'Bobbie',
        'Hond, Labrador Retriever',
        'Geslacht: Reu, gecastreerd',
        'Geboren: 14 maart 2019',
        'Chipnummer: 528 140 000 000 123',
        'Eigenaar: Annelies van den Berg',
        'Praktijk: DAP De Linde, 030 123',
        'Let op: Allergisch voor penicilline',
        '',
        'Vaccinaties',
        '- Rabiës: gegeven op 3 september 2023, verlopen, was geldig t/m 3 september 2026',
        '- DHP: gegeven op 26 november 2025, geldig t/m 26 november 2026',
        '- Kennelhoest: niet gegeven, te geven op 1 juni 2027',
        '- Jaarlijkse vaccinatie: gegeven op 1 januari 2022, einddatum niet bekend',
        '',
        'Overzicht uit Dierenportaal van 21 november 2026. Dit is geen dierenpaspoort.',
      ].join('\n'),
    })
    expect(messages()).toEqual({ success: { id: 'client.card.shared', values: { name: 'Bobbie' } } })
  })

  test.each([
    ['Delen', 'share', 'AbortError', {}],
    ['Delen', 'share', 'NotAllowedError', { error: { id: 'client.card.shareFailed' } }],
    ['Kopiëren', 'copy', 'NotAllowedError', { error: { id: 'client.card.copyFailed' } }],
  ])('by %s, if %s rejects with %s, shows %j', async (button, way, name, shown) => {
    const reject = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('no', name))
    withNavigator(way === 'share' ? { share: reject } : { clipboard: { writeText: reject } })
    show()
    await press(button)
    await press(button)
    expect(reject).toHaveBeenCalledTimes(2)
    expect(messages()).toEqual(shown)
  })

  test('copies the text if the browser has no share sheet', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    withNavigator({ clipboard: { writeText } })
    show()
    await press('Kopiëren')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Bobbie\n[^]*geen dierenpaspoort\.$/))
    expect(messages()).toEqual({ success: { id: 'client.card.copied', values: { name: 'Bobbie' } } })
  })

  test('offers only printing if the browser can neither share nor copy', async () => {
    withNavigator({})
    vi.stubGlobal('print', vi.fn())
    show()
    expect(screen.queryByRole('button', { name: /Delen|Kopiëren/ })).toBeNull()
    await press('Afdrukken')
    expect(window.print).toHaveBeenCalledOnce()
  })
})
