import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useFeedback } from '#src/lib/messages.ts'
import { renderInDutch } from '#src/ui/testing.tsx'
import { MedicineLogbook } from './medicine-logbook.tsx'

// The period, the owner and the print button are tested in tests/screens/medicine.test.tsx.

beforeEach(() => useFeedback.setState({ slots: {} }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  withNavigator({})
})

/** Replaces the browser's functions for sharing. */
function withNavigator(abilities: { share?: unknown; canShare?: unknown }) {
  for (const name of ['share', 'canShare'] as const) {
    Object.defineProperty(navigator, name, { value: abilities[name], configurable: true })
  }
}

const TODAY = '2026-11-21'
const HERD: Patient = { uuid: 'h', name: 'Jongvee Öst', headCount: 86 }
const FULL: LogbookEntry = {
  date: '2026-11-20',
  kind: 'TREATMENT',
  description: 'Droogzetten',
  veterinarian: 'drs. A. Bakker',
  productName: 'Penivet; 300 mg/ml',
  registrationNumber: 'REG NL 1',
  channel: 'UDA',
  batchNumber: '=B1',
  expiryDate: '2027-02-01',
  quantity: 2.5,
  unit: 'tablet',
  indication: 'mastitis',
  dosage: 'half om half',
  route: 'oraal',
  durationDays: 3,
  withdrawalMeatDays: 28,
  withdrawalMilkDays: 0,
  withdrawalMilkHours: 36,
  animals: 'koe 4711',
  location: 'Stal 2',
  supplier: 'Apotheek',
}
const POOR: LogbookEntry = { date: '2026-03-05', description: 'Middel', batchNumber: 'B2', withdrawalMeatDays: 0 }

function show(entries: LogbookEntry[], more: { patient?: Patient; busy?: true } = {}) {
  return renderInDutch(
    <MedicineLogbook
      entries={entries}
      recent={undefined}
      period={{ startDate: '2026-01-01', endDate: TODAY }}
      busy={more.busy ?? false}
      today={TODAY}
      patient={more.patient ?? HERD}
      owner={undefined}
      practice={{ id: 'p', name: 'DAP De Linde', phone: '030 123' }}
    />,
  )
}

const SAVE_AND_PRINT = ['Opslaan als CSV', 'Afdrukken']
const rowTexts = () =>
  screen
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()))

describe('MedicineLogbook', () => {
  test('shows a column for each known field, with a withdrawal period of 0', () => {
    show([POOR, FULL])
    expect(rowTexts()).toEqual([
      [
        'Datum',
        'Product',
        'Indicatie en gebruik',
        'Hoeveelheid',
        'Charge',
        'Dieren en locatie',
        'Dierenarts en leverancier',
        'Wachttijd vlees',
        'Wachttijd melk',
      ],
      [
        '20 nov 2026',
        'Penivet; 300 mg/mlREG NL 1 UDA',
        'mastitishalf om half, oraal, 3 dagen',
        '2,5 tabletten',
        '=B1houdbaar tot 1 feb 2027',
        'koe 4711Stal 2',
        'drs. A. BakkerApotheek',
        '28 dagen',
        '0 dagen / 36 uur',
      ],
      ['5 mrt 2026', 'Middel', '', '', 'B2', '', '', '0 dagen', ''],
    ])
    expect(screen.getByTitle('door een dierenarts of apotheek afgeleverd')).toHaveTextContent('UDA')
    expect(screen.getByText('UDA: door een dierenarts of apotheek afgeleverd')).toBeVisible()
  })

  test('omits empty columns, and states which withdrawal periods are unknown', () => {
    show([POOR, { ...POOR, withdrawalMeatDays: null, withdrawalMilkDays: null, withdrawalMilkHours: 12 }])
    expect(rowTexts().map((row) => row.join('|'))).toEqual([
      'Datum|Product|Charge|Wachttijd vlees|Wachttijd melk',
      '5 mrt 2026|Middel|B2|0 dagen|',
      '5 mrt 2026|Middel|B2|niet bekend|12 uur',
    ])
    expect(screen.queryByText(/UDA/)).toBeNull()
  })

  test('shows an unknown channel and unit unchanged', () => {
    show([{ ...POOR, quantity: 3, unit: 'zak', channel: 'NEW' } as unknown as LogbookEntry])
    expect(rowTexts()[1]).toEqual(['5 mrt 2026', 'Middel NEW', '3 zak', 'B2', '0 dagen'])
  })
})

