import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { type TestAuthenticator, createAuthenticator } from '#harness/authenticator.ts'
import { arrivesAt, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { withTotp } from './totp.ts'

// The browser's part is played by an authenticator of the tests; what a real browser does with it is in tests/browser/passkeys.spec.ts.

const ORIGIN = 'http://localhost:3000'
const encoded = (bytes: BufferSource) =>
  Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : (bytes as Uint8Array)).toString('base64url')
const decoded = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer

let authenticator: TestAuthenticator
/** What the person does when the browser asks. */
let refuses: boolean
let autofill: PromiseWithResolvers<void> | undefined

beforeEach(() => {
  authenticator = createAuthenticator({ origin: ORIGIN })
  refuses = false
  autofill = undefined
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      isConditionalMediationAvailable: async () => autofill !== undefined,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    }),
  )
  const refused = () => new DOMException('The person said no', 'NotAllowedError')
  const common = { type: 'public-key', authenticatorAttachment: 'platform', getClientExtensionResults: () => ({}) }
  vi.stubGlobal('navigator', {
    ...navigator,
    language: navigator.language,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:147.0) Gecko/20100101 Firefox/147.0',
    credentials: {
      async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) {
        if (refuses) throw refused()
        const { challenge, rp, user } = publicKey
        const made = authenticator.make(
          { challenge: encoded(challenge), rp: { id: rp.id! }, user: { id: encoded(user.id) } },
          '',
        )
        const response = {
          clientDataJSON: decoded(made.clientDataJSON),
          attestationObject: decoded(made.attestationObject),
          getTransports: () => made.transports,
        }
        return { ...common, id: made.id, rawId: decoded(made.id), response }
      },
      async get({ publicKey, mediation, signal }: CredentialRequestOptions) {
        if (mediation === 'conditional') {
          const aborted = new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
          await Promise.race([autofill!.promise, aborted])
        }
        if (refuses) throw refused()
        const { challenge, rpId } = publicKey!
        const signed = authenticator.sign({ challenge: encoded(challenge), rpId: rpId! })
        const response = {
          clientDataJSON: decoded(signed.clientDataJSON),
          authenticatorData: decoded(signed.authenticatorData),
          signature: decoded(signed.signature),
          userHandle: decoded(signed.userHandle!),
        }
        return { ...common, id: signed.id, rawId: decoded(signed.id), response }
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

type Portal = Awaited<ReturnType<typeof openPortal>>
const addButton = () => screen.findByRole('button', { name: 'Passkey toevoegen' })
const dialog = () => within(screen.getByRole('dialog'))

async function add(portal: Portal, { password = PASSWORD, name = '' } = {}) {
  await portal.user.click(await addButton())
  await screen.findByRole('dialog')
  if (name) {
    await portal.user.clear(dialog().getByLabelText(/^Naam/))
    await portal.user.type(dialog().getByLabelText(/^Naam/), name)
  }
  await portal.user.type(dialog().getByLabelText(/^Huidig wachtwoord/, { selector: 'input' }), password)
  await portal.user.click(dialog().getByRole('button', { name: 'Passkey toevoegen' }))
}

async function openRemoval(portal: Portal, name: string) {
  await portal.user.click(await screen.findByRole('button', { name: `Passkey verwijderen: ${name}` }))
  await screen.findByRole('dialog')
}

async function confirmRemoval(portal: Portal, password = PASSWORD) {
  await portal.user.type(dialog().getByLabelText(/^Huidig wachtwoord/, { selector: 'input' }), password)
  await portal.user.click(dialog().getByRole('button', { name: 'Verwijderen' }))
}

async function remove(portal: Portal, name: string, password = PASSWORD) {
  await openRemoval(portal, name)
  await confirmRemoval(portal, password)
}

async function signInByPassword(portal: Portal, username: string) {
  await portal.user.type(await screen.findByLabelText(/Gebruikersnaam/), username)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
}

test.each([
  ['an owner', '/client/portal/settings', 'owner', '/client/portal/reminders'],
  ['staff', '/admin/settings', 'staff', '/admin/dashboard'],
] as const)('%s adds one, signs in by it, and removes it', async (_, address, persona, home) => {
  const first = await openPortal(address, { as: persona })
  await add(first)
  expect(await screen.findByText('Passkey toegevoegd. U kunt er vanaf nu mee inloggen.')).toBeVisible()
  expect(await screen.findByText('Firefox op Windows')).toBeVisible()
  expect(screen.getByText(/Nog niet gebruikt/)).toBeVisible()
  await first.user.click(screen.getAllByRole('link', { name: 'Uitloggen' })[0]!)
  await arrivesAt(first, '/auth/login')
  await first.user.click(await screen.findByRole('button', { name: 'Inloggen met passkey' }))
  await arrivesAt(first, home)
  await first.router.navigate({ to: address })
  await remove(first, 'Firefox op Windows')
  expect(await screen.findByText('Passkey Firefox op Windows is verwijderd.')).toBeVisible()
  expect(screen.queryByText('Firefox op Windows')).toBeNull()
})

test('a wrong password is told at its field, and nothing is asked of the device', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  const create = vi.spyOn(navigator.credentials, 'create')
  await add(portal, { password: 'Wrong#2026' })
  const field = dialog().getByLabelText(/^Huidig wachtwoord/, { selector: 'input' })
  await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'))
  expect(create).not.toHaveBeenCalled()
})

test('who says no to the device is told, and can do it again', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  refuses = true
  await add(portal)
  expect(await dialog().findByText('Er is geen passkey gemaakt. Probeer het opnieuw.')).toBeVisible()
  refuses = false
  await portal.user.click(dialog().getByRole('button', { name: 'Passkey toevoegen' }))
  expect(await screen.findByText('Passkey toegevoegd. U kunt er vanaf nu mee inloggen.')).toBeVisible()
})

