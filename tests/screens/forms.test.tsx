import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FormBody } from '#contract/schemas/form.ts'
import { CONSENT, FORM } from '#harness/forms.ts'
import { form, formTask } from '#harness/builders.ts'
import { HttpResponse, http } from 'msw'
import { arrivesAt, closePortals, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, withoutAnimals } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'
import { prove, shows } from './steps.ts'

let [clientId, bella] = ['', '']

beforeEach(async () => {
  clientId = await ownerId()
  await database().deleteFrom('form_task').execute()
  await withoutAnimals(clientId)
  bella = await animal(clientId, { name: 'Bella', species: 'CAT', chipNumber: '528140000000001' })
})

const ask = async ({ kind, content }: FormBody = FORM) => {
  const formId = await form(database(), 'de-waag', { kind, content: JSON.stringify(content) })
  return await formTask(database(), clientId, formId, { patient_uuid: bella })
}
const open = (task = '') => openPortal(`/client/forms${task && `/${task}`}`, { as: 'owner' })
const states = async () =>
  (await database().selectFrom('form_task').select('state').execute()).map(({ state }) => state)
const answered = async () => {
  const { data } = await database().selectFrom('form_answer').select('data').executeTakeFirstOrThrow()
  return JSON.parse(data) as { answers: object[]; signature?: object }
}
const box = (name: RegExp) => screen.findByRole('textbox', { name })
const choose = async (portal: Awaited<ReturnType<typeof open>>, group: RegExp, name: string) =>
  await portal.user.click(within(await screen.findByRole('radiogroup', { name: group })).getByRole('radio', { name }))

describe('the list of forms', () => {
  test('names each form with its state, and the menu counts the open ones', async () => {
    await ask()
    const portal = await open()
    expect(await screen.findByRole('link', { name: 'Bella: Vragenlijst' })).toBeVisible()
    expect(screen.getByText('In te vullen')).toBeVisible()
    expect(await screen.findByRole('link', { name: /^Formulieren.*Eén formulier/ })).toBeInTheDocument()
    await portal.user.click(screen.getByRole('link', { name: 'Bella: Vragenlijst' }))
    await shows(/Wat is er\?/)
  })

  test('is empty without forms, and absent on an API without them', async () => {
    await open()
    await shows('Geen formulieren')
    closePortals()
    withoutCapabilities()
    const portal = await open()
    await arrivesAt(portal, '/404')
  })
})

