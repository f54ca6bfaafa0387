import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FormBody, PortalForm } from '#contract/schemas/form.ts'
import { form, formAnswer, formTask } from '#harness/builders.ts'
import { CONSENT, CONSENT_ANSWERS, FORM, SIGNED } from '#harness/forms.ts'
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
const stored = ({ kind, content }: FormBody) => ({ kind, content: JSON.stringify(content) })
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

  test('keeps the typed form when another admin has saved it, and replaces theirs at the second press', async () => {
    const id = await form(database(), 'de-waag')
    const portal = await edit(`?form=${id}`)
    await portal.retype(/^Titel in het Nederlands/, 'Van mij')
    const [{ kind, content, active } = FORM] = await forms()
    const theirs = { kind, content: { ...content, title: { nl: 'Van een ander' } }, active }
    await callAs('admin', 'PUT', `practice/de-waag/forms/${id}`, theirs)
    await portal.press('Opslaan als concept')
    await shows(/^Iemand anders heeft dit formulier intussen gewijzigd/)
    expect(screen.getByRole('link', { name: 'de opgeslagen versie' })).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('textbox', { name: /^Titel in het Nederlands/ })).toHaveValue('Van mij')
    const titles = async () => (await forms()).map((saved) => saved.content.title.nl)
    expect(await titles()).toEqual(['Van een ander'])
    await portal.press('Opslaan als concept')
    await shows(/^Het concept is opgeslagen/)
    expect(await titles()).toEqual(['Van mij'])
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

describe('the preview of a form', () => {
  const preview = async () => within(await screen.findByRole('region', { name: 'Voorbeeld' }))

  test('shows what is typed as the owner sees it, with conditions that react, and sends nothing', async () => {
    const id = await form(database(), 'de-waag', stored(FORM))
    const portal = await edit(`?form=${id}`)
    const shown = await preview()
    expect(shown.getByText('528140000123456')).toBeVisible()
    expect(shown.queryByRole('textbox', { name: /^Welke/ })).toBeNull()
    await portal.user.click(shown.getByRole('radio', { name: 'Ja' }))
    expect(shown.getByRole('textbox', { name: /^Welke/ })).toBeVisible()
    await portal.user.click(shown.getByRole('radio', { name: 'Nee' }))
    await portal.press('Formulier versturen')
    await waitFor(() => expect(shown.getByRole('textbox', { name: /^Wat is er/ })).toHaveFocus())
    await portal.user.keyboard('Hoest')
    await portal.press('Formulier versturen')
    await shows('Het formulier is volledig ingevuld. Er is niets verstuurd.')
    await portal.retype(/^Titel in het Nederlands/, 'Andere titel')
    expect(await shown.findByRole('heading', { name: 'Andere titel' })).toBeVisible()
    expect((await forms()).map(({ content }) => content)).toEqual([FORM.content])
    expect(await database().selectFrom('form_answer').select('id').execute()).toEqual([])
  })

  test('asks for missing data of the record, and is in the chosen language', async () => {
    const id = await form(database(), 'de-waag', stored(FORM))
    const portal = await edit(`?form=${id}`)
    const shown = await preview()
    await portal.user.click(shown.getByRole('checkbox', { name: 'Het dossier is volledig' }))
    expect(await shown.findByRole('textbox', { name: /^Chip/ })).toBeVisible()
    await portal.user.click(shown.getByRole('radio', { name: 'English' }))
    expect(await shown.findByRole('button', { name: 'Send form' })).toBeVisible()
    expect(shown.getByRole('textbox', { name: /^What is wrong/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Publiceren' })).toBeVisible()
  })

  test('follows the species and the reason of the visit', async () => {
    const fields: FormBody['content']['fields'] = [
      { id: 'milk', type: 'text', label: { nl: 'Melk' }, shownIf: { by: 'species', values: ['CATTLE'] } },
      { id: 'fasting', type: 'text', label: { nl: 'Nuchter' }, shownIf: { by: 'reason', values: ['operatie'] } },
    ]
    const id = await form(database(), 'de-waag', stored({ ...FORM, content: { ...FORM.content, fields } }))
    const portal = await edit(`?form=${id}`)
    const shown = await preview()
    const names = () => shown.queryAllByRole('textbox').map((box) => box.getAttribute('name'))
    expect(names()).toEqual([])
    await portal.user.selectOptions(shown.getByRole('combobox', { name: 'Diersoort' }), 'Rund')
    await portal.user.selectOptions(
      shown.getByRole('combobox', { name: 'Reden van het bezoek' }),
      'Reden met ‘operatie’',
    )
    await waitFor(() => expect(names()).toEqual(['q0', 'q1']))
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

describe('a form of a client', () => {
  test('that was withdrawn says so, and keeps the answers and the signature', async () => {
    const clientId = await ownerId()
    const taskId = await formTask(database(), clientId, await form(database(), 'de-waag', stored(CONSENT)))
    const { id: accountId } = await database()
      .selectFrom('account')
      .innerJoin('client', 'client.account_id', 'account.id')
      .select('account.id')
      .where('client.uuid', '=', clientId)
      .executeTakeFirstOrThrow()
    const signature = { ...SIGNED, method: 'drawn' }
    const data = JSON.stringify({ answers: CONSENT_ANSWERS, facts: {}, signature })
    await formAnswer(database(), { clientId, accountId, taskId }, { data, sha256: 'ab'.repeat(32) })
    const closed = { state: 'withdrawn', closed_at: '2026-06-12T10:00:00.000Z' } as const
    await database().updateTable('form_task').set(closed).where('uuid', '=', taskId).execute()
    await openPortal(`/admin/forms/${taskId}`, { as: 'staff' })
    await shows('De cliënt heeft deze toestemming ingetrokken.')
    expect(main().getByText('Bel mij eerst')).toBeVisible()
    expect(main().getByText('Anna Bakker, met een getekende handtekening')).toBeVisible()
    expect(main().getByRole('img', { name: 'Getekende handtekening' })).toBeVisible()
    expect(main().getByText('ab'.repeat(32))).toBeVisible()
    expect(main().queryByRole('button', { name: 'Niet meer vragen' })).toBeNull()
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
