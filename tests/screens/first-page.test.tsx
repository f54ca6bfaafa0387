import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { today } from '#src/lib/dates.ts'
import { watchFor } from './faults.tsx'
import { animalsOf, clientOf } from './owner.tsx'
import { database, injectFault, openPortal } from '#harness/portal.tsx'

const TYPES = ['lab-results', 'treatment-plans', 'agreements', 'attachments']

let clientId: string

beforeEach(async () => {
  clientId = await clientOf('owner')
  // What may not be delivered yet is the matter of withdrawals.test.tsx.
  await database().deleteFrom('logbook_entry').execute()
})

const open = (address = '/client/portal/reminders') => openPortal(address, { as: 'owner' })

/** The strip, when all of it is here. */
async function strip() {
  const list = await screen.findByRole('list', { name: 'Wat verder aandacht vraagt' })
  await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'))
  return within(list)
}
/** With plain spaces in amounts of money. */
const links = async () =>
  (await strip()).getAllByRole('link').map(({ textContent }) => textContent.replaceAll('\u00A0', ' '))

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

describe('what else asks for attention', () => {
  test('says what is late, what is to be paid, and which papers are new; each leads to it', async () => {
    const invoices = await openInvoices()
    const sum = invoices.reduce((total, { openAmount, totalInclVat }) => total + Number(openAmount ?? totalInclVat), 0)
    const late = invoices.filter(({ dueDate }) => String(dueDate) < today()).length
    const euros = sum.toLocaleString('nl-NL', { minimumFractionDigits: 2 })
    const newest = await newestPapers()
    await open()
    expect(await links()).toEqual([
      '4 herinneringen te laat',
      `€ ${euros} te betalen`,
      ...newest.map(({ name }) => name),
    ])

    const row = await strip()
    expect(row.getByText('Bella: Vaccinatie: DHP + Lepto (L4) en nog 3')).toBeVisible()
    expect(row.getByRole('link', { name: /te laat/ })).toHaveAttribute('href', expect.stringMatching(/#late$/))
    expect(document.querySelector('#late')).toHaveTextContent(/^Te laat/)
    expect(row.getByText(`${invoices.length} facturen, ${late} te laat`)).toBeVisible()
    expect(row.getByRole('link', { name: /te betalen/ })).toHaveAttribute('href', '/client/invoices?status=UNPAID')
    expect(newest.map(({ name }) => row.getByRole('link', { name }).getAttribute('href'))).toEqual(
      newest.map(({ type, uuid }) =>
        type === 'visit-forms' ? `/client/visit-forms?visit=${uuid}` : `/client/attachments/${type}`,
      ),
    )
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
    expect(await links()).toContain(`${count} facturen te betalen`)
    expect(euros.stop()).toEqual([])
  })

  test.each([
    ['an amount that is not given', { uuid: 'b', status: 'UNPAID' }],
    ['other money', { uuid: 'b', status: 'UNPAID', totalInclVat: 5, currency: 'USD' }],
  ])('adds up nothing with %s, but counts it', async (_, invoice) => {
    injectFault(answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID', totalInclVat: 5 }, invoice]))
    await open()
    expect(await links()).toContain('2 facturen te betalen')
  })

  test.each([
    ['what the practice owes', { totalInclVat: -20 }],
    ['what is paid to the last cent', { totalInclVat: 20, openAmount: 0 }],
  ])('asks for no money for %s', async (_, amounts) => {
    noPapers()
    injectFault(answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID', ...amounts }]))
    await open()
    expect(await links()).toEqual(['4 herinneringen te laat'])
    expect((await strip()).getByText('Verder is er niets te doen.')).toBeVisible()
  })

  test('counts no invoice that an API sends in spite of the filter', async () => {
    injectFault(
      answersWith('clients/*/invoices', [
        { uuid: 'a', status: 'PAID', totalInclVat: 7 },
        { uuid: 'b', status: 'UNPAID', totalInclVat: 5 },
      ]),
    )
    await open()
    expect(await links()).toContain('€ 5,00 te betalen')
    expect((await strip()).getByText('1 factuur')).toBeVisible()
  })

  test('leaves out the types that an API does not have, without a word', async () => {
    injectFault(
      http.get('*/api/clients/*/visit-forms', () => HttpResponse.json(empty)),
      ...TYPES.map((type) => answers('get', `clients/*/${type}`, 404, 'not-found')),
    )
    await open()
    expect(await links()).toEqual(['4 herinneringen te laat', expect.stringMatching(/te betalen$/)])
    expect((await strip()).getByText('Verder is er niets te doen.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('where one call fails there is all else, no message, and no word that this is all', async () => {
    noPapers()
    injectFault(answers('get', 'clients/*/invoices', 500))
    await open()
    expect(await links()).toEqual(['4 herinneringen te laat'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Verder is er niets te doen.')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Te laat' })).toBeVisible()
  })

  test('where all fail the page is there without it', async () => {
    await database().deleteFrom('reminder').where('date', '<', today()).execute()
    injectFault(...['invoices', 'visit-forms', ...TYPES].map((path) => answers('get', `clients/*/${path}`, 500)))
    await open()
    expect(await screen.findByRole('heading', { name: 'Deze maand' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Wat verder aandacht vraagt' })).toBeNull())
  })

  test('says so where there is nothing', async () => {
    await database().deleteFrom('reminder').execute()
    noPapers()
    injectFault(answersWith('clients/*/invoices', []))
    await open()
    expect((await strip()).getByText('U bent helemaal bij.')).toBeVisible()
    expect(screen.getByText('Niets te doen')).toBeVisible()
  })

  test('does not repeat the one late reminder that is next up', async () => {
    const late = await database()
      .selectFrom('reminder')
      .select('uuid')
      .where('client_uuid', '=', clientId)
      .where('active', '=', 1)
      .where('date', '<', today())
      .orderBy('date')
      .execute()
    for (const { uuid } of late.slice(1)) await database().deleteFrom('reminder').where('uuid', '=', uuid).execute()
    await open()
    expect(await screen.findByRole('heading', { name: 'Bella: Vaccinatie: DHP + Lepto (L4)' })).toBeVisible()
    expect((await links()).join()).not.toMatch(/te laat/)
  })

  test('takes papers and invoices of which little is known', async () => {
    injectFault(
      answersWith('clients/*/invoices', [{ uuid: 'a', status: 'UNPAID' }]),
      answersWith('clients/*/visit-forms', [{ uuid: 'b' }]),
      ...TYPES.map((type) => answersWith(`clients/*/${type}`, type === 'agreements' ? [{ uuid: 'c' }] : [])),
    )
    await open()
    expect(await links()).toEqual([
      '4 herinneringen te laat',
      '1 factuur te betalen',
      'Visiteformulier',
      'Overeenkomst',
    ])
  })

  test.each(['?active=false', '?active=true&page=2', `?active=true&patient=`])('is no part of %s', async (search) => {
    const [animal] = await animalsOf(clientId)
    const portal = await open(`/client/portal/reminders${search}${search.endsWith('=') ? animal!.uuid : ''}`)
    expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Wat verder aandacht vraagt' })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/invoices'))).toEqual([])
  })
})

async function newestPapers() {
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
    .slice(0, 3)
}
