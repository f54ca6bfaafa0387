import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { announcements, select } from './bulk.tsx'
import { rows, textOfRows, watch } from './faults.tsx'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { invitationExplained } from '#src/lib/store.ts'
import { answers } from '#mocks/faults.ts'
import { type TestPortal, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { apiHasOnly, replies, shows } from './steps.ts'

const REGISTERED = '/admin/clients/registered'
const FAILED = `${REGISTERED}?state=failed`
const filter = () => screen.findByRole('combobox', { name: 'Status' })
const without = (capability: string) => apiHasOnly(...CAPABILITIES.filter((each) => each !== capability))
/** Presses the first button that invites again, and returns the client's name. */
async function inviteAgain({ user }: TestPortal) {
  const [button] = await screen.findAllByRole('button', { name: / opnieuw uitnodigen$/ })
  await user.click(button!)
  return button!.getAttribute('aria-label')!.replace(/ opnieuw uitnodigen$/, '')
}

test('each row shows the state of the invitation, which can be filtered', async () => {
  const portal = await openPortal(REGISTERED, { as: 'staff' })
  await waitFor(() =>
    expect(textOfRows().every((text) => /Uitgenodigd|Geactiveerd|E-mail kwam niet aan|Geblokkeerd/.test(text))).toBe(
      true,
    ),
  )
  await portal.user.selectOptions(await filter(), 'E-mail kwam niet aan')
  await waitFor(() => expect(portal.address()).toBe(FAILED))
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(textOfRows().every((text) => text.includes('E-mail kwam niet aan'))).toBe(true)
  expect(screen.getAllByText(/^(Het e-mailadres bestaat niet|De mailbox was vol)\.$/)).toHaveLength(4)

  await portal.user.selectOptions(await filter(), 'Uitgenodigd')
  await waitFor(() => expect(rows()).toHaveLength(14))
  await portal.user.selectOptions(await filter(), 'Alle statussen')
  await waitFor(() => expect(portal.address()).toBe(REGISTERED))
})

describe('clients without an invitation', () => {
  const NOT_INVITED = `${REGISTERED}?state=not-invited`
  const uninvite = () =>
    database().updateTable('client').set({ activation: 'not-invited' }).where('activation', '=', 'invited').execute()

  test('are counted on the dashboard, with a link to their list', async () => {
    await uninvite()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    const todo = within(await screen.findByRole('region', { name: 'Te doen' }))
    const task = (await todo.findByText(/^1\d cliënten zijn nog niet uitgenodigd$/)).closest('li')!
    await portal.user.click(within(task).getByRole('link', { name: 'Bekijken' }))
    await waitFor(() => expect(portal.address()).toBe(NOT_INVITED))
    expect(await filter()).toHaveDisplayValue('Nog niet uitgenodigd')
    expect(textOfRows().every((text) => /Nog niet uitgenodigd|Geblokkeerd/.test(text))).toBe(true)
  })

  test('can be invited from the row', async () => {
    await uninvite()
    const portal = await openPortal(NOT_INVITED, { as: 'staff' })
    const { writes } = watch(portal)
    const [first] = await screen.findAllByRole('button', { name: / uitnodigen$/ })
    const name = first!.getAttribute('aria-label')!.replace(/ uitnodigen$/, '')
    expect(name).not.toMatch(/opnieuw/)
    await portal.user.click(first!)
    await shows(`${name} krijgt een uitnodiging.`)
    await waitFor(() => expect(rows()).toHaveLength(13))
    expect(writes()).toEqual([expect.stringMatching(/^POST \/api\/clients\/[\w-]+\/invitation$/)])
  })

  test('can be invited as a selection', async () => {
    await uninvite()
    const portal = await select(NOT_INVITED)
    await portal.tick('Deze pagina')
    expect(screen.queryByRole('button', { name: 'Opnieuw uitnodigen' })).toBeNull()
    await portal.press('Uitnodigen')
    await shows(/^1\d cliënten krijgen een uitnodiging\.$/)
  })

  test('have no state of their own if the API lacks the capability', async () => {
    without('not-invited')
    await openPortal(REGISTERED, { as: 'staff' })
    const options = within(await filter()).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Alle statussen',
      'Uitgenodigd',
      'Geactiveerd',
      'E-mail kwam niet aan',
      'Twee weken niet beantwoord',
      'Geblokkeerd',
    ])
  })
})

