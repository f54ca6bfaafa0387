import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { letterCode, writtenLetterCode } from '#contract/letter.ts'
import { answers } from '#mocks/faults.ts'
import { arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { sha256 } from '#server/http/keys.ts'

afterEach(() => vi.restoreAllMocks())

const CODE = letterCode((count) => new Uint8Array(count).fill(7))
const openedDialog = async () => within(await screen.findByRole('dialog'))
const textbox = (name: RegExp) => screen.getByRole('textbox', { name })
const later = '2099-01-01T00:00:00.000Z'

/** A client of De Waag that has a letter. */
async function clientWithLetter(columns: { account_id?: string; token_hash?: string; token_ends_at?: string } = {}) {
  const { uuid } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', 'de-waag')
    .where('registered', '=', 0)
    .where('locked', '=', 0)
    .where('email', 'is', null)
    .executeTakeFirstOrThrow()
  await database()
    .insertInto('letter')
    .values({
      client_uuid: uuid,
      code_hash: await sha256(CODE),
      ends_at: later,
      account_id: null,
      token_hash: null,
      token_ends_at: null,
      ...columns,
    })
    .execute()
  return uuid
}

async function accountOf(username: string, password: string | null) {
  const id = crypto.randomUUID()
  const columns = {
    id,
    username,
    language: 'nl',
    password_hash: password,
    created_at: '2026-01-01T00:00:00.000Z',
  } as const
  await database().insertInto('account').values(columns).execute()
  return id
}

test('staff make letters for all that are listed, as a file', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:x'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = await openPortal('/admin/clients/unregistered?noEmail=true', { as: 'staff' })
  await user.click(await screen.findByRole('button', { name: 'Brieven maken' }))
  await user.click(await screen.findByRole('radio', { name: 'English' }))
  await user.click((await openedDialog()).getByRole('button', { name: 'Brieven maken' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]!.type).toContain('application/pdf')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { count } = await database()
    .selectFrom('letter')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(1)
})

test('what goes wrong stands in the dialog', async () => {
  const { user } = await openPortal('/admin/clients/unregistered?noEmail=true', { as: 'staff' })
  injectFault(answers('post', 'practice/*/letters', 503, 'overloaded'))
  await user.click(await screen.findByRole('button', { name: 'Brieven maken' }))
  const dialog = await openedDialog()
  await user.click(dialog.getByRole('button', { name: 'Brieven maken' }))
  expect(await dialog.findByText(/503/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Brieven maken' })).toBeEnabled()
})

test('an owner gives an address by the code of the QR code', async () => {
  const uuid = await clientWithLetter()
  const { user } = await openPortal(`/auth/letter#${CODE}`)
  expect(textbox(/^Code uit de brief/)).toHaveValue(writtenLetterCode(CODE))
  await user.type(textbox(/^E-mailadres/), 'vos@mail.example')
  await user.click(screen.getByRole('button', { name: 'Verder' }))
  expect(await screen.findByText('vos@mail.example')).toBeVisible()
  const letter = await database().selectFrom('letter').selectAll().where('client_uuid', '=', uuid).executeTakeFirst()
  expect(letter?.account_id).not.toBeNull()
})

test('a typed code and address stay for another try', async () => {
  await clientWithLetter()
  const { user } = await openPortal('/auth/letter')
  await user.type(textbox(/^Code uit de brief/), CODE)
  await user.type(textbox(/^E-mailadres/), 'vso@mail.example')
  await user.click(screen.getByRole('button', { name: 'Verder' }))
  await user.click(await screen.findByRole('button', { name: 'Een ander e-mailadres opgeven' }))
  expect(textbox(/^Code uit de brief/)).toHaveValue(CODE)
  expect(textbox(/^E-mailadres/)).toHaveValue('vso@mail.example')
})

test('a code that cannot be one is said at its field, and one that is not good on top', async () => {
  const { user } = await openPortal('/auth/letter')
  await user.type(textbox(/^Code uit de brief/), '2222 2222 2223')
  await user.type(textbox(/^E-mailadres/), 'vos@mail.example')
  await user.click(screen.getByRole('button', { name: 'Verder' }))
  expect(await screen.findByText('De code klopt niet, of is al gebruikt. Probeer een andere code.')).toBeVisible()
  await user.clear(textbox(/^Code uit de brief/))
  await user.type(textbox(/^Code uit de brief/), CODE.toLowerCase())
  await user.click(screen.getByRole('button', { name: 'Verder' }))
  expect(await screen.findByText(/^Deze code of link werkt niet, of niet meer/)).toBeVisible()
})

test('who confirms chooses a password', async () => {
  const account = await accountOf('vos@mail.example', null)
  const uuid = await clientWithLetter({
    account_id: account,
    token_hash: await sha256('from-a-mail'),
    token_ends_at: later,
  })
  const portal = await openPortal('/auth/letter#confirm=from-a-mail')
  await portal.user.click(screen.getByRole('button', { name: 'E-mailadres bevestigen' }))
  await arrivesAt(portal, '/auth/reset-password')
  expect(await screen.findByText('vos@mail.example')).toBeVisible()
  const client = await database().selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  expect(client).toMatchObject({ registered: 1, email: 'vos@mail.example' })
})

test('who has a password goes on to sign in', async () => {
  const account = await accountOf('vos@mail.example', 'hash')
  await clientWithLetter({ account_id: account, token_hash: await sha256('from-a-mail'), token_ends_at: later })
  const { user } = await openPortal('/auth/letter#confirm=from-a-mail')
  await user.click(screen.getByRole('button', { name: 'E-mailadres bevestigen' }))
  expect(await screen.findByRole('heading', { name: 'U bent aangemeld' })).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Inloggen' })).toHaveAttribute(
    'href',
    '/auth/login',
  )
})

test('a link that is over is told', async () => {
  const { user } = await openPortal('/auth/letter#confirm=over')
  await user.click(screen.getByRole('button', { name: 'E-mailadres bevestigen' }))
  expect(await screen.findByText(/^Deze code of link werkt niet, of niet meer/)).toBeVisible()
})

test('a practice confirms the address for mails about requests, once', async () => {
  const mailbox = { practice_id: 'de-waag', address: 'nieuw@dewaag.example', confirmed_at: null }
  const token = { token_hash: await sha256('from-a-mail'), token_ends_at: later }
  await database()
    .insertInto('practice_mailbox')
    .values({ ...mailbox, ...token })
    .execute()
  const { user } = await openPortal('/auth/letter#mailbox=from-a-mail')
  expect(screen.getByText('Daarna gaan mails over verzoeken van cliënten naar dit adres.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'E-mailadres bevestigen' }))
  expect(await screen.findByRole('heading', { name: 'E-mailadres bevestigd' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent(/van DAP De Waag gaan vanaf nu naar dit adres/)
  const stored = database().selectFrom('practice_mailbox').select('confirmed_at')
  const of = stored.where('address', '=', mailbox.address)
  expect((await of.executeTakeFirst())?.confirmed_at).toEqual(expect.any(String))
})

test('a link of a practice that is over is told', async () => {
  const { user } = await openPortal('/auth/letter#mailbox=over')
  await user.click(screen.getByRole('button', { name: 'E-mailadres bevestigen' }))
  expect(await screen.findByText(/^Deze code of link werkt niet, of niet meer/)).toBeVisible()
})

test('another API has no such page', async () => {
  withoutCapabilities()
  await arrivesAt(await openPortal('/auth/letter'), '/404')
})
