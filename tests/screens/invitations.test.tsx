import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { box, button, said, select } from './bulk.tsx'
import { rows, textOfRows, watch } from './faults.tsx'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { invitationExplained } from '#src/lib/store.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const REGISTERED = '/admin/clients/registered'
const FAILED = `${REGISTERED}?state=failed`
const filter = () => screen.findByRole('combobox', { name: 'Status' })

test('every row says what became of the invitation, and the list is narrowed by it', async () => {
  const portal = await openPortal(REGISTERED, { as: 'staff' })
  await waitFor(() =>
    expect(textOfRows().every((text) => /Uitgenodigd|Geactiveerd|Mail kwam niet aan|Geblokkeerd/.test(text))).toBe(
      true,
    ),
  )
  await portal.user.selectOptions(await filter(), 'Mail kwam niet aan')
  await waitFor(() => expect(portal.address()).toBe(FAILED))
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(textOfRows().every((text) => text.includes('Mail kwam niet aan'))).toBe(true)
  expect(screen.getAllByText(/^(Het e-mailadres bestaat niet|De mailbox was vol)\.$/)).toHaveLength(4)

  await portal.user.selectOptions(await filter(), 'Uitgenodigd')
  await waitFor(() => expect(rows()).toHaveLength(14))
  await portal.user.selectOptions(await filter(), 'Alle statussen')
  await waitFor(() => expect(portal.address()).toBe(REGISTERED))
})

describe('who was sent no invitation yet', () => {
  const NOT_INVITED = `${REGISTERED}?state=not-invited`
  const uninvite = () =>
    database().updateTable('client').set({ activation: 'not-invited' }).where('activation', '=', 'invited').execute()

  test('is told so by the first page, which leads to exactly those', async () => {
    await uninvite()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    const todo = within(await screen.findByRole('region', { name: 'Te doen' }))
    const task = (await todo.findByText(/^1\d cliënten zijn nog niet uitgenodigd$/)).closest('li')!
    await portal.user.click(within(task).getByRole('link', { name: 'Bekijken' }))
    await waitFor(() => expect(portal.address()).toBe(NOT_INVITED))
    expect(await filter()).toHaveDisplayValue('Nog niet uitgenodigd')
    expect(textOfRows().every((text) => /Nog niet uitgenodigd|Geblokkeerd/.test(text))).toBe(true)
  })

  test('is invited from the row', async () => {
    await uninvite()
    const portal = await openPortal(NOT_INVITED, { as: 'staff' })
    const { writes } = watch(portal)
    const [first] = await screen.findAllByRole('button', { name: / uitnodigen$/ })
    const name = first!.getAttribute('aria-label')!.replace(/ uitnodigen$/, '')
    expect(name).not.toMatch(/opnieuw/)
    await portal.user.click(first!)
    expect(await screen.findByText(`${name} krijgt een uitnodiging.`)).toBeVisible()
    await waitFor(() => expect(rows()).toHaveLength(13))
    expect(writes()).toEqual([expect.stringMatching(/^POST \/api\/clients\/[\w-]+\/invitation$/)])
  })

  test('is invited with many others', async () => {
    await uninvite()
    const portal = await select(NOT_INVITED)
    await portal.user.click(box('Deze pagina'))
    expect(screen.queryByRole('button', { name: 'Opnieuw uitnodigen' })).toBeNull()
    await portal.user.click(await screen.findByRole('button', { name: 'Uitnodigen' }))
    expect(await screen.findByText(/^1\d cliënten krijgen een uitnodiging\.$/)).toBeVisible()
  })

  test('is no status of an API that does not tell them apart', async () => {
    const others = CAPABILITIES.filter((capability) => capability !== 'not-invited')
    injectFault(http.get('*/api/capabilities', () => Response.json(others)))
    await openPortal(REGISTERED, { as: 'staff' })
    const options = within(await filter()).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Alle statussen',
      'Uitgenodigd',
      'Geactiveerd',
      'Mail kwam niet aan',
      'Twee weken niet beantwoord',
      'Geblokkeerd',
    ])
  })
})

test('a status that nobody has is said, and one that is none lists everybody', async () => {
  await database().updateTable('client').set({ activation: 'activated' }).where('activation', 'is not', null).execute()
  await database().updateTable('client_count').set({ failed: 0 }).execute()
  await openPortal(FAILED, { as: 'staff' })
  expect(await screen.findByText('Niemand met deze status')).toBeVisible()
  expect(await filter()).toHaveValue('failed')
})

test('an address with a status that is none lists everybody', async () => {
  await openPortal(`${REGISTERED}?state=asleep`, { as: 'staff' })
  expect(rows()).toHaveLength(25)
})

test('who never got the mail is invited again from the row', async () => {
  const portal = await openPortal(FAILED, { as: 'staff' })
  const { writes } = watch(portal)
  const again = await screen.findAllByRole('button', { name: / opnieuw uitnodigen$/ })
  const name = again[0]!.getAttribute('aria-label')!.replace(/ opnieuw uitnodigen$/, '')
  await portal.user.click(again[0]!)
  expect(await screen.findByText(`${name} krijgt opnieuw een uitnodiging.`)).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(writes()).toEqual([expect.stringMatching(/^POST \/api\/clients\/[\w-]+\/invitation$/)])
})

