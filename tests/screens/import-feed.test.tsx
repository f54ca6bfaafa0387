import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { importKey, importRun } from '#harness/builders.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const PRACTICE = 'de-waag'
const PASSWORD = 'Welkom#2026'

const open = (as: 'admin' | 'staff' = 'admin') => openPortal('/admin/practice', { as })
const panel = async () => within(await screen.findByRole('region', { name: 'Gegevens die vanzelf binnenkomen' }))
const counts = (added: number, updated: number, unchanged: number) => ({ added, updated, unchanged })

test('an admin makes a key, which is shown this once, and revokes it', async () => {
  const { user } = await open()
  const feed = await panel()
  expect(await feed.findByText('Er is nog geen sleutel.')).toBeVisible()
  await user.click(feed.getByRole('button', { name: 'Sleutel maken' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Sleutel maken' }))
  const password = await asked.findByLabelText(/^Huidig wachtwoord/)
  await user.click(asked.getByRole('button', { name: 'Sleutel maken' }))
  await waitFor(() => expect(asked.getByLabelText(/^Naam/)).toHaveAccessibleDescription(/Verplicht/))
  await user.type(asked.getByLabelText(/^Naam/), ' Praktijksysteem ')
  await user.selectOptions(asked.getByRole('combobox', { name: 'Hoe lang werkt de sleutel?' }), '90 dagen')
  await user.type(password, 'Fout#2026')
  await user.click(asked.getByRole('button', { name: 'Sleutel maken' }))
  await waitFor(() => expect(password).toHaveAccessibleDescription(/niet uw huidige wachtwoord/))
  expect(asked.getByLabelText(/^Naam/)).toHaveValue(' Praktijksysteem ')
  await user.clear(password)
  await user.type(password, PASSWORD)
  await user.click(asked.getByRole('button', { name: 'Sleutel maken' }))

  const made = within(await screen.findByRole('dialog', { name: 'Sleutel Praktijksysteem' }))
  const field = made.getByLabelText<HTMLInputElement>('Sleutel')
  expect(field).toHaveFocus()
  expect(field.value).toMatch(/^dierenportaal_import_[\w-]{43}$/)
  expect(made.getByText(/^PUT /)).toHaveTextContent(/\/api\/practice\/de-waag\/import\?sequence=…$/)
  const key = field.value
  await user.click(made.getByRole('button', { name: 'Sleutel kopiëren' }))
  expect(await made.findByText('De sleutel is gekopieerd.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(key)
  await user.click(made.getByRole('button', { name: 'Ik heb de sleutel bewaard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.body.innerHTML).not.toContain(key)

  const item = (await feed.findByText('Praktijksysteem')).closest('li')!
  expect(item).toHaveTextContent(
    /^Praktijksysteem.*Exports sturen · Gemaakt op \d+ \w+ \d{4} door .+ · nog niet gebruikt · werkt tot \d+ \w+ \d{4}/,
  )
  await user.click(within(item).getByRole('button', { name: 'Sleutel Praktijksysteem intrekken' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Sleutel Praktijksysteem intrekken?' }))
  await user.click(sure.getByRole('button', { name: 'Intrekken' }))
  expect(await screen.findByText('De sleutel is ingetrokken.')).toBeVisible()
  expect(await feed.findByText('Er is nog geen sleutel.')).toBeVisible()
  await waitFor(() => expect(feed.getByRole('button', { name: 'Sleutel maken' })).toHaveFocus())
})

test('a key for requests is made and shown as one, with the address of the requests', async () => {
  const { user } = await open()
  const feed = await panel()
  await user.click(await feed.findByRole('button', { name: 'Sleutel maken' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Sleutel maken' }))
  await user.type(await asked.findByLabelText(/^Naam/), 'Balie')
  await user.selectOptions(
    asked.getByRole('combobox', { name: 'Waarvoor is de sleutel?' }),
    'Verzoeken lezen en beantwoorden',
  )
  await user.type(asked.getByLabelText(/^Huidig wachtwoord/), PASSWORD)
  await user.click(asked.getByRole('button', { name: 'Sleutel maken' }))
  const made = within(await screen.findByRole('dialog', { name: 'Sleutel Balie' }))
  expect(made.getByLabelText<HTMLInputElement>('Sleutel').value).toMatch(/^dierenportaal_requests_/)
  expect(made.getByText(/^GET /)).toHaveTextContent(/\/api\/practice\/de-waag\/requests\?after=…$/)
  await user.click(made.getByRole('button', { name: 'Ik heb de sleutel bewaard' }))
  expect((await feed.findByText('Balie')).closest('li')).toHaveTextContent(/Verzoeken lezen en beantwoorden/)
})

test('where the API has no requests, what a key is for is neither asked nor said', async () => {
  injectFault(http.get('*/api/capabilities', () => Response.json(['import-feed'])))
  await importKey(database(), PRACTICE, { name: 'Oud' })
  const { user } = await open()
  const feed = await panel()
  expect((await feed.findByText('Oud')).closest('li')).not.toHaveTextContent(/Exports/)
  await user.click(feed.getByRole('button', { name: 'Sleutel maken' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Sleutel maken' }))
  expect(await asked.findByLabelText(/^Naam/)).toBeVisible()
  expect(asked.queryByRole('combobox', { name: 'Waarvoor is de sleutel?' })).toBeNull()
})

test('a key of somebody who has left is kept by a proof, and one that has ended is shown as such', async () => {
  const left = await importKey(database(), PRACTICE, { name: 'Oud', made_by: 'Femke', maker_left: 1 })
  await importKey(database(), PRACTICE, { name: 'Voorbij', ends_at: '2026-01-01T00:00:00.000Z', maker_left: 1 })
  const { user } = await open()
  const feed = await panel()
  const ended = (await feed.findByText('Voorbij')).closest('li')!
  expect(ended).toHaveTextContent(/afgelopen op 1 januari 2026/)
  expect(within(ended).getByText('Afgelopen')).toBeVisible()
  expect(within(ended).queryByRole('button', { name: /houden/ })).toBeNull()

  const item = () => feed.getByText('Oud').closest('li')!
  expect(item()).toHaveTextContent(/Deze sleutel is gepauzeerd/)
  await user.click(within(item()).getByRole('button', { name: 'Sleutel Oud houden' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Sleutel Oud houden?' }))
  await user.type(await asked.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
  await user.click(asked.getByRole('button', { name: 'Houden' }))
  expect(await screen.findByText('De sleutel Oud staat nu op uw naam.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(item()).not.toHaveTextContent(/werkt hier niet meer/)
  expect(item()).not.toHaveTextContent(/door Femke/)
  const row = database().selectFrom('import_key').select('maker_left').where('id', '=', left)
  expect(await row.executeTakeFirst()).toEqual({ maker_left: 0 })
})

test('that another admin has kept it meanwhile is said in the dialog', async () => {
  await importKey(database(), PRACTICE, { name: 'Oud', maker_left: 1 })
  const { user } = await open()
  const feed = await panel()
  await user.click(await feed.findByRole('button', { name: 'Sleutel Oud houden' }))
  const asked = within(await screen.findByRole('dialog'))
  await database().updateTable('import_key').set({ maker_left: 0 }).execute()
  await user.type(await asked.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
  await user.click(asked.getByRole('button', { name: 'Houden' }))
  expect(await asked.findByRole('alert')).toHaveTextContent('Een andere beheerder heeft dit al gedaan')
})

test('by what a proof is given is asked again where that did not come', async () => {
  injectFault(answers('get', 'user/second-factor', 500))
  const { user, api } = await open()
  const feed = await panel()
  await user.click(await feed.findByRole('button', { name: 'Sleutel maken' }))
  const asked = within(await screen.findByRole('dialog'))
  expect(await asked.findByRole('alert')).toBeVisible()
  api.network.resetHandlers()
  await user.click(asked.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await asked.findByLabelText(/^Huidig wachtwoord/)).toBeVisible()
})

test('after five there is no sixth', async () => {
  for (const name of ['1', '2', '3', '4', '5'])
    await importKey(database(), PRACTICE, { name, last_used_at: new Date(2026, 5, 1, 2, 10).toISOString() })
  await open()
  const feed = await panel()
  expect(await feed.findByText('Er zijn 5 sleutels. Trek er een in om een andere te maken.')).toBeVisible()
  expect(feed.queryByRole('button', { name: 'Sleutel maken' })).toBeNull()
  const texts = feed.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual(Array(5).fill(expect.stringMatching(/laatst gebruikt op 1 juni 2026/)))
})

test('what was sent is told: when, by which key, how many, and what was refused and why', async () => {
  const at = (day: number) => new Date(2026, 5, day, 2, 10).toISOString()
  const of = (sequence: number, columns: Parameters<typeof importRun>[2]) =>
    importRun(database(), PRACTICE, { sequence, received_at: at(sequence), ...columns })
  await of(1, { state: 'done', changes: JSON.stringify({ client: counts(1200, 3, 9), patient: counts(34, 1, 0) }) })
  const first = [
    { line: 10, field: 'email', reason: 'is not an e-mail address', code: 'invalidEmail' },
    { line: 11, field: '', reason: 'is not JSON', code: 'notJson' },
    { line: 12, field: 'city', reason: 'is longer than 200 characters', code: 'tooLong', value: '200' },
    // Of another API, of an export that was noted before there were codes, and with less than the text needs.
    { line: 13, field: 'city', reason: 'is a village', code: 'tooSmall' },
    { line: 14, field: 'city', reason: 'is missing' },
    { line: 15, field: 'status', reason: 'is none of PAID, UNPAID', code: 'unknownValue' },
  ]
  await of(2, { state: 'refused', problems: JSON.stringify({ count: 8, lines: 7, first }) })
  await of(3, { state: 'interrupted' })
  const { user } = await open()
  const feed = await panel()
  await feed.findByText('Geladen')
  const items = feed.getAllByRole('listitem').filter((item) => item.querySelector('time'))
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^woensdag 3 juni 2026 .*02:10.*, export 3 · Er is niets veranderd; stuur de export opnieuw.Onderbroken$/,
    ),
    expect.stringMatching(/^dinsdag 2 juni 2026 .*8 fouten op 7 regels; er is niets geladen.*Geweigerd$/),
    expect.stringMatching(
      /^maandag 1 juni 2026 .*Praktijksysteem, export 1 · 1.234 toegevoegd, 4 bijgewerkt, 9 ongewijzigdGeladen$/,
    ),
  ])
  await user.click(feed.getByText(/^8 fouten/))
  const told = within(feed.getByText(/^8 fouten/).closest('details')!).getAllByRole('listitem')
  expect(told.map(({ textContent }) => textContent)).toEqual([
    'Regel 10: email is geen e-mailadres',
    'Regel 11:  is geen JSON',
    'Regel 12: city is langer dan 200 tekens',
    'Regel 13: city is a village',
    'Regel 14: city is missing',
    'Regel 15: status is none of PAID, UNPAID',
    'en nog 2',
  ])
  expect(told.map((item) => item.querySelector('[lang=en]')?.textContent)).toEqual([
    ...Array(3).fill(undefined),
    'is a village',
    'is missing',
    'is none of PAID, UNPAID',
    undefined,
  ])
  expect(feed.getByText('en nog 2')).toBeVisible()
})

test('what was left out is told, though the rest was loaded', async () => {
  const warnings = {
    count: 3,
    first: [
      { line: 1, field: 'locked', reason: 'is for the operator alone to change', code: 'operatorOnly' },
      { line: 4, field: 'uuid', reason: 'is missing', code: 'required', wholeLine: true },
    ],
  }
  await importRun(database(), PRACTICE, { changes: '{}', warnings: JSON.stringify(warnings) })
  const { user } = await open()
  const feed = await panel()
  await user.click(await feed.findByText('3 waarschuwingen; de rest is geladen'))
  const told = within(feed.getByText(/^3 waarschuwingen/).closest('details')!).getAllByRole('listitem')
  expect(told.map(({ textContent }) => textContent)).toEqual([
    'Regel 1: locked is overgeslagen: dat kan alleen de beheerder van het portaal veranderen',
    'Regel 4: uuid ontbreekt (regel overgeslagen)',
    'en nog 1',
  ])
  expect(feed.getByText('Geladen')).toBeVisible()
})

test('says how many invitations wait for the next days, and on which day the last ones go', async () => {
  await importRun(database(), PRACTICE, { sequence: 1 })
  injectFault(
    http.get('*/api/practice/*/imports', async () => {
      const run = { sequence: 1, state: 'done', receivedAt: '2026-06-01T00:10:00.000Z', key: 'Nacht', bytes: 1 }
      const deferredMails = { count: 40, lastOn: '2026-06-03' }
      const page = { size: 5, number: 0, totalElements: 1, totalPages: 1 }
      return Response.json({ content: [{ ...run, deferredMails }], page })
    }),
  )
  await open()
  const feed = await panel()
  expect((await feed.findByText('Geladen')).closest('li')).toHaveTextContent(
    '40 uitnodigingen wachten op de volgende dagen, want uw praktijk heeft het maximum van vandaag verstuurd. De laatste gaan op 3 juni 2026.',
  )
})

describe('an export that waits for confirmation', () => {
  test('warns that clients would get another address', async () => {
    const readdressed = [{ kind: 'client', what: 'readdressed', count: 60, of: 100 }]
    await importRun(database(), PRACTICE, { state: 'unconfirmed', large: JSON.stringify(readdressed) })
    await open()
    const feed = await panel()
    expect((await feed.findByText('Wacht op u')).closest('li')).toHaveTextContent(
      'Cliënten: 60 van 100 cliënten krijgen een ander e-mailadres',
    )
  })

  const large = [
    { kind: 'client', what: 'leftOut', count: 40, of: 100 },
    { kind: 'newKind', what: 'removed', count: 7, of: 9 },
  ]
  const kinds = { client: { lines: 100, leftOut: 40, reasons: { required: 40 } } }
  const warnings = { count: 40, first: [{ line: 2, field: 'uuid', reason: 'is missing', code: 'required' }], kinds }
  const unconfirmed = () =>
    importRun(database(), PRACTICE, {
      state: 'unconfirmed',
      large: JSON.stringify(large),
      warnings: JSON.stringify(warnings),
    })
  const states = async () =>
    (await database().selectFrom('import_run').select('state').execute()).map((row) => row.state)

  test('says what would be lost, and is loaded once an admin has confirmed it', async () => {
    await unconfirmed()
    const { user } = await open()
    const feed = await panel()
    expect(await feed.findByText('Wacht op u')).toBeVisible()
    const item = feed.getByText('Wacht op u').closest('li')!
    expect(item).toHaveTextContent('Cliënten: 40 van de 100 regels worden overgeslagen')
    expect(item).toHaveTextContent('newKind: 7 van de 9 worden verwijderd')
    expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull()
    await user.click(feed.getByText('40 waarschuwingen'))
    expect(item).toHaveTextContent('Cliënten: 40 waarschuwingen, 40 regels overgeslagen')
    await user.click(feed.getByRole('button', { name: 'Toch laden' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Export 1 toch laden?' }))
    expect(asked.getByText(/40 van de 100 regels/)).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Toch laden' }))
    expect(await screen.findByText('De export wordt geladen.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await states()).not.toContain('unconfirmed')
    await waitFor(() => expect(feed.getByRole('heading', { name: 'Ontvangen' })).toHaveFocus())
  })

  test('is not loaded where an admin declines it', async () => {
    await unconfirmed()
    const { user } = await open()
    const feed = await panel()
    await user.click(await feed.findByRole('button', { name: 'Niet laden' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Export 1 niet laden?' }))
    await user.click(asked.getByRole('button', { name: 'Niet laden' }))
    expect(await screen.findByText('De export wordt niet geladen.')).toBeVisible()
    expect(await feed.findByText('Geweigerd')).toBeVisible()
    expect(await states()).toEqual(['refused'])
  })

  test('says that another admin has decided meanwhile', async () => {
    await unconfirmed()
    const { user } = await open()
    const feed = await panel()
    await user.click(await feed.findByRole('button', { name: 'Toch laden' }))
    await database().updateTable('import_run').set({ state: 'refused' }).execute()
    const asked = within(await screen.findByRole('dialog'))
    await user.click(asked.getByRole('button', { name: 'Toch laden' }))
    expect(await asked.findByText(/een andere beheerder heeft al gekozen/)).toBeVisible()
  })

  test('has no buttons where the API cannot confirm', async () => {
    injectFault(http.get('*/api/capabilities', () => Response.json(['import-feed'])))
    await unconfirmed()
    await open()
    const feed = await panel()
    expect(await feed.findByText('Wacht op u')).toBeVisible()
    expect(feed.queryByRole('button', { name: 'Toch laden' })).toBeNull()
  })
})

test('what is wrong with the whole export is told of no line', async () => {
  const first = [{ line: 0, field: '', reason: 'takes longer than 900 seconds', code: 'overdue', value: '900' }]
  await importRun(database(), PRACTICE, { state: 'refused', problems: JSON.stringify({ count: 1, lines: 0, first }) })
  await open()
  const feed = await panel()
  expect((await feed.findByText(/^De hele export/)).closest('li')).toHaveTextContent(
    'De hele export: kost meer dan 900 seconden om te laden',
  )
})

test('an admin lets exports be numbered anew, once, and not while one is under way', async () => {
  await importRun(database(), PRACTICE, { sequence: 1 })
  await importRun(database(), PRACTICE, { sequence: 2, state: 'waiting', received_at: '2026-06-02T02:00:00.000Z' })
  const { user } = await open()
  const feed = await panel()
  expect(await feed.findByText('Wacht')).toBeVisible()
  expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull()
  await database().updateTable('import_run').set({ state: 'done' }).execute()
  const reset = await feed.findByRole('button', { name: 'Opnieuw nummeren' })
  await user.click(reset)
  const sure = within(await screen.findByRole('dialog', { name: 'Exports opnieuw nummeren?' }))
  await user.click(sure.getByRole('button', { name: 'Opnieuw nummeren' }))
  expect(await screen.findByText('Exports mogen opnieuw worden genummerd.')).toBeVisible()
  await waitFor(() => expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull())
  expect(feed.getByRole('heading', { name: 'Ontvangen' })).toHaveFocus()
})

test('that exports could not be numbered anew is said in the dialog', async () => {
  await importRun(database(), PRACTICE)
  injectFault(http.delete('*/api/practice/*/import-sequence', () => new Response(null, { status: 500 })))
  const { user } = await open()
  const feed = await panel()
  await user.click(await feed.findByRole('button', { name: 'Opnieuw nummeren' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Opnieuw nummeren' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('500')
})

test('is not offered to number anew where the API cannot', async () => {
  await importRun(database(), PRACTICE)
  injectFault(http.get('*/api/capabilities', () => Response.json(['import-feed'])))
  await open()
  const feed = await panel()
  expect(await feed.findByText('Geladen')).toBeVisible()
  expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull()
})

test('of many there are the latest five, and more when asked', async () => {
  for (let sequence = 1; sequence <= 7; sequence += 1) await importRun(database(), PRACTICE, { sequence })
  const { user } = await open()
  const feed = await panel()
  expect(await feed.findAllByText('Geladen')).toHaveLength(5)
  await user.click(feed.getByRole('button', { name: 'Meer tonen' }))
  await waitFor(() => expect(feed.getAllByText('Geladen')).toHaveLength(7))
  expect(feed.queryByRole('button', { name: 'Meer tonen' })).toBeNull()
})

test('what is under way is followed to its end', async () => {
  await importRun(database(), PRACTICE, { state: 'running', server: 'x', lease_until: new Date().toISOString() })
  await open()
  const feed = await panel()
  expect(await feed.findByText('Bezig')).toBeVisible()
  await database().updateTable('import_run').set({ state: 'done' }).execute()
  expect(await feed.findByText('Geladen')).toBeVisible()
})

test('what does not come is told in its place, and comes when tried again', async () => {
  injectFault(answers('get', 'practice/*/import-keys', 500), answers('get', 'practice/*/imports', 500))
  const { user, api } = await open()
  const feed = await panel()
  expect(await feed.findByText('De sleutels konden niet worden opgehaald. Probeer het opnieuw.')).toBeVisible()
  expect(await feed.findByText('Wat is ontvangen, kon niet worden opgehaald. Probeer het opnieuw.')).toBeVisible()
  api.network.resetHandlers()
  for (const button of feed.getAllByRole('button', { name: 'Opnieuw proberen' })) await user.click(button)
  expect(await feed.findByText('Er is nog geen sleutel.')).toBeVisible()
  expect(await feed.findByText('Er is nog niets ontvangen.')).toBeVisible()
})

test('that a key could not be made or revoked is said in the dialog', async () => {
  await importKey(database(), PRACTICE, { name: 'Oud' })
  injectFault(
    http.post('*/api/practice/*/import-keys', () => new Response(null, { status: 500 })),
    http.delete('*/api/practice/*/import-keys/*', () => new Response(null, { status: 500 })),
  )
  const { user } = await open()
  const feed = await panel()
  for (const [name, inside] of [
    ['Sleutel maken', 'Sleutel maken'],
    ['Sleutel Oud intrekken', 'Intrekken'],
  ] as const) {
    await user.click(await feed.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog'))
    if (name === 'Sleutel maken') {
      await user.type(await dialog.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
      await user.type(dialog.getByLabelText(/^Naam/), 'x')
    }
    await user.click(dialog.getByRole('button', { name: inside }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('500')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await user.click(dialog.getByRole('button', { name: 'Annuleren' }))
  }
})

test('is for admins alone', async () => {
  const member = await open('staff')
  expect(screen.queryByRole('region', { name: 'Gegevens die vanzelf binnenkomen' })).toBeNull()
  expect(member.calls.filter((call) => call.includes('import'))).toEqual([])
})

test('is not offered where the API is another', async () => {
  withoutCapabilities()
  const admin = await open()
  expect(screen.queryByRole('region', { name: 'Gegevens die vanzelf binnenkomen' })).toBeNull()
  expect(admin.calls.filter((call) => call.includes('import'))).toEqual([])
})
