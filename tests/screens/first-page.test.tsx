import { act, screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { today } from '#src/lib/dates.ts'
import { watchFor } from './faults.tsx'
import { animalsOf, clientOf, nothingWaits, remind } from './owner.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'
import { replies, wide } from './steps.ts'

const TYPES = ['lab-results', 'treatment-plans', 'agreements', 'attachments']

let clientId: string

beforeEach(async () => {
  clientId = await clientOf('owner')
  // Withdrawal periods, appointments, medicines and requests are tested in other files.
  for (const table of ['logbook_entry', 'appointment', 'request_settings'] as const)
    await database().deleteFrom(table).execute()
  injectFault(replies('get', 'clients/*/being-given', []))
})

const open = (address = '/client/portal/reminders') => openPortal(address, { as: 'owner' })

/** Returns a section of the page, after all sections have loaded. */
async function block(name: string) {
  await arrived()
  return within(screen.getByRole('region', { name }))
}
async function arrived() {
  await screen.findByRole('heading', { name: 'Vandaag' })
  await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
}
/** Returns the texts of list items, with plain spaces in amounts of money. */
const texts = (of: { getAllByRole: (role: string) => HTMLElement[] }) =>
  of.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll('\u00A0', ' '))
const blocks = () =>
  within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)

const answersWith = (path: string, content: object[]) =>
  http.get(`*/api/${path}`, () =>
    HttpResponse.json({ content, page: { number: 0, size: 200, totalPages: 1, totalElements: content.length } }),
  )
const noDocuments = () => injectFault(...['visit-forms', ...TYPES].map((path) => answersWith(`clients/*/${path}`, [])))

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