test('an invitation that is refused says that the list was behind', async () => {
  injectFault(http.post('*/api/clients/*/invitation', () => Response.json({ code: 'conflict' }, { status: 409 })))
  const portal = await openPortal(FAILED, { as: 'staff' })
  const [again] = await screen.findAllByRole('button', { name: / opnieuw uitnodigen$/ })
  await portal.user.click(again!)
  expect(await screen.findByText(/ heeft het account intussen geactiveerd/)).toBeVisible()
  expect(rows()).toHaveLength(4)
})

test('an invitation that was asked for a moment ago is not sent again, which is said', async () => {
  const portal = await openPortal(`${REGISTERED}?state=invited`, { as: 'staff' })
  const press = async () => {
    const [again] = await screen.findAllByRole('button', { name: / opnieuw uitnodigen$/ })
    await portal.user.click(again!)
  }
  await press()
  expect(await screen.findByText(/ krijgt opnieuw een uitnodiging\.$/)).toBeVisible()
  await press()
  expect(
    await screen.findByText('Deze mail is het afgelopen uur al aangevraagd. Probeer het later opnieuw. (409)'),
  ).toBeVisible()
})

describe('where the practice has no mails left today', () => {
  const PUT_OFF =
    'Uw praktijk heeft vandaag haar maximum van 500 mails verstuurd. 3 mails wachten en gaan in de komende dagen vanzelf.'
  beforeEach(() =>
    injectFault(http.get('*/api/practice/*/mail-budget', () => Response.json({ perDay: 500, left: 0, putOff: 3 }))),
  )

  test('who invites one again is told', async () => {
    const portal = await openPortal(FAILED, { as: 'staff' })
    const [again] = await screen.findAllByRole('button', { name: / opnieuw uitnodigen$/ })
    await portal.user.click(again!)
    expect(await screen.findByText(PUT_OFF)).toBeVisible()
  })

  test('who registers one is told', async () => {
    invitationExplained()
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    const [register] = await screen.findAllByRole('button', { name: / registreren$/ })
    await portal.user.click(register!)
    expect(await screen.findByText(PUT_OFF)).toBeVisible()
  })

  test('who invites a selection is told once', async () => {
    const portal = await select(FAILED)
    await portal.user.click(box('Deze pagina'))
    await portal.user.click(await screen.findByRole('button', { name: 'Opnieuw uitnodigen' }))
    expect(await screen.findByText(PUT_OFF)).toBeVisible()
    expect(portal.calls.filter((call) => call.endsWith('/mail-budget'))).toHaveLength(1)
  })

  test('another API is not asked', async () => {
    const others = CAPABILITIES.filter((capability) => capability !== 'mail-budget')
    injectFault(http.get('*/api/capabilities', () => Response.json(others)))
    const portal = await openPortal(FAILED, { as: 'staff' })
    const [again] = await screen.findAllByRole('button', { name: / opnieuw uitnodigen$/ })
    await portal.user.click(again!)
    expect(await screen.findByText(/ krijgt opnieuw een uitnodiging\.$/)).toBeVisible()
    expect(portal.calls.filter((call) => call.endsWith('/mail-budget'))).toEqual([])
  })
})

test('who has a password, or is locked, is not invited again', async () => {
  await openPortal(`${REGISTERED}?state=activated`, { as: 'staff' })
  await screen.findAllByText('Geactiveerd', { selector: 'td *' })
  expect(screen.queryByRole('button', { name: / opnieuw uitnodigen$/ })).toBeNull()
})

test('a selection is invited again, but for who is activated', async () => {
  const portal = await select(FAILED)
  await portal.user.click(box('Deze pagina'))
  await waitFor(() => expect(said()).toContain('4 geselecteerd'))
  const { writes } = watch(portal)
  await portal.user.click(button('Opnieuw uitnodigen'))
  expect(await screen.findByText('4 cliënten krijgen opnieuw een uitnodiging.')).toBeVisible()
  expect(writes().filter((call) => call.endsWith('/invitation'))).toHaveLength(4)
  const { failed } = await database()
    .selectFrom('client_count')
    .select('failed')
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()
  expect(failed).toBe(0)
})

test('a selection of who is activated cannot be invited again', async () => {
  const portal = await select(`${REGISTERED}?state=activated`)
  await portal.user.click(box('Deze pagina'))
  await screen.findByRole('button', { name: 'Verwijderen' })
  expect(screen.queryByRole('button', { name: 'Opnieuw uitnodigen' })).toBeNull()
})

test('of an API that does not say it nothing is shown, and everybody is listed', async () => {
  withoutCapabilities()
  injectFault(
    http.get('*/api/practice/*/clients', () =>
      Response.json({
        content: [{ uuid: '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01', locked: false, lastName: 'Bos', email: null }],
        page: { number: 0, size: 25, totalPages: 1, totalElements: 1 },
      }),
    ),
  )
  const portal = await openPortal(FAILED, { as: 'staff' })
  const [row] = rows()
  expect(await within(row!).findByRole('button', { name: /blokkeren$/ })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  expect(row).not.toHaveTextContent(/Uitgenodigd|Geactiveerd|Mail kwam niet aan/)
  expect(portal.calls.filter((call) => call.includes('state='))).toEqual([])
})
