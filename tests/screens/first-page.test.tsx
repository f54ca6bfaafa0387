import { act, screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { today } from '#src/lib/dates.ts'
import { watchFor } from './faults.tsx'
import { animalsOf, clientOf, remind } from './owner.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'

/** The window of the tests is as wide as they want. */
function wide(width: number): void {
  const { happyDOM }: Window & { happyDOM?: { setViewport: (size: { width: number }) => void } } = window
  happyDOM?.setViewport({ width })
}

const TYPES = ['lab-results', 'treatment-plans', 'agreements', 'attachments']

let clientId: string

beforeEach(async () => {
  clientId = await clientOf('owner')
  // What may not be delivered yet is the matter of withdrawals.test.tsx.
  await database().deleteFrom('logbook_entry').execute()
  // What is booked is that of appointments.test.tsx.
  await database().deleteFrom('appointment').execute()
  // And what is given that of being-given.test.tsx.
  injectFault(http.get('*/api/clients/*/being-given', () => HttpResponse.json([])))
  // And what can be asked that of requests.test.tsx.
  await database().deleteFrom('request_settings').execute()
})

const open = (address = '/client/portal/reminders') => openPortal(address, { as: 'owner' })

/** A part of the page, when what comes later is there as well. */
async function block(name: string) {
  await arrived()
  return within(screen.getByRole('region', { name }))
}
async function arrived() {
  await screen.findByRole('heading', { name: 'Herinneringen' })
  await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
}
/** Of the items, with plain spaces in amounts of money. */
const texts = (of: { getAllByRole: (role: string) => HTMLElement[] }) =>
  of.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll('\u00A0', ' '))
const blocks = () =>
  within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)

const empty = { content: [], page: { number: 0, size: 25, totalPages: 0, totalElements: 0 } }
const answersWith = (path: string, content: object[], totalElements = content.length) =>
  http.get(`*/api/${path}`, () =>
    HttpResponse.json({ content, page: { number: 0, size: 200, totalPages: 1, totalElements } }),
  )
const noPapers = () =>
  injectFault(
    ...['visit-forms', ...TYPES].map((path) => http.get(`*/api/clients/*/${path}`, () => HttpResponse.json(empty))),
  )

const openInvoices = async () => {
  const rows = await database()
    .selectFrom('invoice')
    .select(['uuid', 'data'])
    .where('client_uuid', '=', clientId)
    .where('status', '=', 'UNPAID')
    .execute()
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
}

const noReminders = () => database().deleteFrom('reminder').execute()
const nothingDue = () => database().deleteFrom('reminder').where('date', '<=', today()).execute()

