import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Persona } from '#mocks/personas.ts'
import { type TestPortal, openPortal } from '#harness/portal.tsx'

const header = () => within(screen.getByRole('banner'))
const contact = () => header().getByRole('button', { name: 'Contact' })

async function openContact({ user }: TestPortal) {
  await user.click(contact())
  return within(await screen.findByRole('dialog', { name: 'Contact' }))
}
const linksIn = (dialog: { getAllByRole: typeof screen.getAllByRole }) =>
  dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

// One page for each layout of the portal.
test.each<[address: string, as?: Persona]>([
  ['/admin/dashboard', 'admin'],
  ['/client/invoices', 'owner'],
  ['/auth/select-clinic', 'two'],
  ['/auth/login'],
  ['/card'],
  ['/accessibility'],
  ['/404'],
])('the contact button at %s is between the name of the portal and the language', async (address, as) => {
  await openPortal(address, as && { as })
  const language = header().getByRole('button', { name: 'Taal: Nederlands' }).parentElement
  const name = header().getByRole('link', { name: 'Dierenportaal' })
  expect(name.compareDocumentPosition(contact())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(contact().nextElementSibling).toBe(language)
})

test('the contact dialog of an owner has phone, e-mail and a link to requests', async () => {
  const portal = await openPortal('/client/invoices', { as: 'owner' })
  const dialog = await openContact(portal)
  await dialog.findByRole('link', { name: 'Nieuw verzoek' })
  expect(screen.getByRole('dialog')).toHaveTextContent('DAP De Waag helpt u verder.')
  expect(linksIn(dialog)).toEqual([
    ['+31 30 555 01 23', 'tel:+31305550123'],
    ['info@dewaag.example', 'mailto:info@dewaag.example'],
    [
      'Dorpsstraat 8, 3701 AA Zeist',
      'https://www.openstreetmap.org/search?query=Dorpsstraat%208%2C%203701%20AA%20Zeist',
    ],
    ['Nieuw verzoek', '/client/requests/new'],
    ['Prijzen van de praktijk', '/prices/de-waag'],
    ['Toegankelijkheid', '/accessibility'],
  ])
  await portal.user.click(dialog.getByRole('link', { name: 'Nieuw verzoek' }))
  await waitFor(() => expect(portal.address()).toMatch('/client/requests/new'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the contact dialog before a practice is selected suggests calling the practice', async () => {
  const dialog = await openContact(await openPortal('/auth/select-clinic', { as: 'two' }))
  expect(dialog.getByText(/Bel of mail uw praktijk/)).toBeVisible()
})

test.each([
  ['admin', /Vraag het aan wie het portaal voor uw praktijk beheert\. U heeft versie 1\.6\.0/],
  ['staff', /Vraag het aan een beheerder van uw praktijk/],
] as const)(
  'the contact dialog of %s explains whom to contact, and how clients contact the practice',
  async (as, text) => {
    const portal = await openPortal('/admin/settings', { as })
    const dialog = await openContact(portal)
    expect(dialog.getByText(text)).toBeVisible()
    expect(await dialog.findByText('Zo bereiken uw cliënten de praktijk:')).toBeVisible()
    expect(dialog.queryByRole('link', { name: 'Nieuw verzoek' })).toBeNull()
  },
)

test('the contact dialog of a visitor explains how to get access', async () => {
  const portal = await openPortal('/auth/login')
  const dialog = await openContact(portal)
  expect(dialog.getByText(/Bel of mail uw dierenartsenpraktijk/)).toBeVisible()
  expect(linksIn(dialog)).toEqual([
    ['Wachtwoord vergeten', '/auth/forgot-password'],
    ['Toegankelijkheid', '/accessibility'],
  ])
  await portal.user.click(dialog.getByRole('button', { name: 'Sluiten' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each<[address: string, as: Persona]>([
  ['/admin/dashboard', 'admin'],
  ['/client/invoices', 'owner'],
])('the contact button at %s is in the sidebar of a phone', async (address, as) => {
  const media = matchMedia
  const phone = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => {
    const isPhone = query === '(max-width: 40rem)'
    return isPhone ? Object.defineProperty(media(query), 'matches', { value: true }) : media(query)
  })
  onTestFinished(() => phone.mockRestore())
  const { user } = await openPortal(address, { as })
  expect(header().queryByRole('button', { name: 'Contact' })).toBeNull()
  const sidebar = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
  await user.click(await sidebar.findByRole('button', { name: 'Contact' }))
  expect(await screen.findByRole('dialog', { name: 'Contact' })).toBeVisible()
})
