import type { Attachment } from '#contract/schemas/attachment.ts'
import { QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AttachmentType } from '#contract/document.ts'
import { answers } from '#mocks/faults.ts'
import { attachmentQueries } from '#src/api/attachments.ts'
import { apiAnswers, hasAttachments, ownerAndAnimals, plain, shown } from './documents.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { shows } from './steps.ts'
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

describe('the tabs of the attachments', () => {
  test('show the count of each type, and open the first type with files', async () => {
    await ownerHas(...of('treatment-plans', 2), ...of('attachments', 30))
    const portal = await open()
    expect(portal.address()).toBe(`${PATH}/treatment-plans`)
    expect(tabs()).toEqual(['Labuitslagen0', 'Behandelplannen2', 'Overeenkomsten0', 'Overige documenten30'])
    expect(screen.getByRole('link', { name: /^Behandelplannen/ })).toHaveAttribute('aria-current', 'page')
    expect(cards('Behandelplannen')).toHaveLength(2)
    await portal.follow(/^Overige documenten/)
    await arrivesAt(portal, `${PATH}/attachments`)
    await shows('1–25 van 30')
    await portal.follow('Volgende pagina')
    await waitFor(() => expect(cards('Overige documenten')).toHaveLength(5))
    expect(portal.address()).toBe(`${PATH}/attachments?page=2`)
    await portal.follow(/^Labuitslagen/)
    await shows('Nog geen bestanden')
    expect(portal.address()).toBe(`${PATH}/lab-results`)
  })

  test('omit a type that the API lacks', async () => {
    await ownerHas(...of('agreements', 1))
    missing('lab-results')
    missing('attachments')
    const portal = await open(`${PATH}/lab-results`)
    expect(portal.address()).toBe(`${PATH}/agreements`)
    expect(tabs()).toEqual(['Behandelplannen0', 'Overeenkomsten1'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    [['lab-results'], `${PATH}/treatment-plans`],
    [['lab-results', 'treatment-plans', 'agreements', 'attachments'], PATH],
  ] as const)('open the first available type if all are empty and the API lacks %o', async (types, address) => {
    await ownerHas()
    for (const type of types) missing(type)
    const portal = await open(`${PATH}/lab-results`)
    expect(portal.address()).toBe(address)
    await shows('Nog geen bestanden')
    expect(screen.queryByRole('alert')).toBeNull()
    const navigation = screen.queryByRole('navigation', { name: 'Uitslagen en documenten' })
    expect(navigation === null).toBe(address === PATH)
  })

  test('show a type that fails to load, without a count', async () => {
    await ownerHas(...of('attachments', 1))
    injectFault(answers('get', 'clients/*/agreements', 500))
    const portal = await open(`${PATH}/attachments`)
    expect(tabs()).toEqual(['Labuitslagen0', 'Behandelplannen0', 'Overeenkomsten', 'Overige documenten1'])
    expect(portal.calls.filter((call) => call.includes('/agreements?'))).toHaveLength(1)
    expect(cards('Overige documenten')).toHaveLength(1)
  })

  test.each(['photos', 'toString', 'LAB-RESULTS'])('do not include the unknown type %s', async (type) => {
    const portal = await open(`${PATH}/${type}`)
    expect(portal.address()).toBe('/404')
    expect(portal.calls.some((call) => call.includes(`/${type}`))).toBe(false)
  })
})

describe('an attachment', () => {
  test('shows its details', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })
    const plan = { type: 'treatment-plans' as const }
    await ownerHas(
      {
        ...plan,
        date: '2026-03-10',
        name: 'Behandelplan 2026',
        fileName: 'plan.pdf',
        patientName: 'Ooien',
        author: 'drs. A. Bakker',
        sizeBytes: 3_446_395,
        expiresDate: '2026-03-15',
      },
      { ...plan, date: '2025-03-01', fileName: 'oud-plan.pdf', sizeBytes: 20_000, expiresDate: '2026-03-14' },
      { ...plan, date: '2024-03-01' },
    )
    await open(`${PATH}/treatment-plans`)
    expect(cards('Behandelplannen')).toEqual([
      'Behandelplan 2026Ooien, 10 mrt 2026drs. A. Bakker, 3,4 MBHet bestand is nog niet beschikbaar.Geldig t/m 15 mrt 2026',
      'oud-plan.pdf1 mrt 202520 kBHet bestand is nog niet beschikbaar.Verlopen op 14 mrt 2026',
      'Behandelplan1 mrt 2024',
    ])
  })

  test('is named by its type if it has only an id', async () => {
    const nothing = { date: null, name: null, sizeBytes: null, url: null, mimeType: null, author: null, type: null }
    apiAnswers('attachments', [{ uuid: 'a' }, { uuid: 'b', ...nothing }, { uuid: 'c', type: 'RADIOLOGY' }])
    injectFault(answers('get', 'clients/*/patients', 404, 'not-found'))
    await open(`${PATH}/attachments`)
    expect(cards('Overige documenten')).toEqual(['Document', 'Document', 'Document'])
    expect(shown()).not.toMatch(/Invalid|undefined|null|NaN/)
  })

  test('shows no notice of a missing file if the API lacks that capability', async () => {
    await ownerHas({ type: 'agreements', name: 'Overeenkomst', fileName: 'overeenkomst.pdf' })
    withoutCapabilities()
    await open(`${PATH}/agreements`)
    expect(cards('Overeenkomsten')).toEqual(['Overeenkomst1 mrt 2026'])
  })
})