test('a second one is confirmed by the first', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await add(portal, { name: 'Laptop' })
  const first = authenticator
  await screen.findByText('Laptop')
  await portal.user.click(await addButton())
  await portal.user.click(await screen.findByRole('button', { name: 'Bevestigen met een passkey' }))
  const second = createAuthenticator({ origin: ORIGIN })
  const sign = first.sign
  authenticator = { ...second, sign }
  await portal.user.clear(dialog().getByLabelText(/^Naam/))
  await portal.user.type(dialog().getByLabelText(/^Naam/), 'Toestel van Jan')
  await portal.user.click(dialog().getByRole('button', { name: 'Passkey toevoegen' }))
  expect(await screen.findByText('Toestel van Jan')).toBeVisible()
  expect(screen.getByText(/Laatst gebruikt op/)).toBeVisible()
})

test('the last one of who has no password stays', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await add(portal, { name: 'Laptop' })
  await screen.findByText('Laptop')
  await database().updateTable('account').set({ password_hash: null }).where('username', '=', personas.owner).execute()
  await portal.router.navigate({ to: '/client/portal/reminders' })
  await portal.router.options.context.queryClient.invalidateQueries()
  await portal.router.navigate({ to: '/client/portal/settings' })
  await openRemoval(portal, 'Laptop')
  expect(dialog().queryByLabelText(/^Huidig wachtwoord/)).toBeNull()
  await portal.user.click(dialog().getByRole('button', { name: 'Verwijderen' }))
  expect(await dialog().findByText(/^Dit is uw enige manier om in te loggen/)).toBeVisible()
})

test('removing one takes the password, and a wrong one is told at its field', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await add(portal, { name: 'Laptop' })
  await remove(portal, 'Laptop', 'Wrong#2026')
  const field = dialog().getByLabelText(/^Huidig wachtwoord/, { selector: 'input' })
  await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'))
  expect(await database().selectFrom('passkey').select('name').execute()).toEqual([{ name: 'Laptop' }])
  await portal.user.clear(field)
  await confirmRemoval(portal)
  expect(await screen.findByText('Passkey Laptop is verwijderd.')).toBeVisible()
})

test('removing one can be confirmed by a passkey; who says no to the device is told', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await add(portal, { name: 'Laptop' })
  await openRemoval(portal, 'Laptop')
  await portal.user.click(await dialog().findByRole('button', { name: 'Bevestigen met een passkey' }))
  expect(dialog().queryByLabelText(/^Huidig wachtwoord/)).toBeNull()
  refuses = true
  await portal.user.click(dialog().getByRole('button', { name: 'Verwijderen' }))
  expect(await dialog().findByText('Dit is niet bevestigd. Probeer het opnieuw.')).toBeVisible()
  refuses = false
  await portal.user.click(dialog().getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('Passkey Laptop is verwijderd.')).toBeVisible()
})

