import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { answers } from '#mocks/faults.ts'
import * as cancellation from '#src/lib/cancellation.ts'
import { type TestPortal, database, injectFault, openPortal } from '#harness/portal.tsx'
import { GENERAL, settled } from './faults.tsx'
import { ownerHas } from './invoices.tsx'
import { ownerAndAnimals } from './documents.tsx'
import { withTotp } from './totp.ts'

// An unforeseen error is shown where it happens, once, and is logged. A refusal is shown with its status, and beside it with what
// its code says.

const UNFORESEEN = new TypeError('content is undefined')
const REFUSED = 'Te veel pogingen. Wacht even en probeer het dan opnieuw.'

const dialog = () => within(screen.getByRole('dialog'))
const press = async ({ user }: TestPortal, name: string | RegExp) =>
  await user.click(await screen.findByRole('button', { name }))
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
async function tells(text: string) {
  await expect.poll(alerts).toEqual([text])
}

let logged: unknown[][]

beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...told) => void logged.push(told))
})
afterEach(() => vi.restoreAllMocks())

/** The portal breaks at the next call, before that leaves. */
const breaks = () =>
  vi.spyOn(cancellation, 'sessionSignal').mockImplementationOnce(() => {
    throw UNFORESEEN
  })

async function chooseOfStaff(portal: TestPortal, username: string, action: string) {
  const { first_name: first } = await database()
    .selectFrom('account')
    .select('first_name')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await press(portal, new RegExp(first!))
  await portal.user.click(await screen.findByRole('menuitem', { name: action }))
  await portal.user.type(await screen.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
}

interface Asking {
  /** Opens the dialog, with what it asks filled in. */
  open: () => Promise<TestPortal>
  button: string
  call: readonly ['post' | 'put' | 'delete', string]
}

const DIALOGS: Record<string, Asking> = {
  'a change of somebody’s role': {
    open: async () => {
      const portal = await openPortal('/admin/staff', { as: 'admin' })
      await chooseOfStaff(portal, personas.staff, 'Beheerder maken')
      return portal
    },
    button: 'Beheerder maken',
    call: ['put', 'practice/*/staff/*'],
  },
  'a second factor that is taken away': {
    open: async () => {
      await withTotp('staff')
      const portal = await openPortal('/admin/staff', { as: 'admin' })
      await chooseOfStaff(portal, personas.staff, 'Tweede factor verwijderen')
      return portal
    },
    button: 'Tweede factor verwijderen',
    call: ['post', 'practice/*/staff/*/second-factor/removal'],
  },
  'an invitation of staff': {
    open: async () => {
      const portal = await openPortal('/admin/staff', { as: 'admin' })
      await press(portal, 'Uitnodigen')
      await portal.user.type(dialog().getByRole('textbox', { name: /^E-mailadres/ }), 'nieuw@dewaag.example')
      return portal
    },
    button: 'Uitnodigen',
    call: ['post', 'practice/*/staff'],
  },
  'a second factor that is asked of all': {
    open: async () => {
      const portal = await openPortal('/admin/practice', { as: 'admin' })
      await press(portal, 'Verplicht maken')
      return portal
    },
    button: 'Verplicht maken',
    call: ['put', 'practice/*/second-factor'],
  },
  'a logo that is taken away': {
    open: async () => {
      const logo_url = 'https://files.example/old.png'
      await database().updateTable('practice').set({ logo_url }).where('id', '=', 'de-waag').execute()
      const portal = await openPortal('/admin/practice', { as: 'admin' })
      await press(portal, 'Logo verwijderen')
      return portal
    },
    button: 'Logo verwijderen',
    call: ['delete', 'practice/*/logo'],
  },
  'the removal of all clients': {
    open: async () => {
      const portal = await openPortal('/admin/practice', { as: 'admin' })
      await press(portal, 'Alle cliënten verwijderen')
      await portal.user.type(dialog().getByRole('textbox'), 'DAP De Waag')
      return portal
    },
    button: 'Alles verwijderen',
    call: ['delete', 'practice/*/clients'],
  },
  'a link to a card': {
    open: async () => {
      const { animal } = await ownerAndAnimals()
      const portal = await openPortal(`/client/patients/${animal('Bella')}?show=card`, { as: 'owner' })
      await press(portal, 'Delen met een link')
      return portal
    },
    button: 'Link maken',
    call: ['post', 'clients/*/patients/*/shared-cards'],
  },
}

describe.each(Object.entries(DIALOGS))('the dialog of %s', (_, { open, button, call: [method, path] }) => {
  async function pressed() {
    const portal = await open()
    const it = within(await screen.findByRole('dialog')).getByRole('button', { name: button })
    await settled()
    return async () => await portal.user.click(it)
  }

  test('tells what nobody foresaw, and logs it', async () => {
    const confirm = await pressed()
    breaks()
    await confirm()
    await tells(GENERAL)
    expect(dialog().getByText(GENERAL)).toBeVisible()
    expect(logged).toEqual([[UNFORESEEN]])
  })

  test('tells a refusal by its code, followed by the status, and logs nothing', async () => {
    const confirm = await pressed()
    injectFault(answers(method, path, 429, 'rate-limited'))
    await confirm()
    await tells(`${REFUSED} (429)`)
    expect(logged).toEqual([])
  })
})

describe('on a page', () => {
  test.each([
    ['a download', 'Facturen downloaden als CSV'],
    ['a file', 'Factuur 2026-1 openen'],
  ])('%s tells what nobody foresaw, and logs it; the next press succeeds', async (_, button) => {
    const tab = { document: document.implementation.createHTMLDocument(''), close: vi.fn<() => void>() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await ownerHas({ number: '2026-1', description: 'Consult' })
    const portal = await openPortal('/client/invoices', { as: 'owner' })
    await settled()
    breaks()
    await press(portal, button)
    await tells(GENERAL)
    expect(logged).toEqual([[UNFORESEEN]])
    expect(saved).not.toHaveBeenCalled()
    await press(portal, button)
    await expect.poll(() => saved).toHaveBeenCalledTimes(1)
  })
})
