import type { Attachment } from '#contract/schemas/attachment.ts'
import { QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AttachmentType } from '#contract/attachment.ts'
import { answers } from '#mocks/faults.ts'
import { attachmentQueries } from '#src/api/attachments.ts'
import { settled } from './faults.tsx'
import { apiAnswers, hasAttachments, ownerAndAnimals, plain, shown } from './documents.tsx'
import { inEnglish } from './owner.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const PATH = '/client/attachments'
const open = (path = PATH) => openPortal(path, { as: 'owner' })
const missing = (type: AttachmentType) => injectFault(answers('get', `clients/*/${type}`, 404, 'not-found'))
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Uitslagen en documenten' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const cards = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent))
const filter = () => screen.getByRole('combobox', { name: 'Dier' })
const lists = ({ calls }: TestPortal, type: AttachmentType) =>
  calls.filter((call) => call.includes(`/${type}?`) && call.includes('size=25'))

async function ownerHas(...attachments: Partial<Attachment>[]) {
  const owner = await ownerAndAnimals()
  await hasAttachments(owner.clientId, ...attachments)
  return owner
}

const of = (type: AttachmentType, count: number, fields: (index: number) => Partial<Attachment> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ type, name: `Bestand ${index + 1}`, ...fields(index) }))

describe('the tabs', () => {
  test('one for each type, with how many there are; the address without a type is the first that has any', async () => {
    await ownerHas(...of('treatment-plans', 2), ...of('attachments', 30))
    const portal = await open()
    expect(portal.address()).toBe(`${PATH}/treatment-plans`)
    expect(tabs()).toEqual(['Labuitslagen0', 'Behandelplannen2', 'Overeenkomsten0', 'Overige documenten30'])
    expect(screen.getByRole('link', { name: /^Behandelplannen/ })).toHaveAttribute('aria-current', 'page')
    expect(cards('Behandelplannen')).toHaveLength(2)
    await portal.user.click(screen.getByRole('link', { name: /^Overige documenten/ }))
    await arrivesAt(portal, `${PATH}/attachments`)
    expect(await screen.findByText('1–25 van 30')).toBeVisible()
    await portal.user.click(screen.getByRole('link', { name: 'Volgende pagina' }))
    await waitFor(() => expect(cards('Overige documenten')).toHaveLength(5))
    expect(portal.address()).toBe(`${PATH}/attachments?page=2`)
    await portal.user.click(screen.getByRole('link', { name: /^Labuitslagen/ }))
    expect(await screen.findByText('Nog geen bestanden')).toBeVisible()
    expect(portal.address()).toBe(`${PATH}/lab-results`)
  })

  test('none for a type that the API does not have, and its address is the first that it has', async () => {
    await ownerHas(...of('agreements', 1))
    missing('lab-results')
    missing('attachments')
    const portal = await open(`${PATH}/lab-results`)
    expect(portal.address()).toBe(`${PATH}/agreements`)
    expect(tabs()).toEqual(['Behandelplannen0', 'Overeenkomsten1'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('with nothing in any, the first there is', async () => {
    await ownerHas()
    missing('lab-results')
    const portal = await open()
    expect(portal.address()).toBe(`${PATH}/treatment-plans`)
    expect(screen.getByText('Nog geen bestanden')).toBeVisible()
  })

  test('an API that has none of them', async () => {
    for (const type of ['lab-results', 'treatment-plans', 'agreements', 'attachments'] as const) missing(type)
    const portal = await open(`${PATH}/agreements`)
    expect(portal.address()).toBe(PATH)
    expect(screen.getByText('Nog geen bestanden')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Uitslagen en documenten' })).toBeNull()
  })

  test('one that fails stays, and takes nothing from the others', async () => {
    await ownerHas(...of('attachments', 1))
    injectFault(answers('get', 'clients/*/agreements', 500))
    const portal = await open(`${PATH}/attachments`)
    expect(tabs()).toEqual(['Labuitslagen0', 'Behandelplannen0', 'Overeenkomsten', 'Overige documenten1'])
    expect(portal.calls.filter((call) => call.includes('/agreements?'))).toHaveLength(1)
    expect(cards('Overige documenten')).toHaveLength(1)
  })

  test.each(['photos', 'toString', 'LAB-RESULTS'])('there is no type %s', async (type) => {
    const portal = await open(`${PATH}/${type}`)
    expect(portal.address()).toBe('/404')
    expect(portal.calls.some((call) => call.includes(`/${type}`))).toBe(false)
  })
})

describe('a file', () => {
  test('says what is known of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })
    await ownerHas(
      {
        type: 'treatment-plans',
        date: '2026-03-10',
        name: 'Behandelplan 2026',
        fileName: 'plan.pdf',
        patientName: 'Ooien',
        author: 'drs. A. Bakker',
        sizeBytes: 3_446_395,
        expiresDate: '2026-03-15',
      },
      {
        type: 'treatment-plans',
        date: '2025-03-01',
        fileName: 'oud-plan.pdf',
        sizeBytes: 20_000,
        expiresDate: '2026-03-14',
      },
      { type: 'treatment-plans', date: '2024-03-01' },
    )
    await open(`${PATH}/treatment-plans`)
    expect(cards('Behandelplannen')).toEqual([
      'Behandelplan 2026Ooien, 10 mrt 2026drs. A. Bakker, 3,4 MBHet bestand is nog niet beschikbaar.Geldig t/m 15 mrt 2026',
      'oud-plan.pdf1 mrt 202520 kBHet bestand is nog niet beschikbaar.Verlopen op 14 mrt 2026',
      'Behandelplan1 mrt 2024',
    ])
  })

  test('of an API that says no more than the specification has', async () => {
    const nothing = { date: null, name: null, sizeBytes: null, url: null, mimeType: null, author: null, type: null }
    apiAnswers('attachments', [{ uuid: 'a' }, { uuid: 'b', ...nothing }, { uuid: 'c', type: 'RADIOLOGY' }])
    injectFault(answers('get', 'clients/*/patients', 404, 'not-found'))
    await open(`${PATH}/attachments`)
    expect(cards('Overige documenten')).toEqual(['Document', 'Document', 'Document'])
    expect(shown()).not.toMatch(/Invalid|undefined|null|NaN/)
  })

  test('of an API without the capability is not said to come later', async () => {
    await ownerHas({ type: 'agreements', name: 'Overeenkomst', fileName: 'overeenkomst.pdf' })
    withoutCapabilities()
    await open(`${PATH}/agreements`)
    expect(cards('Overeenkomsten')).toEqual(['Overeenkomst1 mrt 2026'])
  })

  test('in English', async () => {
    await ownerHas({ type: 'agreements', sizeBytes: 1_500_000, expiresDate: '2999-05-12' })
    await inEnglish()
    await open(`${PATH}/agreements`)
    expect(cards('Agreements')).toEqual(['Agreement1 Mar 20261.5 MBValid until 12 May 2999'])
  })
})

describe('by animal', () => {
  test('the choice goes along to another tab, and no number is of other animals', async () => {
    const { clientId, animal } = await ownerAndAnimals()
    await hasAttachments(
      clientId,
      ...of('lab-results', 4, (index) => ({ patientUuid: animal(index ? 'Simba' : 'Bella'), patientName: 'x' })),
      ...of('agreements', 1, () => ({ patientUuid: animal('Simba') })),
    )
    const portal = await open(`${PATH}/lab-results`)
    await portal.user.selectOptions(filter(), 'Bella')
    await waitFor(() => expect(cards('Labuitslagen')).toHaveLength(1))
    expect(portal.address()).toBe(`${PATH}/lab-results?patient=${animal('Bella')}`)
    expect(lists(portal, 'lab-results').at(-1)).toContain(`&patientId=${animal('Bella')}`)
    expect(tabs()).toEqual(['Labuitslagen', 'Behandelplannen', 'Overeenkomsten', 'Overige documenten'])
    await portal.user.click(screen.getByRole('link', { name: 'Overeenkomsten' }))
    expect(await screen.findByText('Niets van dit dier')).toBeVisible()
    expect(portal.address()).toBe(`${PATH}/agreements?patient=${animal('Bella')}`)
    await portal.user.click(screen.getByRole('link', { name: 'Toon alle dieren' }))
    await waitFor(() => expect(cards('Overeenkomsten')).toHaveLength(1))
    expect(portal.address()).toBe(`${PATH}/agreements`)
  })

  test('also by the address without a type', async () => {
    const { clientId, animal } = await ownerAndAnimals()
    await hasAttachments(clientId, ...of('agreements', 1, () => ({ patientUuid: animal('Simba') })))
    const portal = await open(`${PATH}?patient=${animal('Simba')}`)
    expect(portal.address()).toBe(`${PATH}/agreements?patient=${animal('Simba')}`)
  })

  test('an API that ignores it shows no other animal under this one, and no totals of all', async () => {
    withoutCapabilities()
    const { animal } = await ownerAndAnimals()
    const content = of('attachments', 25, (index) => ({
      uuid: `a${index}`,
      patientUuid: animal(index === 3 ? 'Bella' : 'Simba'),
    }))
    withoutCapabilities()
    apiAnswers('attachments', content, 40)
    withoutCapabilities()
    const portal = await open(`${PATH}/attachments?patient=${animal('Bella')}`)
    expect(cards('Overige documenten')).toEqual(['Bestand 4Bella'])
    expect(screen.queryByText(/van 40/)).toBeNull()
    await portal.user.selectOptions(filter(), 'Alle dieren')
    expect(await screen.findByText('1–25 van 40')).toBeVisible()
  })

  test('an animal of nobody here is no filter', async () => {
    const portal = await open(`${PATH}/lab-results?patient=5d3c0000-0000-4000-8000-000000000000`)
    expect(portal.address()).toBe(`${PATH}/lab-results`)
    expect(lists(portal, 'lab-results').every((call) => !call.includes('patientId'))).toBe(true)
  })
})

test('a page beyond the end has a way back, also where the API answers it with 404', async () => {
  await ownerHas(...of('attachments', 3))
  const portal = await open(`${PATH}/attachments?page=4`)
  await portal.user.click(screen.getByRole('link', { name: 'Naar de eerste pagina' }))
  await waitFor(() => expect(cards('Overige documenten')).toHaveLength(3))
  expect(portal.address()).toBe(`${PATH}/attachments`)
  injectFault(answers('get', 'clients/*/attachments', 404, 'not-found'))
  await portal.router.navigate({
    to: '/client/attachments/$attachmentType',
    params: { attachmentType: 'attachments' },
    search: { page: 5 },
  })
  await settled()
  expect(await screen.findByText('Deze pagina is leeg')).toBeVisible()
})

test('what another page does not wait for any more is loaded for this one all the same', async () => {
  const { clientId } = await ownerAndAnimals()
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  const { queryClient } = portal.router.options.context
  const slow = holdRequests('clients/*/lab-results')
  await act(async () => void portal.router.navigate({ to: '/client/attachments' }))
  await slow.count(1)
  // As a page does that shows it, and is left.
  new QueryObserver(queryClient, attachmentQueries.newest(clientId, 'lab-results')).subscribe(() => {})()
  await slow.releaseAll()
  expect(await screen.findByRole('heading', { level: 1, name: 'Uitslagen en documenten' })).toBeVisible()
  expect(screen.queryByText('Deze pagina kon niet worden geladen')).toBeNull()
})
