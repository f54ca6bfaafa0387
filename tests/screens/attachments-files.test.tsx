import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers, isUnreachable } from '#mocks/faults.ts'
import { GENERAL, settled, watch } from './faults.tsx'
import { shows } from './steps.ts'
import { apiAnswers, watchLinks, minutesLater, tabs } from './documents.tsx'
import { injectFault, openPortal } from '#harness/portal.tsx'

const PDF = { name: 'Uitslag', mimeType: 'application/pdf', fileName: 'uitslag.pdf' }
const DOC = { name: 'Brief', mimeType: 'application/msword', fileName: 'brief.doc' }
const FILES = 'https://files.example'
const GONE = 'Het bestand is niet meer beschikbaar. Vernieuw de pagina.'

const open = () => openPortal('/client/attachments/attachments', { as: 'owner' })
const link = (name: string) => screen.getByRole('link', { name })

let clicks: ReturnType<typeof watchLinks>
beforeEach(() => {
  clicks = watchLinks()
})
afterEach(() => clicks.stop())

/** Signs the URLs anew in every response with the list. */
function signedAnew() {
  let times = 0
  injectFault(
    http.get('*/api/clients/*/attachments', ({ request }) => {
      if (!request.url.includes('size=25')) return undefined
      times += 1
      const content = [PDF, DOC].map((file, index) => ({
        ...file,
        uuid: `a${index}`,
        url: `${FILES}/${index}?sig=${times}`,
      }))
      return Response.json({ content, page: { number: 0, size: 25, totalPages: 1, totalElements: 2 } })
    }),
  )
}

const KINDS = [
  ['PDF', { mimeType: 'application/pdf' }, 'openen'],
  ['a picture', { mimeType: 'image/jpeg' }, 'openen'],
  ['a picture of a phone', { mimeType: 'image/heic' }, 'openen'],
  ['a film', { mimeType: 'video/quicktime' }, 'openen'],
  ['a picture with the label of Windows', { mimeType: 'image/pjpeg' }, 'openen'],
  ['a PDF with a general label', { mimeType: 'application/octet-stream', fileName: 'x.pdf' }, 'openen'],
  ['a drawing, which may have scripts', { mimeType: 'image/svg+xml', fileName: 'x.png' }, 'downloaden'],
  ['a page', { mimeType: 'text/html' }, 'downloaden'],
  ['a document', { mimeType: 'application/msword' }, 'downloaden'],
  ['what calls itself PDF', { fileName: 'x.PDF' }, 'openen'],
  ['what says nothing', {}, 'downloaden'],
] as const

test('files that a browser can display open in a tab, and others are downloaded', async () => {
  apiAnswers(
    'attachments',
    KINDS.map(([name, fields]) => ({ uuid: name, name, url: `${FILES}/a`, ...fields })),
  )
  await open()
  for (const [name, , verb] of KINDS) {
    const anchor = link(`${name} ${verb}`)
    expect(anchor).toHaveAttribute('href', `${FILES}/a`)
    expect(anchor).toHaveAttribute('target', '_blank')
    expect(anchor).toHaveAttribute('rel', 'noopener noreferrer')
    expect(anchor.hasAttribute('download')).toBe(verb === 'downloaden')
  }
})

test('files with invalid URLs have no link', async () => {
  const addresses = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,<p>',
    'blob:https://files.example/1',
    '',
    null,
  ]
  apiAnswers('attachments', [
    ...addresses.map((url) => ({ ...PDF, uuid: String(url), url })),
    { ...PDF, uuid: 'good', name: 'Goed', url: `${FILES}/a` },
  ])
  await open()
  expect(screen.getAllByText('Uitslag')).toHaveLength(addresses.length)
  expect(screen.queryAllByRole('link', { name: /^Uitslag (openen|downloaden)/ })).toEqual([])
  expect(link('Goed openen')).toBeVisible()
})

describe('the signed URL of a file', () => {
  const openLater = async (minutes: number) => {
    signedAnew()
    const portal = await open()
    minutesLater(minutes)
    return portal
  }

  test('is reused for three minutes', async () => {
    const portal = await openLater(3)
    const { all } = watch(portal)
    await portal.follow('Uitslag openen')
    await portal.follow('Brief downloaden')
    expect(clicks.hrefs).toEqual([`${FILES}/0?sig=1`, `${FILES}/1?sig=1`])
    expect(all()).toEqual([])
  })

  test('is requested again after five minutes', async () => {
    const portal = await openLater(5)
    const opened = tabs()
    await portal.follow('Uitslag openen')
    expect(opened).toHaveLength(1)
    await waitFor(() => expect(opened[0]!.went).toEqual([`${FILES}/0?sig=2`]))
    expect(opened[0]!.opener).toBeNull()
    expect(clicks.hrefs).toEqual([])
    await waitFor(() => expect(link('Uitslag openen')).toHaveAttribute('href', `${FILES}/0?sig=2`))
    await portal.follow('Uitslag openen')
    expect(clicks.hrefs).toEqual([`${FILES}/0?sig=2`])
    minutesLater(5)
    await portal.follow('Brief downloaden')
    await waitFor(() => expect(clicks.hrefs.at(-1)).toBe(`${FILES}/1?sig=3`))
    expect(opened).toHaveLength(1)
  })

  test('opens by a second press if the browser blocks the tab', async () => {
    const portal = await openLater(5)
    tabs({ blocked: true })
    await portal.follow('Uitslag openen')
    await shows('Het bestand staat klaar. Open het nog een keer.')
    await portal.follow('Uitslag openen')
    expect(clicks.hrefs).toEqual([`${FILES}/0?sig=2`])
  })

  test.each([
    ['no response', () => isUnreachable('get', 'clients/*/attachments'), GENERAL],
    ['a failure', () => answers('get', 'clients/*/attachments', 500), /500/],
    ['no URL', () => null, GONE],
  ])('closes the tab and raises an alert if it fails to load with %s', async (_, fault, text) => {
    const portal = await openLater(5)
    const opened = tabs()
    const failure = fault()
    if (failure) injectFault(failure)
    else apiAnswers('attachments', [{ ...PDF, uuid: 'a0' }])
    await portal.follow('Uitslag openen')
    await shows(text)
    expect(opened).toHaveLength(1)
    expect(opened[0]).toMatchObject({ closed: true, went: [] })
    await settled()
    expect(screen.getByText('Uitslag')).toBeVisible()
  })
})
