import { screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { collect } from '#src/offline/records.ts'
import { type TestPortal, database, openPortal, typesOfAttachments } from '#harness/portal.tsx'
import { withoutAnimals } from './animals.ts'
import { settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { apiAnswers, hasAttachments, ownerAndAnimals } from './documents.tsx'

// The types of attachments are a setting of the page, beside the root of the API.

const PATH = '/client/attachments'
const FOUR = ['lab-results', 'treatment-plans', 'agreements', 'attachments']
/** Of which the portal knows nothing, and which is no markup. */
const FIFTH = 'x-rays<i>'
/** Within the days in which the first page shows a record as new. */
const DATE = dayjs().subtract(9, 'day').format('YYYY-MM-DD')
const DAY = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(DATE))
const ADDRESS = `${PATH}/${encodeURIComponent(FIFTH)}`

const open = (address: string) => openPortal(address, { as: 'owner' })
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Uitslagen en documenten' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const typesAsked = ({ calls }: TestPortal) =>
  new Set(calls.flatMap((call) => /clients\/[^/]+\/([^/?]+)\?/.exec(call)?.[1] ?? []).map(decodeURIComponent))

/** The owner has one paper of the fifth type, without a name, and no others. */
async function ownerHasFifth() {
  const { clientId, animal } = await ownerAndAnimals()
  await hasAttachments(clientId)
  await database().deleteFrom('visit_form').where('client_uuid', '=', clientId).execute()
  const patientUuid = animal('Bella')
  const uuid = crypto.randomUUID()
  apiAnswers('x-rays*', [{ uuid, date: DATE, type: FIFTH.toUpperCase(), patientUuid }])
  return { patientUuid, uuid }
}

describe('a fifth type', () => {
  test('has a tab, an address and papers of its own name, as text', async () => {
    typesOfAttachments(...FOUR, FIFTH)
    await ownerHasFifth()
    const portal = await open(ADDRESS)
    expect(decodeURIComponent(portal.address())).toBe(`${PATH}/${FIFTH}`)
    expect(tabs()).toEqual(['Labuitslagen0', 'Behandelplannen0', 'Overeenkomsten0', 'Overige documenten0', `${FIFTH}1`])
    const papers = within(screen.getByRole('list', { name: FIFTH })).getAllByRole('listitem')
    expect(papers.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(`${FIFTH}Bella`)])
    expect(document.querySelector('i')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is where the address without a type leads to, when it is the first that has any', async () => {
    typesOfAttachments(...FOUR, FIFTH)
    await ownerHasFifth()
    const portal = await open(PATH)
    expect(decodeURIComponent(portal.address())).toBe(`${PATH}/${FIFTH}`)
  })

  test('is among the newest papers of the first page, and in the timeline of an animal', async () => {
    typesOfAttachments(...FOUR, FIFTH)
    const { patientUuid } = await ownerHasFifth()
    const portal = await open('/client/portal/reminders')
    expect(await screen.findByRole('link', { name: FIFTH })).toHaveAttribute('href', ADDRESS)
    await portal.router.navigate({
      to: '/client/patients/$patientId',
      params: { patientId: patientUuid },
      search: { show: 'thread', kinds: 'attachments' },
    })
    expect(await screen.findByRole('link', { name: `Document, ${DAY}` })).toHaveAttribute('href', ADDRESS)
  })

  describe('in the download of one’s data', () => {
    let file: Blob
    afterEach(() => vi.restoreAllMocks())

    test('has a table, and its place in the overview and in the fields for programs', async () => {
      typesOfAttachments('agreements', FIFTH)
      vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
        file = given as Blob
        return 'blob:x'
      })
      vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
      const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
      const { uuid } = await ownerHasFifth()
      await database().deleteFrom('invoice').execute()
      const portal = await open('/client/portal/settings')
      await portal.user.click(await screen.findByRole('button', { name: 'Gegevens downloaden' }))
      await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
      const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
      expect(strFromU8(files['x-rays-i.csv']!)).toContain(`\r\n${dayjs(DATE).format('DD-MM-YYYY')};`)
      const overview = strFromU8(files['lees-mij.txt']!)
      expect(overview).toContain(`- ${FIFTH}: 1\r\n`)
      expect(overview).toContain('- Overeenkomsten: 0\r\n')
      expect(overview).not.toContain('Labuitslagen')
      const json = JSON.parse(strFromU8(files['gegevens.json']!)) as Record<string, unknown>
      expect(json[FIFTH]).toMatchObject([{ uuid }])
      expect(json).not.toHaveProperty('lab-results')
      expect([...typesAsked(portal)].filter((type) => FOUR.includes(type))).toEqual(['agreements'])
    })
  })
})

describe('fewer types', () => {
  test('have no tabs but their own, and nothing else is asked for', async () => {
    typesOfAttachments('agreements', 'lab-results')
    const portal = await open(`${PATH}/agreements`)
    expect(portal.address()).toBe(`${PATH}/agreements`)
    expect(tabs().map((tab) => tab.replace(/\d+$/, ''))).toEqual(['Overeenkomsten', 'Labuitslagen'])
    await portal.router.navigate({ to: '/client/portal/reminders' })
    await settled()
    const others = [...typesAsked(portal)].filter((type) => FOUR.includes(type))
    expect(others.toSorted()).toEqual(['agreements', 'lab-results'])
  })

  test('are those that are kept for reading offline', async () => {
    typesOfAttachments('agreements', 'lab-results')
    await withoutAnimals(await ownerId())
    const portal = await open('/client/patients')
    await collect(portal.router)
    const others = [...typesAsked(portal)].filter((type) => FOUR.includes(type))
    expect(others.toSorted()).toEqual(['agreements', 'lab-results'])
  })

  test('the address of another one is not found', async () => {
    typesOfAttachments('agreements')
    const portal = await open(`${PATH}/lab-results`)
    expect(portal.address()).toBe('/404')
    expect(portal.calls.some((call) => call.includes('/lab-results'))).toBe(false)
  })
})

test('where the page says nothing of them, they are the four of the specification’s own server', async () => {
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