describe('the first page of an owner', () => {
  test('lists what is due by animal, what to pay, what is new, and what comes later', async () => {
    const invoices = await openInvoices()
    const sum = invoices.reduce((total, { openAmount, totalInclVat }) => total + Number(openAmount ?? totalInclVat), 0)
    const late = invoices.filter(({ dueDate }) => String(dueDate) < today()).length
    const documents = await newDocuments()
    await open()
    const toDo = await block('Nu doen')
    expect(blocks()).toEqual([
      'Nu doen',
      'Gevraagd door uw praktijk',
      'Te betalen',
      'Nieuw',
      'Herinneringen',
      'Uw praktijk',
    ])
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
      documents.map(({ type, uuid, name }) => [
        name,
        type === 'visit-forms' ? `/client/visit-forms?visit=${uuid}` : `/client/attachments/${type}`,
      ]),
    )

    const later = await block('Herinneringen')
    expect(later.getByRole('list', { name: /^Herinneringen per maand/ })).toBeVisible()
    expect(document.querySelector('details[open]')).toBeNull()
  })

  test('shows due reminders before sections with slow calls have loaded', async () => {
    const held = holdRequests('clients/:id/invoices')
    await open()
    expect(await screen.findByRole('region', { name: 'Nu doen' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Herinneringen' })).toBeNull()
    expect(await screen.findByRole('region', { name: 'Herinneringen' })).toBeVisible()
    await held.releaseAll()
    expect(await screen.findByRole('region', { name: 'Nieuw' })).toBeInTheDocument()
    expect(blocks().slice(0, 2)).toEqual(['Nu doen', 'Herinneringen'])
    expect(blocks().slice(-2)).toEqual(['Te betalen', 'Nieuw'])
  })

  test('collapses due reminders after the sixth animal', async () => {
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

  test('shows no sum of more than 200 invoices', async () => {
    const [invoice] = await openInvoices()
    const many = Array.from({ length: 201 }, () => {
      const uuid = crypto.randomUUID()
      const data = JSON.stringify({ ...invoice, uuid })
      return { uuid, client_uuid: clientId, date: '2026-01-01', status: 'UNPAID' as const, data }
    })
    await database().insertInto('invoice').values(many).execute()
    const count = (await openInvoices()).length
    const euros = watchFor(/€/)
    await open()
    expect((await block('Te betalen')).getByText(`${count} facturen`)).toBeVisible()
    expect(euros.stop()).toEqual([])
  })

  test.each([
    ['no sum if an amount is unknown', [{}], ['2 facturenBetalen']],
    ['no sum of two currencies', [{ totalInclVat: 5, currency: 'USD' }], ['2 facturenBetalen']],
    ['no invoice that is paid to the last cent', [{ totalInclVat: 20, openAmount: 0 }], ['€ 5,001 factuurBetalen']],
    ['no paid invoice that an API sends', [{ status: 'PAID', totalInclVat: 7 }], ['€ 5,001 factuurBetalen']],
  ])('shows in the invoices to pay: %s', async (_, more, expected) => {
    const invoices = [{ totalInclVat: 5 }, ...more]
    const content = invoices.map((invoice, index) => ({ uuid: `${index}`, status: 'UNPAID', ...invoice }))
    injectFault(answersWith('clients/*/invoices', content))
    await open()
    expect(texts(await block('Te betalen'))).toEqual(expected)
  })

  test('shows no amount to pay if only the practice owes money', async () => {
    injectFault(answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID', totalInclVat: -20 }]))
    await open()
    await arrived()
    expect(blocks()).toEqual(['Nu doen', 'Gevraagd door uw praktijk', 'Nieuw', 'Herinneringen', 'Uw praktijk'])
  })

  test('omits new documents if the API has none of their types', async () => {
    noDocuments()
    injectFault(...TYPES.map((type) => answers('get', `clients/*/${type}`, 404, 'not-found')))
    await open()
    await arrived()
    expect(blocks()).toEqual(['Nu doen', 'Gevraagd door uw praktijk', 'Te betalen', 'Herinneringen', 'Uw praktijk'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('omits a section that fails to load, without an alert', async () => {
    await nothingDue()
    await nothingWaits(clientId)
    noDocuments()
    injectFault(answers('get', 'clients/*/invoices', 500))
    await open()
    await arrived()
    expect(blocks()).toEqual(['Herinneringen', 'Uw praktijk'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/U bent helemaal bij/)).toBeNull()
  })

  test.each([
    ['the next date', '2999-12-10', 'U bent helemaal bij.Eerstvolgende: 10 december 2999.'],
    ['no date without reminders', null, /^U bent helemaal bij\.Uw praktijk stuurt een herinnering/],
  ])('states that nothing needs attention, with %s', async (_, date, text) => {
    await noReminders()
    if (date) await remind(clientId, { date })
    await nothingWaits(clientId)
    noDocuments()
    injectFault(answersWith('clients/*/invoices', []))
    await open()
    await arrived()
    expect((await screen.findByText(/^U bent helemaal bij/)).closest('p')?.parentElement).toHaveTextContent(text)
    expect(screen.queryByText('Geen herinneringen')).toBeNull()
    expect(blocks()).toEqual(['Herinneringen', 'Uw praktijk'])
  })

  test.each([
    ['estimate', 'estimate', /^Begrotingen.*antwoord$/, '/client/estimates/'],
    ['form', 'form_task', /^Formulieren.*in te vullen$/, '/client/forms/'],
    ['message', 'request', /^Verzoeken.*op u$/, '/client/requests/'],
  ] as const)(
    'links each %s that waits for the owner instead of stating that all is done',
    async (_, table, badge, address) => {
      await nothingDue()
      await nothingWaits(clientId, table)
      // The form of an appointment lapses with it.
      await database().updateTable('form_task').set({ appointment_uuid: null }).execute()
      noDocuments()
      injectFault(answersWith('clients/*/invoices', []))
      await open()
      await arrived()
      expect(await screen.findByRole('link', { name: badge })).toBeInTheDocument()
      expect(screen.getByText('Geen zorg te laat.')).toBeVisible()
      for (const link of (await block('Gevraagd door uw praktijk')).getAllByRole('link'))
        expect(link).toHaveAttribute('href', expect.stringMatching(`^${address}[\\w-]+$`))
    },
  )

  test('says that all is done in the same place after a slow call, and not before', async () => {
    await nothingDue()
    await nothingWaits(clientId)
    noDocuments()
    const held = holdRequests('clients/:id/invoices', undefined, () =>
      HttpResponse.json({ content: [], page: { number: 0, size: 200, totalPages: 0, totalElements: 0 } }),
    )
    await open()
    const said = await screen.findByText('Geen zorg te laat.')
    expect(await screen.findByRole('region', { name: 'Herinneringen' })).toBeVisible()
    expect(said).toHaveTextContent('Geen zorg te laat.')
    await held.releaseAll()
    await waitFor(() => expect(said).toHaveTextContent('U bent helemaal bij.'))
  })

  test('names documents and invoices with incomplete data', async () => {
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

  test.each(['?active=false', '?active=true&page=2', `?active=true&patient=`])('is not shown at %s', async (search) => {
    const [animal] = await animalsOf(clientId)
    const portal = await open(`/client/portal/reminders${search}${search.endsWith('=') ? animal!.uuid : ''}`)
    expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Nu doen' })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/invoices'))).toEqual([])
  })
})

describe('the bottom bar', () => {
  const bar = () => screen.queryByRole('navigation', { name: 'Meest gebruikt' })

  beforeEach(() => wide(390))
  afterEach(() => wide(1024))

  test('links the most used pages, and opens the menu for the others', async () => {
    const portal = await open()
    const links = within(bar()!).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/client\/portal\/reminders/),
      '/client/patients',
      '/client/invoices',
    ])
    expect(links[0]).toHaveAttribute('aria-current', 'page')
    await waitFor(() => expect(links[0]).toHaveAccessibleName(/^Vandaag.*, 20 actieve herinneringen, 4 te laat$/))
    const more = within(bar()!).getByRole('button', { name: 'Meer' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    await portal.user.click(more)
    expect(more).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('navigation', { name: 'Hoofdmenu' })).toContainElement(
      document.activeElement as HTMLElement,
    )
  })

  test('is absent on a wide screen', async () => {
    await open()
    expect(bar()).not.toBeNull()
    act(() => wide(1024))
    await waitFor(() => expect(bar()).toBeNull())
  })

  test('is absent for staff who view as an owner', async () => {
    const remembered = { clientId, activePracticeId: 'de-waag' }
    sessionStorage.setItem('portal', JSON.stringify({ state: remembered, version: 0 }))
    await openPortal('/client/portal/reminders', { as: 'staff' })
    expect(await screen.findByRole('region', { name: 'Nu doen' })).toBeVisible()
    expect(bar()).toBeNull()
  })
})

/** Returns the visit forms and attachments of the last 60 days, newest first. */
async function newDocuments() {
  const since = dayjs(today()).subtract(60, 'day').format('YYYY-MM-DD')
  const of = (table: 'visit_form' | 'attachment') =>
    database()
      .selectFrom(table as 'attachment')
      .selectAll()
      .where('client_uuid', '=', clientId)
      .execute()
  const visits = (await of('visit_form')).map((visit) => ({ ...visit, type: 'visit-forms' }))
  return [...visits, ...(await of('attachment'))]
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