test('a browser that knows no passkeys removes one by the password', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await add(portal, { name: 'Laptop' })
  await screen.findByText('Laptop')
  vi.unstubAllGlobals()
  await openRemoval(portal, 'Laptop')
  expect(dialog().queryByRole('button', { name: 'Bevestigen met een passkey' })).toBeNull()
  await confirmRemoval(portal)
  expect(await screen.findByText('Passkey Laptop is verwijderd.')).toBeVisible()
})

test('a key can be chosen among what the browser offers to fill in; one that is not known is told', async () => {
  autofill = Promise.withResolvers()
  const portal = await openPortal('/auth/login')
  expect(await screen.findByRole('button', { name: 'Inloggen met passkey' })).toBeVisible()
  expect(screen.getByLabelText(/Gebruikersnaam/)).toHaveAttribute('autocomplete', 'username webauthn')
  const chosen = autofill
  autofill = Promise.withResolvers()
  authenticator.make({ challenge: '', rp: { id: 'localhost' }, user: { id: '' } }, '')
  chosen.resolve()
  expect(await screen.findByText(/^Met deze passkey kunt u hier niet inloggen/)).toBeVisible()
  expect(portal.address()).toBe('/auth/login')
})

test('after signing in by a password it is offered, once on a device, and leads to the settings', async () => {
  const portal = await openPortal('/auth/login')
  await screen.findByRole('button', { name: 'Inloggen met passkey' })
  await signInByPassword(portal, personas.owner)
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.user.click(await screen.findByRole('button', { name: 'Passkey maken' }))
  await arrivesAt(portal, '/client/portal/settings')
  expect(await addButton()).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Passkey maken' })).toBeNull()
  await portal.user.click(screen.getAllByRole('link', { name: 'Uitloggen' })[0]!)
  await arrivesAt(portal, '/auth/login')
  await screen.findByRole('button', { name: 'Inloggen met passkey' })
  const asked = portal.calls.length
  await signInByPassword(portal, personas.owner)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
  expect(portal.calls.slice(asked)).not.toContain('GET /api/user/passkeys')
  expect(screen.queryByRole('button', { name: 'Passkey maken' })).toBeNull()
})

test.each([
  ['a second factor is set up', 1, false, /^Uw praktijk vraagt om een tweede factor/],
  ['a code is the only second factor', 0, true, /^Open uw authenticator-app/],
] as const)(
  'where %s, signing in by a passkey is no way on; back at the form it is',
  async (_, demanded, hasApp, text) => {
    await database().updateTable('practice').set({ second_factor: demanded }).where('name', 'like', '%Waag').execute()
    if (hasApp) await withTotp('staff')
    const portal = await openPortal('/auth/login')
    await screen.findByRole('button', { name: 'Inloggen met passkey' })
    await signInByPassword(portal, personas.staff)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Inloggen met passkey' })).toBeNull()
    await portal.user.click(screen.getByRole('button', { name: 'Terug naar inloggen' }))
    expect(screen.getByRole('button', { name: 'Inloggen met passkey' })).toBeVisible()
  },
)

test('who has a passkey beside the app may use it in place of the code', async () => {
  const first = await openPortal('/admin/settings', { as: 'staff' })
  await add(first)
  await screen.findByText('Firefox op Windows')
  await first.user.click(screen.getAllByRole('link', { name: 'Uitloggen' })[0]!)
  await arrivesAt(first, '/auth/login')
  await withTotp('staff')
  await signInByPassword(first, personas.staff)
  expect(await screen.findByText(/Of log in met uw passkey\.$/)).toBeVisible()
  await first.user.click(await screen.findByRole('button', { name: 'Inloggen met passkey' }))
  await arrivesAt(first, '/admin/dashboard')
})

test('another API is not asked for it, and nothing of it shows', async () => {
  withoutCapabilities()
  const portal = await openPortal('/auth/login')
  expect(await screen.findByRole('button', { name: 'Inloggen' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Inloggen met passkey' })).toBeNull()
  await signInByPassword(portal, personas.owner)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(portal.calls[0]).toBe('POST /api/user/authenticate')
  expect(portal.calls.filter((call) => call.includes('passkey'))).toEqual([])
  await portal.router.navigate({ to: '/client/portal/settings' })
  expect(await screen.findByRole('heading', { level: 2, name: 'Uw gegevens' })).toBeVisible()
  expect(screen.queryByRole('heading', { level: 2, name: 'Passkeys' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