describe('what must I do', () => {
  test('what is late or due today by animal, what is to be paid, what is new, and then what comes later', async () => {
    const invoices = await openInvoices()
    const sum = invoices.reduce((total, { openAmount, totalInclVat }) => total + Number(openAmount ?? totalInclVat), 0)
    const late = invoices.filter(({ dueDate }) => String(dueDate) < today()).length
    const papers = await newPapers()
    await open()
    const toDo = await block('Nu doen')
    expect(blocks()).toEqual(['Nu doen', 'Te betalen', 'Nieuw', 'Straks', 'Uw praktijk'])
    expect(texts(toDo).map((text) => text.replace('Afspraak maken', ''))).toEqual([
      expect.stringMatching(/^Bella: vaccinatie DHP \+ Lepto \(L4\) is \d+ dagen te laat/),
      expect.stringMatching(/Simba: vaccinatie kattenziekte is \d+ dagen te laat$/),
      expect.stringMatching(/Fleur: vaccinatie influenza en tetanus is \d+ dagen te laat$/),
      expect.stringMatching(/Ooien: bedrijfsgezondheidsplan \(BGP\) vernieuwen is \d+ dag(en)? te laat$/),
    ])
    expect(toDo.getAllByRole('button', { name: /^Afspraak maken: / })).toHaveLength(4)
    expect(screen.getByText(/^4 te laat, \d deze maand$/)).toBeVisible()
    expect(screen.queryByText(/zorg gepland/)).toBeNull()

    const toPay = await block('Te betalen')
    const euros = sum.toLocaleString('nl-NL', { minimumFractionDigits: 2 })
    expect(texts(toPay)).toEqual([
      expect.stringMatching(
        new RegExp(`^€ ${euros}${invoices.length} facturen, ${late} te laat, de volgende \\d+ \\S+Betalen$`),
      ),
    ])
    expect(toPay.getByRole('link', { name: 'Betalen' })).toHaveAttribute('href', '/client/invoices?status=UNPAID')

    const fresh = await block('Nieuw')
    expect(fresh.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      papers.map(({ type, uuid, name }) => [
        name,
        type === 'visit-forms' ? `/client/visit-forms?visit=${uuid}` : `/client/attachments/${type}`,
      ]),
    )

    const later = await block('Straks')
    expect(later.getByRole('list', { name: /^Herinneringen per maand/ })).toBeVisible()
    expect(later.queryByText('Te laat')).toBeNull()
    expect(document.querySelector('details[open]')).toBeNull()
  })

  test('what is due now is there before what else there is', async () => {
    const held = holdRequests('clients/:id/invoices')
    await open()
    expect(await screen.findByRole('region', { name: 'Nu doen' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Nieuw' })).toBeNull()
    await held.releaseAll()
    expect(await screen.findByRole('region', { name: 'Nieuw' })).toBeInTheDocument()
  })

  test('of many animals the first are seen, and the others are one press away', async () => {
    await noReminders()
    for (let index = 1; index <= 9; index++) {
      await remind(clientId, { date: `2020-01-0${index}`, description: 'Ontworming', patientName: `Koe ${index}` })
    }
    await open()
    const toDo = await block('Nu doen')
    expect(toDo.getByText('Nog 3 te doen').closest('summary')).not.toBeNull()
    const fold = toDo.getByText('Nog 3 te doen').closest('details')
    expect(fold?.querySelectorAll('li')).toHaveLength(3)
  })

  test('adds up nothing that is not all there', async () => {
    const [invoice] = await openInvoices()
    for (let times = 0; times < 201; times++) {
      const uuid = crypto.randomUUID()
      await database()
        .insertInto('invoice')
        .values({
          uuid,
          client_uuid: clientId,
          date: '2026-01-01',
          status: 'UNPAID',
          data: JSON.stringify({ ...invoice, uuid }),
        })
        .execute()
    }
    const count = (await openInvoices()).length
    const euros = watchFor(/€/)
    await open()
    expect((await block('Te betalen')).getByText(`${count} facturen`)).toBeVisible()
    expect(euros.stop()).toEqual([])
  })

  test.each([
    ['an amount that is not given', { uuid: 'b', status: 'UNPAID' }],
    ['other money', { uuid: 'b', status: 'UNPAID', totalInclVat: 5, currency: 'USD' }],
  ])('adds up nothing with %s, but counts it', async (_, invoice) => {
    injectFault(answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID', totalInclVat: 5 }, invoice]))
    await open()
    expect((await block('Te betalen')).getByText('2 facturen')).toBeVisible()
  })

  test.each([
    ['what the practice owes', { totalInclVat: -20 }],
    ['what is paid to the last cent', { totalInclVat: 20, openAmount: 0 }],
  ])('asks for no money for %s', async (_, amounts) => {
    injectFault(answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID', ...amounts }]))
    await open()
    await arrived()
    expect(blocks()).toEqual(['Nu doen', 'Nieuw', 'Straks', 'Uw praktijk'])
  })

  test('counts no invoice that an API sends in spite of the filter', async () => {
    injectFault(
      answersWith('clients/*/invoices', [
        { uuid: 'a', status: 'PAID', totalInclVat: 7 },
        { uuid: 'b', status: 'UNPAID', totalInclVat: 5, dueDate: '2999-12-31' },
      ]),
    )
    await open()
    const toPay = await block('Te betalen')
    expect(texts(toPay)).toEqual(['€ 5,001 factuur, uiterlijk 31 december 2999Betalen'])
  })

  test('leaves out the types that an API does not have, without a word', async () => {
    injectFault(
      http.get('*/api/clients/*/visit-forms', () => HttpResponse.json(empty)),
      ...TYPES.map((type) => answers('get', `clients/*/${type}`, 404, 'not-found')),
    )
    await open()
    await arrived()
    expect(blocks()).toEqual(['Nu doen', 'Te betalen', 'Straks', 'Uw praktijk'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('where one call fails there is all else, no message, and no word that this is all', async () => {
    await nothingDue()
    noPapers()
    injectFault(answers('get', 'clients/*/invoices', 500))
    await open()
    await arrived()
    expect(blocks()).toEqual(['Straks', 'Uw praktijk'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/Alles is bij/)).toBeNull()
  })

  test('says that all is done, and when something is due again', async () => {
    await noReminders()
    await remind(clientId, { date: '2999-12-10' })
    noPapers()
    injectFault(answersWith('clients/*/invoices', []))
    await open()
    await arrived()
    expect(screen.getByText(/^Alles is bij\. Eerstvolgende:/).closest('p')).toHaveTextContent(/: 10 december 2999\.$/)
    expect(blocks()).toEqual(['Straks', 'Uw praktijk'])
  })

  test('says so where there is nothing at all', async () => {
    await noReminders()
    noPapers()
    injectFault(answersWith('clients/*/invoices', []))
    await open()
    await arrived()
    expect(screen.getByText('Alles is bij.')).toBeVisible()
    expect(screen.queryByText('Geen herinneringen')).toBeNull()
    expect(blocks()).toEqual(['Uw praktijk'])
  })

  test('takes papers and invoices of which little is known', async () => {
    injectFault(
      answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID' }]),
      answersWith('clients/*/visit-forms', [{ uuid: 'b', date: today() }, { uuid: 'undated' }]),
      ...TYPES.map((type) =>
        answersWith(`clients/*/${type}`, type === 'agreements' ? [{ uuid: 'c', date: today() }] : []),
      ),
    )
    await open()
    expect((await block('Te betalen')).getByText('1 factuur')).toBeVisible()
    expect((await block('Nieuw')).getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Bezoek',
      'Overeenkomst',
    ])
  })

  test.each(['?active=false', '?active=true&page=2', `?active=true&patient=`])('is no part of %s', async (search) => {
    const [animal] = await animalsOf(clientId)
    const portal = await open(`/client/portal/reminders${search}${search.endsWith('=') ? animal!.uuid : ''}`)
    expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Nu doen' })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/invoices'))).toEqual([])
  })
})

describe('the bar at the foot', () => {
  const bar = () => screen.queryByRole('navigation', { name: 'Meest gebruikt' })

  beforeEach(() => wide(390))
  afterEach(() => wide(1024))

  test('leads an owner to the pages that are opened most, and opens the drawer for the rest', async () => {
    const portal = await open()
    const links = within(bar()!).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/client\/portal\/reminders/),
      '/client/patients',
      '/client/invoices',
    ])
    expect(links[0]).toHaveAttribute('aria-current', 'page')
    await waitFor(() => expect(links[0]).toHaveAccessibleName(/^Herinneringen.*, 20 actieve herinneringen$/))
    const more = within(bar()!).getByRole('button', { name: 'Meer' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    await portal.user.click(more)
    expect(more).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('navigation', { name: 'Hoofdmenu' })).toContainElement(
      document.activeElement as HTMLElement,
    )
  })

  test('is not there on a wide screen', async () => {
    await open()
    expect(bar()).not.toBeNull()
    act(() => wide(1024))
    await waitFor(() => expect(bar()).toBeNull())
  })

  test('is not there for staff who view an owner', async () => {
    const remembered = { clientId, activePracticeId: 'de-waag' }
    sessionStorage.setItem('portal', JSON.stringify({ state: remembered, version: 0 }))
    await openPortal('/client/portal/reminders', { as: 'staff' })
    expect(await screen.findByRole('region', { name: 'Nu doen' })).toBeVisible()
    expect(bar()).toBeNull()
  })
})

/** Those of the last 60 days, the newest first. */
async function newPapers() {
  const since = dayjs(today()).subtract(60, 'day').format('YYYY-MM-DD')
  const visits = await database()
    .selectFrom('visit_form')
    .select(['uuid', 'date', 'data'])
    .where('client_uuid', '=', clientId)
    .execute()
  const attachments = await database()
    .selectFrom('attachment')
    .select(['uuid', 'date', 'type', 'data'])
    .where('client_uuid', '=', clientId)
    .execute()
  return [...visits.map((visit) => ({ ...visit, type: 'visit-forms' })), ...attachments]
    .map(({ uuid, date, type, data }) => {
      const { reason, name } = JSON.parse(data) as { reason?: string; name?: string }
      return { uuid, date, type, name: (reason ?? name)! }
    })
    .sort(
      (a, b) =>
        b.date.localeCompare(a.date) || TYPES.indexOf(a.type) - TYPES.indexOf(b.type) || b.uuid.localeCompare(a.uuid),
    )
    .filter(({ date }) => date >= since && date <= today())
}
