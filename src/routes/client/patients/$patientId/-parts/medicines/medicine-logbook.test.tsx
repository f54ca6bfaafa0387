import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '#src/api/clients.ts'
import { renderInDutch } from '#src/ui/testing.tsx'
import { MedicineLogbook } from './medicine-logbook.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const TODAY = '2026-11-21'
const HERD: Patient = {
  uuid: 'h',
  name: 'Jongvee Öst',
  headCount: 86,
  caretaker: { firstName: 'Johannes', callName: 'Joost', lastName: 'ter Horst' },
}
const OWNER: Client = {
  uuid: 'o',
  locked: false,
  companyName: 'Melkveebedrijf Van Dijk',
  lastName: 'van Dijk',
  street: 'Kerkweg',
  houseNumber: '12',
  postalCode: '3956 AB',
  city: 'Leersum',
  ubn: '1234567',
}
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

function show(
  entries: LogbookEntry[],
  more: { patient?: Patient; recent?: LogbookEntry[]; owner?: undefined; busy?: true } = {},
) {
  return renderInDutch(
    <MedicineLogbook
      entries={entries}
      recent={more.recent}
      period={{ startDate: '2026-01-01', endDate: TODAY }}
      busy={more.busy ?? false}
      today={TODAY}
      patient={more.patient ?? HERD}
      owner={'owner' in more ? undefined : OWNER}
      practice={{ id: 'p', name: 'DAP De Linde', phone: '030 123' }}
    />,
  )
}

const rowTexts = () =>
  screen
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()))

describe('the table', () => {
  test('says what was given, to whom and by whom, and a period of 0 as 0', () => {
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

  test('leaves out the columns that nothing is known of', () => {
    show([POOR, { ...POOR, withdrawalMeatDays: 1 }])
    expect(rowTexts().map((row) => row.join('|'))).toEqual([
      'Datum|Product|Charge|Wachttijd vlees',
      '5 mrt 2026|Middel|B2|0 dagen',
      '5 mrt 2026|Middel|B2|1 dag',
    ])
    expect(screen.queryByText(/UDA/)).toBeNull()
  })

  test('says of what the practice does not know that it is not known', () => {
    show([{ ...POOR, withdrawalMeatDays: null, withdrawalMilkDays: null, withdrawalMilkHours: 12 }])
    expect(rowTexts()[1]).toEqual(['5 mrt 2026', 'Middel', 'B2', 'niet bekend', '12 uur'])
  })

  test('shows a way of dispensing and a unit that nobody foresaw as they came', () => {
    show([{ ...POOR, quantity: 3, unit: 'zak', channel: 'NEW' } as unknown as LogbookEntry])
    expect(rowTexts()[1]).toEqual(['5 mrt 2026', 'Middel NEW', '3 zak', 'B2', '0 dagen'])
  })

  test('is not there where no medicine was given, nor is anything to print', () => {
    show([{ date: TODAY, kind: 'VISIT', description: 'Consult' }])
    expect(screen.getByText('Geen medicijnen in deze periode')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a running withdrawal period', () => {
  const banner = () => screen.queryByRole('region', { name: 'Er loopt een wachttijd' })

  test('is told with its last day, its product and its animals, and as an aid', () => {
    show([FULL, POOR])
    const items = within(banner()!).getAllByRole('listitem')
    expect(items).toHaveLength(2)
    expect(items[0]).toHaveTextContent(
      'Vlees: niet leveren t/m 20 december 2026. Penivet; 300 mg/ml · 28 dagen · koe 4711',
    )
    expect(items[1]).toHaveTextContent('Melk: niet leveren t/m 24 november 2026. Penivet; 300 mg/ml · 36 uur')
    expect(banner()).toHaveTextContent(/Volgens de gegevens van uw praktijk.*Vraag bij twijfel uw dierenarts/)
    expect(banner()).not.toHaveTextContent('niet bestemd voor consumptie')
  })

  test('is none where the periods are over or 0', () => {
    show([POOR, { ...FULL, date: '2026-01-01', withdrawalMeatDays: 0 }])
    expect(banner()).toBeNull()
  })

  test('is told also where the period on screen leaves it out', () => {
    show([POOR], { recent: [FULL] })
    expect(banner()).toHaveTextContent('20 december 2026')
  })

  test('makes no food of an animal that is none', () => {
    show([FULL], { patient: { ...HERD, foodProducing: false } })
    expect(banner()).toHaveTextContent('niet bestemd voor consumptie')
  })
})

describe('on paper', () => {
  test('stands whose it is, where to sign, and that it is no proof', () => {
    const { container } = show([FULL])
    const [head, foot] = container.querySelectorAll('.print-only')
    for (const text of [
      'Medicijnlogboek1 januari 2026 – 21 november 2026',
      'Melkveebedrijf Van DijkKerkweg 12, 3956 AB LeersumUBN 1234567',
      'Jongvee Öst (Johannes ter Horst)86 dieren',
      'DAP De Linde030 123',
    ]) {
      expect(head).toHaveTextContent(text)
    }
    expect(foot).toHaveTextContent(
      /handtekening praktijk.*handtekening houder.*afgedrukt op 21 november 2026.*geen rechten/,
    )
  })

  test('stands no empty label where little is known', () => {
    const { container } = show([FULL], { owner: undefined, patient: { uuid: 'h', name: 'Jongvee' } })
    expect(container.querySelector('header')).toHaveTextContent(
      /^Medicijnlogboek1 januari 2026 – 21 november 2026Dier of koppelJongveePraktijkDAP De Linde030 123$/,
    )
  })

  test('comes by the button', async () => {
    vi.stubGlobal('print', vi.fn())
    show([FULL])
    await userEvent.click(screen.getByRole('button', { name: 'Afdrukken' }))
    expect(window.print).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

test('nothing leaves while the entries are still those of another period', async () => {
  vi.stubGlobal('print', vi.fn())
  const file = vi.spyOn(URL, 'createObjectURL')
  show([FULL], { busy: true })
  for (const button of screen.getAllByRole('button')) await userEvent.click(button)
  expect(window.print).not.toHaveBeenCalled()
  expect(file).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('the file has a field a column: days for a Dutch spreadsheet, 0 as 0, and no formula', async () => {
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