describe('the banner of running withdrawal periods', () => {
  const banner = () => screen.queryByRole('region', { name: 'Er loopt een wachttijd' })

  test('shows the day of release, the product and the animals', () => {
    show([FULL, POOR])
    expect(banner()).toHaveTextContent(
      /vlees vrij vanaf 21 december 2026\. Penivet; 300 mg\/ml · 28 dagen · koe 4711.*melk vrij vanaf 25 november 2026\. Penivet; 300 mg\/ml · 36 uur.*Volgens de gegevens van uw praktijk.*Vraag bij twijfel uw dierenarts/,
    )
    expect(banner()).not.toHaveTextContent('niet bestemd voor consumptie')
  })

  test('is absent if the periods have ended or are 0', () => {
    show([POOR, { ...FULL, date: '2026-01-01', withdrawalMeatDays: 0 }])
    expect(banner()).toBeNull()
  })

  test('states that the animal is not for human consumption', () => {
    show([FULL], { patient: { ...HERD, foodProducing: false } })
    expect(banner()).toHaveTextContent('niet bestemd voor consumptie')
  })
})

test('the printed medicine logbook has signature lines and omits unknown facts', () => {
  const { container } = show([FULL], { patient: { uuid: 'h', name: 'Jongvee' } })
  const [head, foot] = container.querySelectorAll('.print-only')
  expect(head).toHaveTextContent(
    /^Medicijnlogboek1 januari 2026 – 21 november 2026Dier of koppelJongveePraktijkDAP De Linde030 123$/,
  )
  expect(foot).toHaveTextContent(
    /handtekening praktijk.*handtekening houder.*afgedrukt op 21 november 2026.*geen rechten/,
  )
})

test('the medicine logbook cannot be exported while a new period is loading', async () => {
  vi.stubGlobal('print', vi.fn())
  const share = vi.fn<() => Promise<void>>()
  withNavigator({ share, canShare: () => true })
  const file = vi.spyOn(URL, 'createObjectURL')
  show([FULL], { busy: true })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Delen', ...SAVE_AND_PRINT])
  for (const button of screen.getAllByRole('button')) await userEvent.click(button)
  for (const action of [window.print, file, share]) expect(action).not.toHaveBeenCalled()
})

test('the CSV file of the medicine logbook has every column and Dutch dates, and escapes formulas', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  show([POOR, FULL, { ...POOR, date: '2026-02-01', withdrawalMilkDays: null }])
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan als CSV' }))
  expect(names).toEqual(['medicijnlogboek-jongvee-ost-2026-01-01-2026-11-21.csv'])
  expect(await files[0]!.text()).toBe(
    [
      '\uFEFFDatum;Product;Registratienummer;Kanalisatie;Omschrijving;Indicatie;Dosering;Toediening;Duur (dagen);Hoeveelheid;Eenheid;Charge;Houdbaar tot;Dieren;Locatie;Dierenarts;Leverancier;Wachttijd vlees (dagen);Wachttijd melk (dagen);Wachttijd melk (uren);Wachttijd eieren (dagen)',
      `20-11-2026;"Penivet; 300 mg/ml";REG NL 1;UDA;Droogzetten;mastitis;half om half;oraal;3;2,5;tablet;'=B1;01-02-2027;koe 4711;Stal 2;drs. A. Bakker;Apotheek;28;0;36;`,
      '05-03-2026;;;;Middel;;;;;;;B2;;;;;;0;;;',
      '01-02-2026;;;;Middel;;;;;;;B2;;;;;;0;niet bekend;;',
      '',
    ].join('\r\n'),
  )
})

describe('sharing the medicine logbook', () => {
  const press = async () => await userEvent.click(screen.getByRole('button', { name: 'Delen' }))
  const messages = () => useFeedback.getState().slots
  const canShare = ({ files }: ShareData) => files?.length === 1 && files[0]!.name.endsWith('.csv')

  test('shares the CSV file', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    withNavigator({ share, canShare })
    show([POOR])
    await press()
    const [{ title, files }] = share.mock.calls[0]!
    expect(title).toBe('Medicijnlogboek: Jongvee Öst')
    expect(files).toMatchObject([
      { name: 'medicijnlogboek-jongvee-ost-2026-01-01-2026-11-21.csv', type: 'text/csv;charset=utf-8' },
    ])
    expect(await files![0]!.text()).toMatch(/Datum;Product;[^]*05-03-2026;;;;Middel;.*;0;;;\r\n$/)
    expect(messages()).toEqual({ success: { id: 'client.logbook.medicine.shared', values: { name: 'Jongvee Öst' } } })
  })

  test.each([
    ['cannot share', {}],
    ['shares texts only', { share: vi.fn<() => Promise<void>>() }],
    ['rejects the file', { share: vi.fn<() => Promise<void>>(), canShare: () => false }],
  ])('is disabled if the browser %s', (_, abilities) => {
    withNavigator(abilities)
    show([POOR])
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(SAVE_AND_PRINT)
  })

  test.each([
    ['AbortError', {}],
    ['NotAllowedError', { error: { id: 'client.logbook.medicine.shareFailed' } }],
  ])('rejected by the browser with %s shows %j', async (name, shown) => {
    withNavigator({ share: () => Promise.reject(new DOMException('no', name)), canShare })
    show([POOR])
    await press()
    expect(messages()).toEqual(shown)
  })
})
