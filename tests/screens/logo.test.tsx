import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { GENERAL, watch } from './faults.tsx'
import { injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { dialog, practiceRow, replies, setPractice } from './steps.ts'

const STORAGE = 'https://storage.example'
const OLD = 'https://files.example/old.png'
const NEW = 'https://files.example/new.webp'
const REMOVE = 'Logo verwijderen'

const setLogo = (logo_url: string | null) => setPractice({ logo_url })

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type',
}
const rejection = (status: number) => http.put(`${STORAGE}/put`, () => new Response('<Error/>', { status, headers }))

/** Simulates a storage on another host. Each upload becomes the logo of the practice. */
function storage({ becomes = NEW, address = (): unknown => ({ url: `${STORAGE}/put?signed=1` }) } = {}) {
  const requestHeaders: Headers[] = []
  const put: Request[] = []
  injectFault(
    http.get('*/api/practice/de-waag/logoUploadUrl', ({ request }) => {
      requestHeaders.push(request.headers)
      const answer = address()
      return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
    }),
    http.put(`${STORAGE}/put`, async ({ request }) => {
      put.push(request)
      await setLogo(becomes)
      return new Response('Stored.', { headers })
    }),
    http.options(`${STORAGE}/put`, () => new Response(null, { status: 204, headers })),
  )
  return { requestHeaders, put }
}

const file = (type = 'image/png', bytes = 100, name = 'logo.png') => new File([new Uint8Array(bytes)], name, { type })

const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!
const choose = (chosen: File) => fireEvent.change(chooser(), { target: { files: [chosen] } })
const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
const logos = () => pictures().filter((address) => address.startsWith('https://files.example/'))
const button = () => screen.getByRole('button', { name: /logo kiezen$/i })

async function open(logo: string | null = OLD) {
  await setLogo(logo)
  document.cookie = 'XSRF-TOKEN=secret'
  return openPortal('/admin/practice', { as: 'staff' })
}