test('an empty list for a state says so, and an unknown state lists all clients', async () => {
  await database().updateTable('client').set({ activation: 'activated' }).where('activation', 'is not', null).execute()
  await database().updateTable('client_count').set({ failed: 0 }).execute()
  const portal = await openPortal(FAILED, { as: 'staff' })
  await shows('Geen cliënten met deze status')
  expect(await filter()).toHaveValue('failed')
  await portal.goTo(`${REGISTERED}?state=asleep`)
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('a client whose mail failed can be invited again from the row', async () => {
  const portal = await openPortal(FAILED, { as: 'staff' })
  const { writes } = watch(portal)
  await shows(`${await inviteAgain(portal)} krijgt opnieuw een uitnodiging.`)
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(writes()).toEqual([expect.stringMatching(/^POST \/api\/clients\/[\w-]+\/invitation$/)])
})

test('inviting a client who has activated the account meanwhile fails with the reason', async () => {
  injectFault(answers('post', 'clients/*/invitation', 409, 'conflict'))
  await inviteAgain(await openPortal(FAILED, { as: 'staff' }))
  await shows(/ heeft het account intussen geactiveerd/)
  expect(rows()).toHaveLength(4)
})

test('a second invitation within the hour is rejected', async () => {
  const portal = await openPortal(`${REGISTERED}?state=invited`, { as: 'staff' })
  await inviteAgain(portal)
  await shows(/ krijgt opnieuw een uitnodiging\.$/)
  await inviteAgain(portal)
  await shows('Deze e-mail is het afgelopen uur al aangevraagd. Probeer het later opnieuw. (409)')
})

describe('when the daily limit of mails is reached', () => {
  const PUT_OFF =
    'Uw praktijk heeft vandaag haar maximum van 500 e-mails verstuurd. 3 e-mails wachten en gaan in de komende dagen vanzelf.'
  beforeEach(() => injectFault(replies('get', 'practice/*/mail-budget', { perDay: 500, left: 0, putOff: 3 })))

  test('inviting one client reports it', async () => {
    await inviteAgain(await openPortal(FAILED, { as: 'staff' }))
    await shows(PUT_OFF)
  })

  test('registering one client reports it', async () => {
    invitationExplained()
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    await portal.user.click((await screen.findAllByRole('button', { name: / registreren$/ }))[0]!)
    await shows(PUT_OFF)
  })

  test('inviting a selection reports it after one call', async () => {
    const portal = await select(FAILED)
    await portal.tick('Deze pagina')
    await portal.press('Opnieuw uitnodigen')
    await shows(PUT_OFF)
    expect(portal.calls.filter((call) => call.endsWith('/mail-budget'))).toHaveLength(1)
  })

  test('the mail budget is not requested from an API without that capability', async () => {
    without('mail-budget')
    const portal = await openPortal(FAILED, { as: 'staff' })
    await inviteAgain(portal)
    await shows(/ krijgt opnieuw een uitnodiging\.$/)
    expect(portal.calls.filter((call) => call.endsWith('/mail-budget'))).toEqual([])
  })
})

test('a selection can be invited again, except activated clients', async () => {
  const portal = await select(FAILED)
  await portal.tick('Deze pagina')
  await waitFor(() => expect(announcements()).toContain('4 geselecteerd'))
  const { writes } = watch(portal)
  await portal.press('Opnieuw uitnodigen')
  await shows('4 cliënten krijgen opnieuw een uitnodiging.')
  expect(writes().filter((call) => call.endsWith('/invitation'))).toHaveLength(4)
  const counts = database().selectFrom('client_count').select('failed').where('practice_id', '=', 'de-waag')
  expect(await counts.executeTakeFirstOrThrow()).toEqual({ failed: 0 })

  await portal.goTo(`${REGISTERED}?state=activated`)
  await screen.findAllByText('Geactiveerd', { selector: 'td *' })
  expect(screen.queryByRole('button', { name: / opnieuw uitnodigen$/ })).toBeNull()
  await portal.tick('Deze pagina')
  await screen.findByRole('button', { name: 'Verwijderen' })
  expect(screen.queryByRole('button', { name: 'Opnieuw uitnodigen' })).toBeNull()
})

test('an API without invitation states lists all clients, without a filter', async () => {
  withoutCapabilities()
  const content = [{ uuid: crypto.randomUUID(), locked: false, lastName: 'Bos', email: null }]
  const page = { number: 0, size: 25, totalPages: 1, totalElements: 1 }
  injectFault(replies('get', 'practice/*/clients', { content, page }))
  const portal = await openPortal(FAILED, { as: 'staff' })
  const [row] = rows()
  expect(await within(row!).findByRole('button', { name: /blokkeren$/ })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  expect(row).not.toHaveTextContent(/Uitgenodigd|Geactiveerd|E-mail kwam niet aan/)
  expect(portal.calls.filter((call) => call.includes('state='))).toEqual([])
})
