import { screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { describe, expect, test, vi } from 'vitest'
import { collectRecords } from '#src/offline/records.ts'
import { type TestPortal, database, openPortal, typesOfAttachments, withoutCapabilities } from '#harness/portal.tsx'
import { withoutAnimals } from './animals.ts'
import { settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { apiAnswers, hasAttachments, ownerAndAnimals } from './documents.tsx'
import { savedFiles } from './steps.ts'

const PATH = '/client/attachments'
const FOUR = ['lab-results', 'treatment-plans', 'agreements', 'attachments']
/** Attachment type without a translation, whose name contains markup. */
const FIFTH = 'x-rays<i>'
/** A date recent enough for the new documents of the first page. */
const DATE = dayjs().subtract(9, 'day').format('YYYY-MM-DD')
const DAY = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(DATE))
const ADDRESS = `${PATH}/${encodeURIComponent(FIFTH)}`

const open = (address: string) => openPortal(address, { as: 'owner' })
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Uitslagen en documenten' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
/** Returns the requested types that are in the specification. */
const requestedTypes = ({ calls }: TestPortal) =>
  FOUR.filter((type) => calls.some((call) => call.includes(`/${type}?`))).sort()

/** Gives the owner one document, of the fifth type. */
async function ownerHasFifth() {
  const { clientId, animal } = await ownerAndAnimals()
  await hasAttachments(clientId)
  await database().deleteFrom('visit_form').where('client_uuid', '=', clientId).execute()
  const patientUuid = animal('Bella')
  const uuid = crypto.randomUUID()
  apiAnswers('x-rays*', [{ uuid, date: DATE, type: FIFTH.toUpperCase(), patientUuid }])
  return { patientUuid, uuid }
}

describe('a configured attachment type that is not in the specification', () => {
  test('has its own tab and URL, and opens first if other types are empty', async () => {
    typesOfAttachments(...FOUR, FIFTH)
    await ownerHasFifth()
    const portal = await open(PATH)
    expect(decodeURIComponent(portal.address())).toBe(`${PATH}/${FIFTH}`)
    expect(tabs()).toEqual(['Labuitslagen0', 'Behandelplannen0', 'Overeenkomsten0', 'Overige documenten0', `${FIFTH}1`])
    const documents = within(screen.getByRole('list', { name: FIFTH })).getAllByRole('listitem')
    expect(documents.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(`${FIFTH}Bella`)])
    expect(document.querySelector('i')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('appears among the new documents and in the timeline of an animal', async () => {
    typesOfAttachments(...FOUR, FIFTH)
    const { patientUuid } = await ownerHasFifth()
    const portal = await open('/client/portal/reminders')
    expect(await screen.findByRole('link', { name: FIFTH })).toHaveAttribute('href', ADDRESS)
    await portal.goTo(`/client/patients/${patientUuid}?show=thread&kinds=attachments`)
    expect(await screen.findByRole('link', { name: `Document, ${DAY}` })).toHaveAttribute('href', ADDRESS)
  })

  test('is included in the JSON file of the owner’s data', async () => {
    typesOfAttachments('agreements', FIFTH)
    const saved = savedFiles()
    const { uuid } = await ownerHasFifth()
    await database().deleteFrom('invoice').execute()
    withoutCapabilities()
    const portal = await open('/client/portal/settings')
    await portal.press('Gegevens downloaden')
    await waitFor(() => expect(saved).toHaveLength(1))
    const json = JSON.parse(await saved[0]!.file.text()) as Record<string, unknown>
    expect(json[FIFTH]).toMatchObject([{ uuid }])
    expect(json).not.toHaveProperty('lab-results')
    expect(requestedTypes(portal)).toEqual(['agreements'])
    vi.restoreAllMocks()
  })
})

describe('a configuration with fewer attachment types', () => {
  test('shows and loads only these types', async () => {
    typesOfAttachments('agreements', 'lab-results')
    const portal = await open(`${PATH}/agreements`)
    expect(portal.address()).toBe(`${PATH}/agreements`)
    expect(tabs().map((tab) => tab.replace(/\d+$/, ''))).toEqual(['Overeenkomsten', 'Labuitslagen'])
    await portal.goTo('/client/portal/reminders')
    await settled()
    expect(requestedTypes(portal)).toEqual(['agreements', 'lab-results'])
  })

  test('stores only these types for offline reading', async () => {
    typesOfAttachments('agreements', 'lab-results')
    await withoutAnimals(await ownerId())
    const portal = await open('/client/patients')
    await collectRecords(portal.router)
    expect(requestedTypes(portal)).toEqual(['agreements', 'lab-results'])
  })

  test('makes the URL of another type lead to the not-found page', async () => {
    typesOfAttachments('agreements')
    const portal = await open(`${PATH}/lab-results`)
    expect(portal.address()).toBe('/404')
    expect(portal.calls.some((call) => call.includes('/lab-results'))).toBe(false)
  })
})

test('attachments have the four specified types by default', async () => {
  document.querySelector('meta[name="portal-attachment-types"]')!.remove()
  const portal = await open(`${PATH}/lab-results`)
  expect(tabs().map((tab) => tab.replace(/\d+$/, ''))).toEqual([
    'Labuitslagen',
    'Behandelplannen',
    'Overeenkomsten',
    'Overige documenten',
  ])
  expect(portal.address()).toBe(`${PATH}/lab-results`)
})
