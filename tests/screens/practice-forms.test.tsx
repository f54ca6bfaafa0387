import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortalForm } from '#contract/schemas/form.ts'
import { form, formTask } from '#harness/builders.ts'
import { type TestPortal, arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { ownerId } from './owner.ts'
import { apiHasOnly, callAs, main, shows, showsHeading, sidebar } from './steps.ts'

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  await database().deleteFrom('form_task').execute()
  await database().deleteFrom('form_version').execute()
  await database().deleteFrom('form').execute()
})

const forms = async () => {
  const response = await callAs('admin', 'GET', 'practice/de-waag/forms')
  return ((await response.json()) as { content: PortalForm[] }).content
}
const edit = (search = '') => openPortal(`/admin/forms/edit${search}`, { as: 'admin' })
const question = (number: number) => within(screen.getByRole('group', { name: `Vraag ${number}` }))
const choose = async ({ user }: TestPortal, name: RegExp | string, option: string) =>
  user.selectOptions(screen.getByRole('combobox', { name }), option)

describe('the editor of a form', () => {
  test('writes questions with choices and a condition, and publishes them', async () => {
    const { user, ...portal } = await edit()
    await portal.type(/^Titel in het Nederlands/, 'Vragen vooraf')
    await portal.press('Vraag toevoegen')
    await choose({ user, ...portal }, 'Soort antwoord', 'Eén keuze')
    await user.type(
      question(1).getByRole('textbox', { name: /^Vraag in het Nederlands/ }),
      'Krijgt uw dier medicijnen?',
    )
    await portal.press('Keuze toevoegen')
    await user.type(screen.getByRole('textbox', { name: 'Keuze 1 in het Nederlands' }), 'Ja')
    await portal.press('Vraag toevoegen')
    await waitFor(() => expect(screen.getByRole('group', { name: 'Vraag 2' })).toBeVisible())
    await user.type(question(2).getByRole('textbox', { name: /^Vraag in het Nederlands/ }), 'Welke?')
    await choose({ user, ...portal }, /^Wanneer/, 'Bij een antwoord op een eerdere vraag')
    await choose({ user, ...portal }, /^Eerdere vraag/, '1. Krijgt uw dier medicijnen?')
    await user.click(screen.getByRole('checkbox', { name: 'Ja' }))
    await portal.press('Publiceren')
    await shows('Het formulier is gepubliceerd.')
    const [saved] = await forms()
    const [first, second] = saved?.content.fields ?? []
    expect(saved).toMatchObject({ version: 1, changed: false, content: { title: { nl: 'Vragen vooraf' } } })
    expect(second).toMatchObject({ shownIf: { by: 'answer', field: first?.id, values: [first?.choices?.[0]?.id] } })
  })

  test('opens and focuses a closed question with an error', async () => {
    const { user, ...portal } = await edit('?template=anamnesis')
    await portal.press(/^1\. Naam van uw dier/)
    await user.clear(question(1).getByRole('textbox', { name: /^Vraag in het Nederlands/ }))
    await portal.press('Vraag inklappen')
    await portal.press('Publiceren')
    await waitFor(() => expect(question(1).getByRole('textbox', { name: /^Vraag in het Nederlands/ })).toHaveFocus())
    expect(await forms()).toEqual([])
  })

  test('moves questions with buttons, and restores a removed one at its place', async () => {
    const portal = await edit('?template=euthanasia')
    const labels = () => screen.getAllByRole('button', { name: /^\d+\. / }).map(({ textContent }) => textContent)
    const before = labels()
    await portal.press('Vraag 1 omlaag')
    expect(labels()[1]).toContain('Naam van uw dier')
    await portal.press('Vraag 1 omhoog')
    await portal.press('Vraag 2 omhoog')
    expect(labels()).toEqual(before)
    await portal.press('Vraag 2 verwijderen')
    expect(labels()).toHaveLength(before.length - 1)
    expect(screen.getByRole('button', { name: 'Ongedaan maken' })).toHaveFocus()
    await portal.press('Ongedaan maken')
    expect(labels()).toEqual(before)
  })

  test('saves a draft that clients do not see, with a rule for appointments', async () => {
    const portal = await edit('?template=anaesthesia')
    await portal.user.click(screen.getByRole('checkbox', { name: /^Vanzelf vragen/ }))
    await portal.type(/^Alleen bij deze woorden/, 'operatie, gebit')
    await portal.press('Opslaan als concept')
    await shows(/^Het concept is opgeslagen/)
    expect(await forms()).toMatchObject([
      { kind: 'consent', version: 0, rule: { reasons: ['operatie', 'gebit'], species: [] } },
    ])
    expect(main().getByText('Concept')).toBeVisible()
  })

  test('says that a form that was asked for can only be switched off', async () => {
    const id = await form(database(), 'de-waag')
    await formTask(database(), await ownerId(), id)
    const portal = await edit(`?form=${id}`)
    await portal.press('Formulier verwijderen')
    await portal.confirm('Formulier verwijderen')
    await shows(/al aan cliënten gevraagd/)
    expect(await forms()).toHaveLength(1)
  })
})

describe('asking for a form', () => {
  test('asks a client, shows the state, and stops asking', async () => {
    await form(database(), 'de-waag')
    const portal = await openPortal(`/admin/forms/ask?of=${await ownerId()}`, { as: 'staff' })
    await portal.press('Formulier vragen')
    await shows(/^Het formulier is gevraagd/)
    await arrivesAt(portal, '/admin/forms')
    expect(main().getByText('Wacht op cliënt')).toBeVisible()
    await portal.user.click(main().getByRole('link', { name: 'Vragenlijst' }))
    await portal.press('Niet meer vragen')
    await portal.confirm('Niet meer vragen')
    await shows('Het formulier wordt niet meer gevraagd.')
    expect(await database().selectFrom('form_task').select('state').execute()).toEqual([{ state: 'cancelled' }])
  })

  test('names a missing form', async () => {
    await form(database(), 'de-waag')
    await form(database(), 'de-waag')
    const portal = await openPortal(`/admin/forms/ask?of=${await ownerId()}`, { as: 'staff' })
    await portal.press('Formulier vragen')
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^Formulier/ })).toBeInvalid())
    expect(await database().selectFrom('form_task').select('uuid').execute()).toEqual([])
  })
})

describe('the pages of forms', () => {
  test('leave writing to administrators', async () => {
    await form(database(), 'de-waag')
    const portal = await openPortal('/admin/forms/definitions', { as: 'staff' })
    await showsHeading('Onze formulieren')
    expect(screen.queryByRole('link', { name: 'Nieuw formulier' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Voorbeelden' })).toBeNull()
    await portal.goTo('/admin/forms/edit')
    await arrivesAt(portal, '/not-authorised')
  })

  test('are absent on an API without forms', async () => {
    apiHasOnly('requests')
    const portal = await openPortal('/admin/forms', { as: 'staff' })
    await arrivesAt(portal, '/404')
    await portal.goTo('/admin/clients/registered')
    await showsHeading(/Cliënten/)
    expect(sidebar().queryByRole('link', { name: 'Formulieren' })).toBeNull()
  })
})