describe('the logo of the practice', () => {
  test.each([
    ['an object', () => ({ url: `${STORAGE}/put?signed=1` })],
    ['JSON text', () => JSON.stringify(`${STORAGE}/put?signed=1`)],
    ['plain text', () => `${STORAGE}/put?signed=1`],
  ])('is uploaded to the URL returned as %s, without credentials, and shown everywhere', async (_, address) => {
    const portal = await open()
    expect(logos()).toEqual([OLD, OLD, OLD])
    const { requestHeaders, put } = storage({ address })
    const later = watch(portal)
    choose(file('image/webp', 1000, 'logo.webp'))
    expect(await screen.findByRole('status')).toHaveTextContent('Het nieuwe logo is opgeslagen.')
    expect(requestHeaders.map((headers) => headers.get('content-type'))).toEqual(['image/webp'])
    expect(put).toHaveLength(1)
    const { headers } = put[0]!
    expect(headers.get('content-type')).toBe('image/webp')
    for (const name of ['authorization', 'x-xsrf-token', 'cookie']) expect(headers.get(name)).toBeNull()
    expect((await put[0]!.arrayBuffer()).byteLength).toBe(1000)
    expect(later.all()).toEqual(['GET /api/practice/de-waag/logoUploadUrl', 'GET /api/practice/de-waag'])
    expect(logos()).toEqual([NEW, NEW, NEW])
  })

  test('is reloaded once if its URL is unchanged', async () => {
    const same = 'https://files.example/same.png'
    await open(same)
    storage({ becomes: same })
    choose(file())
    await screen.findByRole('status')
    expect(logos()).toHaveLength(3)
    for (const address of logos()) expect(address).toMatch(/same\.png\?v=\d+$/)
  })

  test('can be dropped on its field', async () => {
    await open()
    const { put } = storage()
    fireEvent.drop(screen.getByRole('group', { name: 'Logo' }), { dataTransfer: { files: [file('image/jpeg')] } })
    await screen.findByRole('status')
    expect(put.map(({ headers }) => headers.get('content-type'))).toEqual(['image/jpeg'])
  })

  test('can be chosen with the keyboard', async () => {
    const portal = await open()
    let opened = 0
    chooser().addEventListener('click', () => opened++)
    button().focus()
    await portal.user.keyboard('{Enter}')
    expect(opened).toBe(1)
    expect(button()).toHaveAccessibleDescription('PNG, JPEG of WebP, hoogstens 2 MB. Elke vorm is goed.')
  })

  test.each([
    ['of another type', file('image/svg+xml'), 'Kies een bestand van het type PNG, JPEG of WebP.'],
    ['that is empty', file('image/png', 0), 'Kies een bestand van het type PNG, JPEG of WebP.'],
    ['of one byte too many', file('image/png', 2 * 1024 * 1024 + 1), 'Dit bestand is groter dan 2 MB.'],
  ])('%s is rejected before upload, and another can be selected', async (_, chosen, text) => {
    const portal = await open()
    const { requestHeaders } = storage()
    const later = watch(portal)
    choose(chosen)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(button()).toHaveAccessibleDescription(new RegExp(text))
    expect(later.all()).toEqual([])
    expect(requestHeaders).toEqual([])

    choose(file('image/png', 2 * 1024 * 1024))
    expect(await screen.findByRole('status')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows the progress of its upload, and accepts no other file meanwhile', async () => {
    await open()
    const { requestHeaders, put } = storage()
    const { promise, resolve } = Promise.withResolvers<void>()
    injectFault(http.put(`${STORAGE}/put`, () => promise))
    choose(file())
    expect(await screen.findByRole('progressbar', { name: 'Het logo wordt verstuurd' })).toBeVisible()
    expect(screen.getByText('logo.png')).toBeVisible()
    await waitFor(() => expect(pictures().some((address) => address.startsWith('data:image/png'))).toBe(true))
    expect(button()).toHaveAttribute('aria-busy', 'true')
    choose(file('image/png', 50, 'other.png'))
    expect(screen.queryByText('other.png')).toBeNull()
    resolve()
    await screen.findByRole('status')
    expect([requestHeaders.length, put.length]).toEqual([1, 1])
    expect(screen.queryByRole('progressbar', { name: 'Het logo wordt verstuurd' })).toBeNull()
  })

  test.each([
    [
      'the call for the URL fails',
      () => answers('get', 'practice/*/logoUploadUrl', 500),
      'De server gaf een fout (500).',
      1,
    ],
    [
      'the storage of the server is full',
      () => answers('get', 'practice/*/logoUploadUrl', 507, 'storage-full'),
      /\(507\)|Er kan nu niets worden opgeslagen/,
      1,
    ],
    ['there is no URL', () => replies('get', 'practice/*/logoUploadUrl', {}), GENERAL, 1],
    ['the URL is invalid', () => replies('get', 'practice/*/logoUploadUrl', { url: 'https://' }), GENERAL, 1],
    ['the storage returns 403', () => rejection(403), '(403)', 1],
    ['the storage returns 401', () => rejection(401), '(401)', 1],
    ['the storage is offline', () => http.put(`${STORAGE}/put`, () => Response.error()), GENERAL, 1],
    ['the practice cannot be loaded again', () => answers('get', 'practice/de-waag', 500), '(500)', 2],
  ])('remains unchanged if %s', async (_, fault, text, calls) => {
    const portal = await open()
    storage()
    injectFault(fault())
    const later = watch(portal)
    choose(file())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.queryByRole('status')).toBeNull()
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    expect(logos()).toEqual([OLD, OLD, OLD])
    expect(later.all()).toHaveLength(calls)
    expect(later.writes()).toEqual([])
    expect(portal.address()).toBe('/admin/practice')
    expect(screen.getByRole('button', { name: 'Opslaan' })).toBeEnabled()
  })
  test('is removed after a confirmation, also after an error', async () => {
    const portal = await open()
    const logoNow = async () => (await practiceRow()).logo_url
    await portal.press(REMOVE)
    await dialog('Logo verwijderen?')
    await portal.confirm('Annuleren')
    expect(await logoNow()).toBe(OLD)
    injectFault(answers('delete', 'practice/de-waag/logo', 500, 'internal', { once: true }))
    await portal.press(REMOVE)
    await portal.confirm(REMOVE)
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent('500')
    expect(await logoNow()).toBe(OLD)
    await portal.confirm(REMOVE)
    expect(await screen.findByRole('status')).toHaveTextContent('Het logo is verwijderd.')
    expect(await logoNow()).toBeNull()
    await waitFor(() => expect(logos()).toEqual([]))
    expect([screen.queryByRole('button', { name: REMOVE }), screen.queryByRole('dialog')]).toEqual([null, null])
    expect(screen.getByRole('button', { name: 'Logo kiezen' })).toHaveFocus()
  })

  test.each(['there is none', 'the API cannot remove it'])('cannot be removed if %s', async (why) => {
    if (why !== 'there is none') withoutCapabilities()
    await open(why === 'there is none' ? null : OLD)
    expect(screen.queryByRole('button', { name: REMOVE })).toBeNull()
  })
})
