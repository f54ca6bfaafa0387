import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { type TestAuthenticator, createAuthenticator } from '#harness/authenticator.ts'
import { type TestPortal, arrivesAt, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { renew } from './faults.tsx'
import { dialog, prove, setPractice, shows, signIn, signOut } from './steps.ts'
import { withTotp } from './totp.ts'

// A simulated authenticator replaces the browser's. tests/browser/passkeys.spec.ts uses a real browser.

const ORIGIN = 'http://localhost:3000'
const SETTINGS = '/client/portal/settings'
const ADD = 'Passkey toevoegen'
const SIGN_IN = 'Inloggen met passkey'
const CONFIRM = 'Bevestigen met een passkey'
const REMOVED = 'Passkey Laptop is verwijderd.'
const encoded = (bytes: BufferSource) =>
  Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : (bytes as Uint8Array)).toString('base64url')
const decoded = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer

let authenticator: TestAuthenticator
/** Whether the user declines the browser's prompt. */
let userDeclines: boolean
let autofill: PromiseWithResolvers<void> | undefined

beforeEach(() => {
  authenticator = createAuthenticator({ origin: ORIGIN })
  userDeclines = false
  autofill = undefined
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      isConditionalMediationAvailable: async () => autofill !== undefined,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    }),
  )
  const refuse = () => {
    if (userDeclines) throw new DOMException('The person said no', 'NotAllowedError')
  }
  const credential = (id: string, response: object) => ({
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    id,
    rawId: decoded(id),
    response,
  })
  vi.stubGlobal('navigator', {
    ...navigator,
    language: navigator.language,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:147.0) Gecko/20100101 Firefox/147.0',
    credentials: {
      async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) {
        refuse()
        const { challenge, rp, user } = publicKey
        const options = { challenge: encoded(challenge), rp: { id: rp.id! }, user: { id: encoded(user.id) } }
        const made = authenticator.make(options, '')
        return credential(made.id, {
          clientDataJSON: decoded(made.clientDataJSON),
          attestationObject: decoded(made.attestationObject),
          getTransports: () => made.transports,
        })
      },
      async get({ publicKey, mediation, signal }: CredentialRequestOptions) {
        if (mediation === 'conditional') {
          const aborted = new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
          await Promise.race([autofill!.promise, aborted])
        }
        refuse()
        const { challenge, rpId } = publicKey!
        const signed = authenticator.sign({ challenge: encoded(challenge), rpId: rpId! })
        return credential(signed.id, {
          clientDataJSON: decoded(signed.clientDataJSON),
          authenticatorData: decoded(signed.authenticatorData),
          signature: decoded(signed.signature),
          userHandle: decoded(signed.userHandle!),
        })
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const name = async (portal: TestPortal, text: string) => {
  const field = await (await dialog()).findByLabelText(/^Naam/)
  await portal.user.clear(field)
  await portal.user.type(field, text)
}
async function add(portal: TestPortal, text = '', password = PASSWORD) {
  await portal.press(ADD)
  if (text) await name(portal, text)
  return await prove(portal, ADD, password)
}
/** Opens the settings of an owner who has a passkey. */
async function withLaptop() {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await add(portal, 'Laptop')
  await shows('Laptop')
  return portal
}
const openRemoval = (portal: TestPortal, key = 'Laptop') => portal.press(`Passkey verwijderen: ${key}`)
const isInvalid = (field: HTMLElement) => waitFor(() => expect(field).toBeInvalid())

describe('adding a passkey', () => {
  test.each([
    ['an owner', SETTINGS, 'owner', '/client/portal/reminders'],
    ['staff', '/admin/settings', 'staff', '/admin/dashboard'],
  ] as const)('lets %s sign in with it until it is removed', async (_, address, as, home) => {
    const portal = await openPortal(address, { as })
    await add(portal)
    await shows('Passkey toegevoegd. U kunt er vanaf nu mee inloggen.')
    await shows('Firefox op Windows')
    await shows(/Nog niet gebruikt/)
    await signOut(portal)
    await portal.press(SIGN_IN)
    await arrivesAt(portal, home)
    await portal.goTo(address)
    await openRemoval(portal, 'Firefox op Windows')
    await prove(portal, 'Verwijderen')
    await shows('Passkey Firefox op Windows is verwijderd.')
    expect(screen.queryByText('Firefox op Windows')).toBeNull()
  })

  test('requires the password and the consent of the user, and can be retried', async () => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    const create = vi.spyOn(navigator.credentials, 'create')
    await isInvalid(await add(portal, '', 'Wrong#2026'))
    expect(create).not.toHaveBeenCalled()
    userDeclines = true
    await prove(portal, ADD)
    await shows('Er is geen passkey gemaakt. Probeer het opnieuw.')
    userDeclines = false
    await portal.confirm(ADD)
    await shows('Passkey toegevoegd. U kunt er vanaf nu mee inloggen.')
  })

  test('can be confirmed by a passkey instead of the password', async () => {
    const portal = await withLaptop()
    const { sign } = authenticator
    await portal.press(ADD)
    await portal.confirm(CONFIRM)
    authenticator = { ...createAuthenticator({ origin: ORIGIN }), sign }
    await name(portal, 'Toestel van Jan')
    await portal.confirm(ADD)
    await shows('Toestel van Jan')
    expect(screen.getByText(/Laatst gebruikt op/)).toBeVisible()
  })
})

describe('removing a passkey', () => {
  test('is rejected for the only way to sign in', async () => {
    const portal = await withLaptop()
    await database()
      .updateTable('account')
      .set({ password_hash: null })
      .where('username', '=', personas.owner)
      .execute()
    await portal.goTo('/client/portal/reminders')
    await renew(portal)
    await portal.goTo(SETTINGS)
    await openRemoval(portal)
    expect((await dialog()).queryByLabelText(/^Huidig wachtwoord/)).toBeNull()
    await portal.confirm('Verwijderen')
    await shows(/^Dit is uw enige manier om in te loggen/)
  })

  test('can be confirmed by a passkey, and retried after the user declined', async () => {
    const portal = await withLaptop()
    await openRemoval(portal)
    await portal.confirm(CONFIRM)
    expect((await dialog()).queryByLabelText(/^Huidig wachtwoord/)).toBeNull()
    userDeclines = true
    await portal.confirm('Verwijderen')
    await shows('Dit is niet bevestigd. Probeer het opnieuw.')
    userDeclines = false
    await portal.confirm('Verwijderen')
    await shows(REMOVED)
  })

  test('requires the password, also in a browser without passkeys', async () => {
    const portal = await withLaptop()
    vi.unstubAllGlobals()
    await openRemoval(portal)
    await isInvalid(await prove(portal, 'Verwijderen', 'Wrong#2026'))
    expect(screen.queryByRole('button', { name: CONFIRM })).toBeNull()
    expect(await database().selectFrom('passkey').select('name').execute()).toEqual([{ name: 'Laptop' }])
    await prove(portal, 'Verwijderen')
    await shows(REMOVED)
  })
})

describe('signing in with a passkey', () => {
  const offersPasskey = () => screen.findByRole('button', { name: SIGN_IN })

  test('reports an unknown passkey that was selected from the browser’s autofill', async () => {
    autofill = Promise.withResolvers()
    const portal = await openPortal('/auth/login')
    expect(await offersPasskey()).toBeVisible()
    expect(screen.getByLabelText(/Gebruikersnaam/)).toHaveAttribute('autocomplete', 'username webauthn')
    const chosen = autofill
    autofill = Promise.withResolvers()
    authenticator.make({ challenge: '', rp: { id: 'localhost' }, user: { id: '' } }, '')
    chosen.resolve()
    await shows(/^Met deze passkey kunt u hier niet inloggen/)
    expect(portal.address()).toBe('/auth/login')
  })

  test('is suggested once on a device after signing in by password', async () => {
    const portal = await openPortal('/auth/login')
    await offersPasskey()
    await signIn(portal, 'owner')
    await arrivesAt(portal, '/client/portal/reminders')
    await portal.press('Passkey maken')
    await arrivesAt(portal, SETTINGS)
    expect(await screen.findByRole('button', { name: ADD })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Passkey maken' })).toBeNull()
    await signOut(portal)
    await offersPasskey()
    const callsBefore = portal.calls.length
    await signIn(portal, 'owner')
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
    expect(portal.calls.slice(callsBefore)).not.toContain('GET /api/user/passkeys')
    expect(screen.queryByRole('button', { name: 'Passkey maken' })).toBeNull()
  })

  test.each([
    ['a second factor has to be set up', 1, false, /^Uw praktijk vraagt om een tweede factor/],
    ['a code is the only second factor', 0, true, /^Open uw authenticator-app/],
  ] as const)('is not offered if %s, until the user goes back', async (_, demanded, hasApp, text) => {
    await setPractice({ second_factor: demanded })
    if (hasApp) await withTotp('staff')
    const portal = await openPortal('/auth/login')
    await offersPasskey()
    await signIn(portal, 'staff')
    await shows(text)
    expect(screen.queryByRole('button', { name: SIGN_IN })).toBeNull()
    await portal.press('Terug naar inloggen')
    expect(await offersPasskey()).toBeVisible()
  })

  test('replaces the code of an authenticator app', async () => {
    const portal = await openPortal('/admin/settings', { as: 'staff' })
    await add(portal)
    await shows('Firefox op Windows')
    await signOut(portal)
    await withTotp('staff')
    await signIn(portal, 'staff')
    await shows(/Of log in met uw passkey\.$/)
    await portal.press(SIGN_IN)
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('is not offered if the API lacks the capability', async () => {
    withoutCapabilities()
    await openPortal('/auth/login')
    expect(await screen.findByRole('button', { name: 'Inloggen' })).toBeVisible()
    expect(screen.queryByRole('button', { name: SIGN_IN })).toBeNull()
  })
})