describe('the filter of attachments by animal', () => {
  test('is kept in other tabs, which then show no counts', async () => {
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
    await portal.follow('Overeenkomsten')
    await shows('Niets voor dit dier')
    expect(portal.address()).toBe(`${PATH}/agreements?patient=${animal('Bella')}`)
    await portal.follow('Alle dieren tonen')
    await waitFor(() => expect(cards('Overeenkomsten')).toHaveLength(1))
    expect(portal.address()).toBe(`${PATH}/agreements`)
    await portal.goTo(`${PATH}?patient=${animal('Bella')}`)
    await waitFor(() => expect(portal.address()).toBe(`${PATH}/lab-results?patient=${animal('Bella')}`))
  })

  test('hides other animals and the total if the API ignores it', async () => {
    const { animal } = await ownerAndAnimals()
    const content = of('attachments', 25, (index) => ({
      uuid: `a${index}`,
      patientUuid: animal(index === 3 ? 'Bella' : 'Simba'),
    }))
    apiAnswers('attachments', content, 40)
    withoutCapabilities()
    const portal = await open(`${PATH}/attachments?patient=${animal('Bella')}`)
    expect(cards('Overige documenten')).toEqual(['Bestand 4Bella'])
    expect(screen.queryByText(/van 40/)).toBeNull()
    await portal.user.selectOptions(filter(), 'Alle dieren')
    await shows('1–25 van 40')
  })

  test('is removed from the URL for an unknown animal', async () => {
    const portal = await open(`${PATH}/lab-results?patient=5d3c0000-0000-4000-8000-000000000000`)
    expect(portal.address()).toBe(`${PATH}/lab-results`)
    expect(lists(portal, 'lab-results').every((call) => !call.includes('patientId'))).toBe(true)
  })
})

test('attachments whose loading was cancelled by another page are loaded again', async () => {
  const { clientId } = await ownerAndAnimals()
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  const { queryClient } = portal.router.options.context
  const slow = holdRequests('clients/*/lab-results')
  await act(async () => void portal.router.navigate({ to: '/client/attachments' }))
  await slow.count(1)
  // Simulates a page that shows the list and is left.
  new QueryObserver(queryClient, attachmentQueries.newest(clientId, 'lab-results')).subscribe(() => {})()
  await slow.releaseAll()
  expect(await screen.findByRole('heading', { level: 1, name: 'Uitslagen en documenten' })).toBeVisible()
  expect(screen.queryByText('Deze pagina kon niet worden geladen')).toBeNull()
})