describe('an open form', () => {
  test('shows the known data, asks only what depends on the answers, and is sent once it is complete', async () => {
    const portal = await open(await ask())
    await shows('528140000000001')
    expect(screen.queryByRole('textbox', { name: /^Welke/ })).toBeNull()
    await choose(portal, /^Medicijnen/, 'Ja')
    await portal.press('Formulier versturen')
    expect(await box(/^Wat is er/)).toHaveFocus()
    expect(await box(/^Welke/)).toHaveAccessibleDescription('Verplicht veld.')
    expect(await states()).toEqual(['asked'])
    await portal.user.type(await box(/^Wat is er/), 'Hoest')
    await choose(portal, /^Medicijnen/, 'Nee')
    await portal.press('Formulier versturen')
    await shows('Uw formulier is verstuurd.')
    expect(await answered()).toMatchObject({
      answers: [
        { field: 'complaint', text: 'Hoest' },
        { field: 'medicine', choices: ['no'] },
      ],
    })
    expect(await screen.findByRole('button', { name: 'Pdf openen' })).toBeVisible()
  })

  test('keeps its answers across a reload and a lost connection, and removes them at the end of the session', async () => {
    const task = await ask()
    const first = await open(task)
    await first.user.type(await box(/^Wat is er/), 'Hoest')
    await choose(first, /^Medicijnen/, 'Nee')
    closePortals()
    const portal = await open(task)
    expect(await box(/^Wat is er/)).toHaveValue('Hoest')
    injectFault(http.post('*/submission', () => HttpResponse.error(), { once: true }))
    await portal.press('Formulier versturen')
    await shows(/Uw antwoorden staan nog op dit apparaat/)
    await portal.press('Formulier versturen')
    await shows('Uw formulier is verstuurd.')
    await waitFor(() => expect(sessionStorage.getItem('portal-drafts')).toBeNull())
    closePortals()
    const next = await open(await ask())
    await next.user.type(await box(/^Wat is er/), 'Geheim')
    await act(() => next.session.end('signedOut'))
    expect(sessionStorage.getItem('portal-drafts')).toBeNull()
  })

  test('names a missing photo and focuses its button', async () => {
    const fields = [{ id: 'photo', type: 'photo', label: { nl: 'Foto van de wond' }, required: true }] as const
    const portal = await open(await ask({ ...FORM, content: { ...FORM.content, fields: [...fields] } }))
    await portal.press('Formulier versturen')
    const group = within(await screen.findByRole('group', { name: /^Foto van de wond/ }))
    expect(await group.findByText('Verplicht veld.')).toBeVisible()
    const button = group.getByRole('button', { name: 'Foto’s kiezen' })
    expect(button).toHaveFocus()
    expect(button).toHaveAccessibleDescription(/^Verplicht veld\./)
    expect(await states()).toEqual(['asked'])
  })

  test('that has lapsed or is unknown says so', async () => {
    const task = await ask()
    await database().updateTable('form_task').set({ state: 'cancelled' }).execute()
    await open(task)
    await shows('De praktijk heeft dit formulier niet meer nodig.')
    closePortals()
    await open(crypto.randomUUID())
    await shows('Formulier niet gevonden')
  })
})

describe('a consent', () => {
  const fill = async () => {
    const portal = await open(await ask(CONSENT))
    await portal.user.type(await box(/^Telefoonnummer waarop/), '06 12345678')
    await choose(portal, /nuchter/, 'Ja')
    await choose(portal, /ziek geweest/, 'Nee')
    await choose(portal, /extra behandeling/, 'Bel mij eerst')
    return portal
  }

  test('needs a signature, which is possible by keyboard, and can be withdrawn', async () => {
    const portal = await fill()
    await portal.press('Ondertekenen en versturen')
    expect(await screen.findByRole('group', { name: /^Handtekening/ })).toHaveTextContent('Verplicht veld.')
    expect(await states()).toEqual(['asked'])
    screen.getByRole('button', { name: 'Ondertekenen met een kruisje' }).focus()
    await portal.user.keyboard('{Enter}')
    await portal.press('Ondertekenen en versturen')
    await shows('Uw toestemming is verstuurd.')
    expect(await answered()).toMatchObject({ signature: { method: 'drawn' } })
    await portal.press('Toestemming intrekken')
    await portal.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Toestemming intrekken' }),
    )
    await shows('Uw toestemming is ingetrokken.')
    await shows(/^U heeft deze toestemming ingetrokken op/)
    expect(screen.getByRole('img', { name: 'Getekende handtekening' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pdf openen' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Toestemming intrekken' })).toBeNull()
    expect(await states()).toEqual(['withdrawn'])
  })

  test('can be confirmed with the password instead', async () => {
    const portal = await fill()
    await choose(portal, /^Hoe wilt u ondertekenen/, 'Met mijn wachtwoord of passkey')
    await portal.press('Ondertekenen en versturen')
    await prove(portal, 'Ondertekenen en versturen')
    await shows('Uw toestemming is verstuurd.')
    expect(await answered()).toMatchObject({ signature: { method: 'password' } })
  })

  test('is shown in English, with Dutch where a translation is missing', async () => {
    inEnglish()
    await open(await ask())
    expect(await box(/^What is wrong/)).toBeVisible()
    expect(screen.getByRole('radiogroup', { name: /^Medicijnen/ })).toBeVisible()
  })
})
