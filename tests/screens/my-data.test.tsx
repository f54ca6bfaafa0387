import { screen } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { answers } from '#mocks/faults.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'
import { ownerId } from './owner.ts'
import { savedFiles, shows } from './steps.ts'

const SETTINGS = '/client/portal/settings'
const DOWNLOAD = 'Gegevens downloaden'
let saved: ReturnType<typeof savedFiles>
let clientId: string

beforeEach(async () => {
  saved = savedFiles()
  clientId = await ownerId()
  return () => vi.restoreAllMocks()
})

const download = () => screen.findByRole('button', { name: DOWNLOAD })

async function starts() {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.press(DOWNLOAD)
  return portal
}

describe('the download of all data', () => {
  test('is an archive from the server, downloaded by a signed URL', async () => {
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      clicked.push(this.href)
    })
    await starts()
    await shows(/^Uw gegevens worden gedownload/)
    const [url] = clicked
    expect(url).toContain(`/files/exports/${clientId}?`)
    const files = unzipSync(new Uint8Array(await (await fetch(url!)).arrayBuffer()))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['lees-mij.txt', 'gegevens.json', 'dieren.csv']))
  })

  test('shows an error, and then the button again', async () => {
    injectFault(answers('get', 'clients/:id/export', 500))
    await starts()
    await shows(/De server gaf een fout \(500\)/)
    expect(await download()).not.toHaveAttribute('aria-busy')
    expect(saved).toEqual([])
  })

  test('is not offered to staff who view as the client', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'admin' })
    await portal.viewAs(clientId)
    await portal.goTo(SETTINGS)
    await shows(/Alleen de cliënt zelf kan alle gegevens in één bestand downloaden/)
    expect(screen.queryByRole('button', { name: DOWNLOAD })).toBeNull()
  })
})

describe('the download of all data from an API without archives', () => {
  beforeEach(() => {
    const others = CAPABILITIES.filter((capability) => capability !== 'client-export')
    injectFault(http.get('*/api/capabilities', () => HttpResponse.json(others)))
  })

  const countOf = async (table: 'invoice' | 'reminder' | 'visit_form' | 'patient') =>
    (await database().selectFrom(table).select('uuid').where('client_uuid', '=', clientId).execute()).length

  test('is one JSON file without signed URLs', async () => {
    await starts()
    await screen.findByText('Uw gegevens zijn gedownload.')
    const [{ name, file }] = saved as [{ name: string; file: Blob }]
    expect(name).toMatch(/^mijn-gegevens-dap-de-waag-\d{4}-\d\d-\d\d\.json$/)
    const text = await file.text()
    expect(text).not.toContain('signature=')
    const json = JSON.parse(text) as Record<string, Record<string, unknown>[]>
    expect(json).toMatchObject({
      account: { username: 'owner@mail.example' },
      client: { uuid: clientId, lastName: 'van den Berg' },
      practice: { id: 'de-waag' },
      notIncluded: [],
    })
    expect(json['patients']).toHaveLength(await countOf('patient'))
    expect(json['patients']!.some(({ logbook }) => (logbook as object[]).length > 0)).toBe(true)
    expect(json['invoices']).toHaveLength(await countOf('invoice'))
    expect(json['reminders']).toHaveLength(await countOf('reminder'))
    expect(json['visit-forms']).toHaveLength(await countOf('visit_form'))
    expect(json['appointments']!.length).toBeGreaterThan(0)
    expect(json['requests']!.length).toBeGreaterThan(0)
    for (const type of ATTACHMENT_TYPES) expect(json[type]).toBeInstanceOf(Array)
  })

  test('names a list that the API lacks', async () => {
    injectFault(answers('get', 'clients/:id/agreements', 404, 'not-found'))
    await starts()
    await screen.findByText('Uw gegevens zijn gedownload.')
    const json = JSON.parse(await saved[0]!.file.text()) as Record<string, unknown>
    expect(json['notIncluded']).toMatchObject([{ list: 'agreements' }])
  })

  test('saves nothing if a list fails to load, and shows one error', async () => {
    injectFault(answers('get', 'clients/:id/visit-forms', 500))
    await starts()
    expect(await screen.findAllByText(/De server gaf een fout \(500\)/)).toHaveLength(1)
    expect(await download()).not.toHaveAttribute('aria-busy')
    expect(saved).toEqual([])
  })

  test('saves nothing once the user has left the page', async () => {
    const forms = holdRequests('clients/:id/visit-forms')
    const portal = await starts()
    await forms.count(1)
    expect(await download()).toHaveAttribute('aria-busy', 'true')
    await portal.goTo('/client/portal/reminders')
    await forms.releaseAll()
    await screen.findByRole('heading', { level: 1 })
    expect(saved).toEqual([])
  })
})
