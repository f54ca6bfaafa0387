import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers, isUnreachable } from '#mocks/faults.ts'
import { GENERAL, watch } from './faults.tsx'
import { type TestPortal, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const STORAGE = 'https://storage.example'
const OLD = 'https://files.example/old.png'
const NEW = 'https://files.example/new.webp'

const setLogo = (address: string) =>
  database().updateTable('practice').set({ logo_url: address }).where('id', '=', 'de-waag').execute()

// A storage lets pages of other hosts write to it.
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type',
}
const refuses = (status: number) => http.put(`${STORAGE}/put`, () => new Response('<Error/>', { status, headers }))

/** A storage on a host of its own, as many APIs have; what it takes is the practice's logo from then on. */
function storage({ becomes = NEW, address = (): unknown => ({ url: `${STORAGE}/put?signed=1` }) } = {}) {
  const asked: Headers[] = []
  const put: Request[] = []
  injectFault(
    http.get('*/api/practice/de-waag/logoUploadUrl', ({ request }) => {
      asked.push(request.headers)
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
  return { asked, put }
}

const file = (type = 'image/png', bytes = 100, name = 'logo.png') => new File([new Uint8Array(bytes)], name, { type })

// The browser's own dialog cannot be worked; it fills this box.
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!
const choose = (_: TestPortal, chosen: File) => fireEvent.change(chooser(), { target: { files: [chosen] } })
const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
const logos = () => pictures().filter((address) => address.startsWith('https://files.example/'))
const button = () => screen.getByRole('button', { name: /logo kiezen$/i })

async function open(logo = OLD) {
  await setLogo(logo)
  document.cookie = 'XSRF-TOKEN=secret'
  return openPortal('/admin/practice', { as: 'staff' })
}

describe('a logo', () => {
  test.each([
    ['an object', () => ({ url: `${STORAGE}/put?signed=1` })],
    ['JSON text', () => JSON.stringify(`${STORAGE}/put?signed=1`)],
    ['bare text', () => `${STORAGE}/put?signed=1`],
  ])('goes to the address that comes as %s, and is shown everywhere', async (_, address) => {
    const portal = await open()
    expect(logos()).toEqual([OLD, OLD, OLD])
    const { asked, put } = storage({ address })
    const later = watch(portal)
    choose(portal, file('image/webp', 1000, 'logo.webp'))
    expect(await screen.findByRole('status')).toHaveTextContent('Het nieuwe logo is opgeslagen.')
    expect(asked.map((headers) => headers.get('content-type'))).toEqual(['image/webp'])
    expect(put).toHaveLength(1)
    const { headers } = put[0]!
    expect(headers.get('content-type')).toBe('image/webp')
    expect([headers.get('authorization'), headers.get('x-xsrf-token'), headers.get('cookie')]).toEqual([
      null,
      null,
      null,
    ])
    expect((await put[0]!.arrayBuffer()).byteLength).toBe(1000)
    expect(later.all()).toEqual(['GET /api/practice/de-waag/logoUploadUrl', 'GET /api/practice/de-waag'])
    expect(logos()).toEqual([NEW, NEW, NEW])
  })

  test('that keeps its address is loaded once more', async () => {
    const same = 'https://files.example/same.png'
    const portal = await open(same)
    storage({ becomes: same })
    choose(portal, file())
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

  test('is chosen by a button that a keyboard reaches', async () => {
    const portal = await open()
    let opened = 0
    chooser().addEventListener('click', () => opened++)
    button().focus()
    await portal.user.keyboard('{Enter}')
    expect(opened).toBe(1)
    expect(button()).toHaveAccessibleDescription('PNG, JPEG of WebP, hoogstens 2 MB, het liefst vierkant.')
  })

  test.each([
    ['of another type', file('image/svg+xml'), 'Kies een bestand van het type PNG, JPEG of WebP.'],
    ['that is empty', file('image/png', 0), 'Kies een bestand van het type PNG, JPEG of WebP.'],
    ['of one byte too many', file('image/png', 2 * 1024 * 1024 + 1), 'Dit bestand is groter dan 2 MB.'],
  ])('%s is refused before anything is sent', async (_, chosen, text) => {
    const portal = await open()
    const { asked } = storage()
    const later = watch(portal)
    choose(portal, chosen)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(button()).toHaveAccessibleDescription(new RegExp(text))
    expect(later.all()).toEqual([])
    expect(asked).toEqual([])

    choose(portal, file('image/png', 2 * 1024 * 1024))
    expect(await screen.findByRole('status')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows how far it is, and takes no other meanwhile', async () => {
    const portal = await open()
    const { asked, put } = storage()
    const { promise, resolve } = Promise.withResolvers<void>()
    injectFault(
      http.put(`${STORAGE}/put`, async () => {
        await promise
      }),
    )
    choose(portal, file())
    expect(await screen.findByRole('progressbar', { name: 'Het logo wordt verstuurd' })).toBeVisible()
    expect(screen.getByText('logo.png')).toBeVisible()
    await waitFor(() => expect(pictures().some((address) => address.startsWith('data:image/png'))).toBe(true))
    expect(button()).toHaveAttribute('aria-busy', 'true')
    choose(portal, file('image/png', 50, 'other.png'))
    expect(screen.queryByText('other.png')).toBeNull()
    resolve()
    await screen.findByRole('status')
    expect([asked.length, put.length]).toEqual([1, 1])
    expect(screen.queryByRole('progressbar', { name: 'Het logo wordt verstuurd' })).toBeNull()
  })
})

test('storage that is full: the status, and beside it what it means', async () => {
  const portal = await open()
  injectFault(answers('get', 'practice/*/logoUploadUrl', 507, 'storage-full'))
  choose(portal, file())
  expect(await screen.findByText(/\(507\)/)).toBeVisible()
  expect(screen.getByText(/^Er kan nu niets worden opgeslagen\./)).toBeVisible()
})

describe('a logo that cannot be sent is told once, the old one stays, and the practice is not written', () => {
  test.each([
    ['no address', () => answers('get', 'practice/*/logoUploadUrl', 500), 'De server gaf een fout (500).', 1],
    ['no answer', () => isUnreachable('get', 'practice/*/logoUploadUrl'), GENERAL, 1],
    ['an address of nothing', () => http.get('*/api/practice/*/logoUploadUrl', () => Response.json({})), GENERAL, 1],
    [
      'an address that is none',
      () => http.get('*/api/practice/*/logoUploadUrl', () => Response.json({ url: 'https://' })),
      GENERAL,
      1,
    ],
    ['storage 403', () => refuses(403), '(403)', 1],
    ['storage 500', () => refuses(500), '(500)', 1],
    ['storage 401', () => refuses(401), '(401)', 1],
    ['storage offline', () => http.put(`${STORAGE}/put`, () => Response.error()), GENERAL, 1],
    ['the practice 500', () => answers('get', 'practice/de-waag', 500), '(500)', 2],
  ])('%s', async (_, fault, text, calls) => {
    const portal = await open()
    storage()
    injectFault(fault())
    const later = watch(portal)
    choose(portal, file())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.queryByRole('status')).toBeNull()
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    expect(logos()).toEqual([OLD, OLD, OLD])
    expect(later.all()).toHaveLength(calls)
    expect(later.writes()).toEqual([])
    // The session goes on, and so does the form.
    expect(portal.address()).toBe('/admin/practice')
    expect(screen.getByRole('button', { name: 'Opslaan' })).toBeEnabled()
  })
})

describe('a logo is taken away', () => {
  const remove = () => screen.queryByRole('button', { name: 'Logo verwijderen' })
  const logoNow = async () =>
    (await database().selectFrom('practice').select('logo_url').where('id', '=', 'de-waag').executeTakeFirstOrThrow())
      .logo_url
  const confirmed = async ({ user }: TestPortal) => {
    await user.click(remove()!)
    const dialog = within(await screen.findByRole('dialog', { name: 'Logo verwijderen?' }))
    await user.click(dialog.getByRole('button', { name: 'Logo verwijderen' }))
    return dialog
  }

  test('after a question, everywhere', async () => {
    const portal = await open()
    await confirmed(portal)
    expect(await screen.findByRole('status')).toHaveTextContent('Het logo is verwijderd.')
    expect(await logoNow()).toBeNull()
    await waitFor(() => expect(logos()).toEqual([]))
    expect([remove(), screen.queryByRole('dialog')]).toEqual([null, null])
    expect(screen.getByRole('button', { name: 'Logo kiezen' })).toHaveFocus()
  })

  test('not by the question alone', async () => {
    const portal = await open()
    await portal.user.click(remove()!)
    const dialog = within(await screen.findByRole('dialog'))
    await portal.user.click(dialog.getByRole('button', { name: 'Annuleren' }))
    expect(await logoNow()).toBe(OLD)
  })

  test('not where that fails, which is told where one is looking', async () => {
    const portal = await open()
    injectFault(answers('delete', 'practice/de-waag/logo', 500))
    const dialog = await confirmed(portal)
    expect(await dialog.findByRole('alert')).toHaveTextContent('500')
    expect(await logoNow()).toBe(OLD)
  })

  test('not where there is none', async () => {
    await database().updateTable('practice').set({ logo_url: null }).where('id', '=', 'de-waag').execute()
    await openPortal('/admin/practice', { as: 'staff' })
    expect(remove()).toBeNull()
  })

  test('not where the API is another', async () => {
    withoutCapabilities()
    await open()
    expect(remove()).toBeNull()
  })
})
