import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { letterCode, formatLetterCode } from '#contract/letter.ts'
import { answers } from '#mocks/faults.ts'
import { arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { sha256 } from '#server/http/keys.ts'
import { account } from '#harness/builders.ts'
import { dialog, dialogCloses, field, main, savedFiles, shows } from './steps.ts'

afterEach(() => vi.restoreAllMocks())

const CODE = letterCode((count) => new Uint8Array(count).fill(7))
const later = '2099-01-01T00:00:00.000Z'

/** Adds a postal invitation to an unregistered client of De Waag. */
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

const withAccount = (password_hash: string | null) => account(database(), 'vos@mail.example', { password_hash })

test('letters for all listed clients are saved as one file, also after an error', async () => {
  const saved = savedFiles()
  const portal = await openPortal('/admin/clients/unregistered?noEmail=true', { as: 'staff' })
  await portal.press('Brieven maken')
  await portal.choose('English')
  injectFault(answers('post', 'practice/*/letters', 503, 'overloaded', { once: true }))
  await portal.confirm('Brieven maken')
  expect(await (await dialog()).findByText(/503/)).toBeVisible()
  await portal.confirm('Brieven maken')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.file.type).toContain('application/pdf')
  await dialogCloses()
  const { count } = await database()
    .selectFrom('letter')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(1)
})

test('the code of the QR code is filled in, and the e-mail address is saved', async () => {
  const uuid = await clientWithLetter()
  const portal = await openPortal(`/auth/letter#${CODE}`)
  expect(field(/^Code uit de brief/)).toHaveValue(formatLetterCode(CODE))
  await portal.type(/^E-mailadres/, 'vos@mail.example')
  await portal.press('Verder')
  await shows('vos@mail.example')
  const letter = await database().selectFrom('letter').selectAll().where('client_uuid', '=', uuid).executeTakeFirst()
  expect(letter?.account_id).not.toBeNull()
})

test('the typed code and e-mail address are kept for another attempt', async () => {
  await clientWithLetter()
  const portal = await openPortal('/auth/letter')
  await portal.type(/^Code uit de brief/, CODE)
  await portal.type(/^E-mailadres/, 'vso@mail.example')
  await portal.press('Verder')
  await portal.press('Een ander e-mailadres opgeven')
  expect(field(/^Code uit de brief/)).toHaveValue(CODE)
  expect(field(/^E-mailadres/)).toHaveValue('vso@mail.example')
})

test('a malformed code is rejected at its field, and an unknown code by the server', async () => {
  const portal = await openPortal('/auth/letter')
  await portal.type(/^Code uit de brief/, '2222 2222 2223')
  await portal.type(/^E-mailadres/, 'vos@mail.example')
  await portal.press('Verder')
  await shows('De code klopt niet, of is al gebruikt. Probeer een andere code.')
  await portal.retype(/^Code uit de brief/, CODE.toLowerCase())
  await portal.press('Verder')
  await shows(/^Deze code of link werkt niet, of niet meer/)
})

test.each([
  ['choosing a password', null],
  ['signing in if the account has a password', 'hash'],
])('confirming the e-mail address registers the client and leads to %s', async (_, password) => {
  const account_id = await withAccount(password)
  const token = { token_hash: await sha256('from-a-mail'), token_ends_at: later }
  const uuid = await clientWithLetter({ account_id, ...token })
  const portal = await openPortal('/auth/letter#confirm=from-a-mail')
  await portal.press('E-mailadres bevestigen')
  if (password) {
    expect(await screen.findByRole('heading', { name: 'U bent aangemeld' })).toBeVisible()
    expect(main().getByRole('link', { name: 'Inloggen' })).toHaveAttribute('href', '/auth/login')
  } else {
    await arrivesAt(portal, '/auth/reset-password')
    await shows('vos@mail.example')
  }
  const client = await database().selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  expect(client).toMatchObject({ registered: 1, email: 'vos@mail.example' })
})

test('the practice confirms its e-mail address for notifications about requests', async () => {
  const mailbox = { practice_id: 'de-waag', address: 'nieuw@dewaag.example', confirmed_at: null }
  const token = { token_hash: await sha256('from-a-mail'), token_ends_at: later }
  await database()
    .insertInto('practice_mailbox')
    .values({ ...mailbox, ...token })
    .execute()
  const portal = await openPortal('/auth/letter#mailbox=from-a-mail')
  expect(screen.getByText('Daarna gaan e-mails over verzoeken van cliënten naar dit adres.')).toBeVisible()
  await portal.press('E-mailadres bevestigen')
  expect(await screen.findByRole('heading', { name: 'E-mailadres bevestigd' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent(/van DAP De Waag gaan vanaf nu naar dit adres/)
  const stored = database().selectFrom('practice_mailbox').select('confirmed_at')
  const of = stored.where('address', '=', mailbox.address)
  expect((await of.executeTakeFirst())?.confirmed_at).toEqual(expect.any(String))
})

test.each(['confirm', 'mailbox'])('an expired link to #%s is rejected', async (kind) => {
  const portal = await openPortal(`/auth/letter#${kind}=over`)
  await portal.press('E-mailadres bevestigen')
  await shows(/^Deze code of link werkt niet, of niet meer/)
})

test('the page for invitation codes is absent if the API lacks the capability', async () => {
  withoutCapabilities()
  await arrivesAt(await openPortal('/auth/letter'), '/404')
})
