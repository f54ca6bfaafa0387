import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { importKey, importRun } from '#harness/builders.ts'
import { arrivesAt, closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { apiHasOnly, dialog, dialogCloses, enterPassword, replies, shows } from './steps.ts'

const PRACTICE = 'de-waag'

/** Opens the page and returns the section with import keys and exports. */
async function open() {
  const portal = await openPortal('/admin/practice/data', { as: 'admin' })
  const feed = within(await screen.findByRole('region', { name: 'Koppeling met uw praktijksysteem' }))
  return { portal, feed, itemOf: async (text: string | RegExp) => (await feed.findByText(text)).closest('li')! }
}

const aKey = (columns: Parameters<typeof importKey>[2]) => importKey(database(), PRACTICE, columns)
/** Row of a received export. The `json` fields are stored as text. */
const anExport = ({
  json = {},
  ...columns
}: Parameters<typeof importRun>[2] & { json?: Record<string, unknown> } = {}) => {
  const texts = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]))
  return importRun(database(), PRACTICE, { ...columns, ...texts })
}
const allExports = (state: 'done' | 'refused') => database().updateTable('import_run').set({ state }).execute()
const counts = (added: number, updated: number, unchanged: number) => ({ added, updated, unchanged })
const textsOf = (items: HTMLElement[]) => items.map(({ textContent }) => textContent)
const matches = ({ textContent }: Element, text: string | RegExp) =>
  typeof text === 'string' ? textContent === text : text.test(textContent)
const detailsOf = (summary: HTMLElement) => within(summary.closest('details')!).getAllByRole('listitem')

describe('the connection of a practice system', () => {
  test('can be checked, and reports when a key was used and what was received', async () => {
    await aKey({ name: 'Nieuw' })
    await aKey({ name: 'Oud', last_used_at: '2026-11-01T10:00:00.000Z' })
    await aKey({ name: 'Balie', scopes: 'requests:read', last_used_at: '2026-11-02T10:00:00.000Z' })
    await aKey({ name: 'Nacht' })
    const { portal, feed } = await open()
    await anExport({ sequence: 7, key_name: 'Nacht', received_at: '2026-11-03T02:00:00.000Z' })
    await portal.press('Verbinding controleren')
    for (const text of [
      'Nieuw: nog niets ontvangen.',
      /^Oud: .*1 november 2026.*nog geen export ontvangen\.$/,
      /^Balie: .*2 november 2026[^,]*\.$/,
      /^Nacht: de laatste export, nummer 7, is ontvangen op 3 november 2026/,
    ])
      expect(await feed.findByText((_, element) => element?.tagName === 'P' && matches(element, text))).toBeVisible()
  })

  test('has a text for the supplier to copy, with a command and without a key', async () => {
    const { portal, feed } = await open()
    await portal.user.click(await feed.findByText('Tekst voor uw leverancier'))
    await portal.press('Tekst kopiëren')
    expect(await feed.findByText('De tekst is gekopieerd.')).toBeVisible()
    const text = await navigator.clipboard.readText()
    expect(text).toMatch(/^curl .* -X PUT .*Bearer SLEUTEL.*\/api\/practice\/de-waag\/import\?sequence=1&check=true"$/m)
    expect(text).toMatch(/^http.*\/api\/export-line\.schema\.json$/m)
  })

  test('has neither on an API without dry runs', async () => {
    apiHasOnly('import-feed')
    await aKey({ name: 'Oud' })
    const { feed, itemOf } = await open()
    expect(await itemOf('Oud')).toBeVisible()
    expect(feed.queryByRole('button', { name: 'Verbinding controleren' })).toBeNull()
    expect(feed.queryByText('Tekst voor uw leverancier')).toBeNull()
  })
})

describe('an import key', () => {
  test('is created by an admin, shown once, and can be revoked', async () => {
    const { portal, feed, itemOf } = await open()
    await shows('Er is nog geen sleutel. Maak er een voor uw praktijksysteem.')
    await portal.press('Sleutel maken')
    await portal.confirm('Sleutel maken')
    const question = await dialog('Sleutel maken')
    await waitFor(() => expect(question.getByLabelText(/^Naam/)).toHaveAccessibleDescription(/Verplicht/))
    await portal.type(/^Naam, bijvoorbeeld/, ' Praktijksysteem ')
    await portal.user.selectOptions(question.getByRole('combobox', { name: 'Hoe lang werkt de sleutel?' }), '90 dagen')
    const password = await enterPassword(portal, 'Fout#2026')
    await portal.confirm('Sleutel maken')
    await waitFor(() => expect(password).toHaveAccessibleDescription(/niet uw huidige wachtwoord/))
    expect(question.getByLabelText(/^Naam/)).toHaveValue(' Praktijksysteem ')
    await enterPassword(portal)
    await portal.confirm('Sleutel maken')

    const made = await dialog('Sleutel Praktijksysteem')
    const shown = made.getByLabelText<HTMLInputElement>('Sleutel')
    expect(shown).toHaveFocus()
    expect(shown.value).toMatch(/^dierenportaal_import_[\w-]{43}$/)
    expect(made.getByText(/^PUT /)).toHaveTextContent(/\/api\/practice\/de-waag\/import\?sequence=…$/)
    const key = shown.value
    await portal.confirm('Sleutel kopiëren')
    expect(await made.findByText('De sleutel is gekopieerd.')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(key)
    await portal.confirm('Ik heb de sleutel bewaard')
    await dialogCloses()
    expect(document.body.innerHTML).not.toContain(key)

    expect(await itemOf('Praktijksysteem')).toHaveTextContent(
      /^Praktijksysteem.*Exports en bestanden sturen · Gemaakt op \d+ \w+ \d{4} door .+ · nog niet gebruikt · werkt tot \d+ \w+ \d{4}/,
    )
    await portal.press('Sleutel Praktijksysteem intrekken')
    await dialog('Sleutel Praktijksysteem intrekken?')
    await portal.confirm('Intrekken')
    await shows('De sleutel is ingetrokken.')
    await shows('Er is nog geen sleutel. Maak er een voor uw praktijksysteem.')
    await waitFor(() => expect(feed.getByRole('button', { name: 'Sleutel maken' })).toHaveFocus())
  })

  test.each([
    ['requests', 'Verzoeken lezen', /\/api\/practice\/de-waag\/requests\?after=…$/],
    ['clients', 'Wijzigingen van cliënten lezen', /\/api\/practice\/de-waag\/clients\/changes\?after=…$/],
  ])('has its own prefix and URL if its scopes are of %s', async (prefix, scope, url) => {
    const { portal, itemOf } = await open()
    await portal.press('Sleutel maken')
    const question = await dialog('Sleutel maken')
    await enterPassword(portal)
    await portal.type(/^Naam, bijvoorbeeld/, 'Balie')
    await portal.user.click(question.getByRole('checkbox', { name: 'Exports en bestanden sturen' }))
    await portal.confirm('Sleutel maken')
    const read = question.getByRole('checkbox', { name: scope })
    await waitFor(() => expect(read).toBeInvalid())
    await portal.user.click(read)
    await portal.confirm('Sleutel maken')
    const made = await dialog('Sleutel Balie')
    expect(made.getByLabelText<HTMLInputElement>('Sleutel').value).toMatch(`dierenportaal_${prefix}_`)
    expect(made.getByText(/^GET /)).toHaveTextContent(url)
    await portal.confirm('Ik heb de sleutel bewaard')
    expect(await itemOf('Balie')).toHaveTextContent(`${scope} ·`)
  })

  test('has no choice of scopes if the API has no scopes', async () => {
    apiHasOnly('import-feed')
    await aKey({ name: 'Oud' })
    const { portal, itemOf } = await open()
    expect(await itemOf('Oud')).not.toHaveTextContent(/Exports en/)
    await portal.press('Sleutel maken')
    const question = await dialog('Sleutel maken')
    expect(await question.findByLabelText(/^Naam/)).toBeVisible()
    expect(question.queryByRole('checkbox')).toBeNull()
  })

  test('of an admin who has left can be taken over by password', async () => {
    const left = await aKey({ name: 'Oud', made_by: 'Femke', maker_left: 1 })
    await aKey({ name: 'Voorbij', ends_at: '2026-01-01T00:00:00.000Z', maker_left: 1 })
    const { portal, itemOf } = await open()
    const ended = await itemOf('Voorbij')
    expect(ended).toHaveTextContent(/verlopen op 1 januari 2026/)
    expect(within(ended).getByText('Verlopen')).toBeVisible()
    expect(within(ended).queryByRole('button', { name: /overnemen/ })).toBeNull()
    expect(await itemOf('Oud')).toHaveTextContent(/Deze sleutel is gepauzeerd/)
    await portal.press('Sleutel Oud overnemen')
    await dialog('Sleutel Oud overnemen?')
    await enterPassword(portal)
    await portal.confirm('Overnemen')
    await shows('De sleutel Oud staat nu op uw naam.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await itemOf('Oud')).not.toHaveTextContent(/werkt hier niet meer|door Femke/)
    const row = database().selectFrom('import_key').select('maker_left').where('id', '=', left)
    expect(await row.executeTakeFirst()).toEqual({ maker_left: 0 })
  })

  test('shows in the dialog that another admin has taken it over', async () => {
    await aKey({ name: 'Oud', maker_left: 1 })
    const { portal } = await open()
    await portal.press('Sleutel Oud overnemen')
    await enterPassword(portal)
    await database().updateTable('import_key').set({ maker_left: 0 }).execute()
    await portal.confirm('Overnemen')
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent('Een andere beheerder heeft dit al gedaan')
  })

  test('cannot be created until the second factor has loaded', async () => {
    injectFault(answers('get', 'user/second-factor', 500))
    const { portal } = await open()
    await portal.press('Sleutel maken')
    const question = await dialog()
    expect(await question.findByRole('alert')).toBeVisible()
    portal.api.network.resetHandlers()
    await portal.confirm('Opnieuw proberen')
    expect(await question.findByLabelText(/^Huidig wachtwoord/)).toBeVisible()
  })

  test('is not offered to an admin who has five', async () => {
    const last_used_at = new Date(2026, 5, 1, 2, 10).toISOString()
    for (const name of ['1', '2', '3', '4', '5']) await aKey({ name, last_used_at })
    const { feed } = await open()
    await shows('Er zijn al 5 sleutels. Trek er een in om een andere te maken.')
    expect(feed.queryByRole('button', { name: 'Sleutel maken' })).toBeNull()
    const used = expect.stringMatching(/laatst gebruikt op 1 juni 2026/)
    expect(textsOf(feed.getAllByRole('listitem'))).toEqual(Array(5).fill(used))
  })

  test('shows an error in the dialog if it cannot be created or revoked', async () => {
    await aKey({ name: 'Oud' })
    injectFault(answers('post', 'practice/*/import-keys', 500), answers('delete', 'practice/*/import-keys/*', 500))
    const { portal } = await open()
    const fails = async (button: string) => {
      await portal.confirm(button)
      expect(await (await dialog()).findByRole('alert')).toHaveTextContent('500')
      expect(screen.getAllByRole('alert')).toHaveLength(1)
      await portal.confirm('Annuleren')
    }
    await portal.press('Sleutel maken')
    await enterPassword(portal)
    await portal.type(/^Naam, bijvoorbeeld/, 'x')
    await fails('Sleutel maken')
    await portal.press('Sleutel Oud intrekken')
    await fails('Intrekken')
  })
})

describe('the received exports', () => {
  test('show the time, the key, the number of records, and each error with its line', async () => {
    const at = (day: number) => ({ sequence: day, received_at: new Date(2026, 5, day, 2, 10).toISOString() })
    await anExport({
      ...at(1),
      state: 'done',
      json: { changes: { client: counts(1200, 3, 9), patient: counts(34, 1, 0) } },
    })
    const first = [
      { line: 10, field: 'email', reason: 'is not an e-mail address', code: 'invalidEmail' },
      { line: 11, field: '', reason: 'is not JSON', code: 'notJson' },
      { line: 12, field: 'city', reason: 'is longer than 200 characters', code: 'tooLong', value: '200' },
      // Shows the English reason for an unknown code, no code, or a code without its value.
      { line: 13, field: 'city', reason: 'is a village', code: 'tooSmall' },
      { line: 14, field: 'city', reason: 'is missing' },
      { line: 15, field: 'status', reason: 'is none of PAID, UNPAID', code: 'unknownValue' },
    ]
    await anExport({ ...at(2), state: 'refused', json: { problems: { count: 8, lines: 7, first } } })
    await anExport({ ...at(3), state: 'interrupted' })
    const { portal, feed } = await open()
    await feed.findByText('Geladen')
    expect(textsOf(feed.getAllByRole('listitem').filter((item) => item.querySelector('time')))).toEqual([
      expect.stringMatching(
        /^woensdag 3 juni 2026 .*02:10.*, export 3 · Er is niets veranderd. Stuur de export opnieuw.Onderbroken$/,
      ),
      expect.stringMatching(/^dinsdag 2 juni 2026 .*8 fouten op 7 regels; er is niets geladen.*Geweigerd$/),
      expect.stringMatching(
        /^maandag 1 juni 2026 .*Praktijksysteem, export 1 · 1.234 toegevoegd, 4 bijgewerkt, 9 ongewijzigdGeladen$/,
      ),
    ])
    await portal.user.click(feed.getByText(/^8 fouten/))
    const errors = detailsOf(feed.getByText(/^8 fouten/))
    expect(errors.map((item) => [item.textContent, item.querySelector('[lang=en]')?.textContent])).toEqual([
      ['Regel 10: email is geen e-mailadres', undefined],
      ['Regel 11:  is geen JSON', undefined],
      ['Regel 12: city is langer dan 200 tekens', undefined],
      ['Regel 13: city is a village', 'is a village'],
      ['Regel 14: city is missing', 'is missing'],
      ['Regel 15: status is none of PAID, UNPAID', 'is none of PAID, UNPAID'],
      ['en nog 2', undefined],
    ])
    expect(feed.getByText('en nog 2')).toBeVisible()
  })

  test('show the warnings of an export that was imported', async () => {
    const first = [
      { line: 1, field: 'locked', reason: 'is for the operator alone to change', code: 'operatorOnly' },
      { line: 4, field: 'uuid', reason: 'is missing', code: 'required', wholeLine: true },
    ]
    await anExport({ changes: '{}', json: { warnings: { count: 3, first } } })
    const { portal, feed } = await open()
    await portal.user.click(await feed.findByText('3 waarschuwingen; de rest is geladen'))
    expect(textsOf(detailsOf(feed.getByText(/^3 waarschuwingen/)))).toEqual([
      'Regel 1: locked is overgeslagen: alleen de beheerder van het portaal kan dat veranderen',
      'Regel 4: uuid ontbreekt (regel overgeslagen)',
      'en nog 1',
    ])
    expect(feed.getByText('Geladen')).toBeVisible()
  })

  test('show an error of the whole export without a line', async () => {
    const first = [{ line: 0, field: '', reason: 'takes longer than 900 seconds', code: 'overdue', value: '900' }]
    await anExport({ state: 'refused', json: { problems: { count: 1, lines: 0, first } } })
    const { itemOf } = await open()
    const text = 'De hele export: kost meer dan 900 seconden om te laden'
    expect(await itemOf(/^De hele export/)).toHaveTextContent(text)
  })

  test('show how many invitations are deferred, and until which day', async () => {
    const run = { sequence: 1, state: 'done', receivedAt: '2026-06-01T00:10:00.000Z', key: 'Nacht', bytes: 1 }
    const content = [{ ...run, deferredMails: { count: 40, lastOn: '2026-06-03' } }]
    const page = { size: 5, number: 0, totalElements: 1, totalPages: 1 }
    injectFault(replies('get', 'practice/*/imports', { content, page }))
    const { itemOf } = await open()
    expect(await itemOf('Geladen')).toHaveTextContent(
      '40 uitnodigingen wachten op de volgende dagen, want uw praktijk heeft het maximum van vandaag verstuurd. De laatste gaan op 3 juni 2026.',
    )
  })

  test('show the latest five, and more on request', async () => {
    for (let sequence = 1; sequence <= 7; sequence += 1) await anExport({ sequence })
    const { portal, feed } = await open()
    expect(await feed.findAllByText('Geladen')).toHaveLength(5)
    await portal.press('Meer tonen')
    await waitFor(() => expect(feed.getAllByText('Geladen')).toHaveLength(7))
    expect(feed.queryByRole('button', { name: 'Meer tonen' })).toBeNull()
  })

  test('are reloaded until a running import has ended', async () => {
    await anExport({ state: 'running', server: 'x', lease_until: new Date().toISOString() })
    await open()
    await shows('Bezig')
    await allExports('done')
    await shows('Geladen')
  })

  test('show a retry if they and the keys fail to load', async () => {
    injectFault(answers('get', 'practice/*/import-keys', 500), answers('get', 'practice/*/imports', 500))
    const { portal, feed } = await open()
    await shows('De sleutels konden niet worden geladen. Probeer het opnieuw.')
    await shows('De ontvangen exports konden niet worden geladen. Probeer het opnieuw.')
    portal.api.network.resetHandlers()
    for (const retry of feed.getAllByRole('button', { name: 'Opnieuw proberen' })) await portal.user.click(retry)
    await shows('Er is nog geen sleutel. Maak er een voor uw praktijksysteem.')
    await shows('Er is nog geen export ontvangen. Exports van uw praktijksysteem komen hier te staan.')
  })
})

describe('an export that waits for confirmation', () => {
  const large = [
    { kind: 'client', what: 'leftOut', count: 40, of: 100 },
    { kind: 'newKind', what: 'removed', count: 7, of: 9 },
  ]
  const kinds = { client: { lines: 100, leftOut: 40, reasons: { required: 40 } } }
  const warnings = { count: 40, first: [{ line: 2, field: 'uuid', reason: 'is missing', code: 'required' }], kinds }
  const unconfirmed = (json: Record<string, unknown> = { large, warnings }) => anExport({ state: 'unconfirmed', json })
  const states = async () =>
    (await database().selectFrom('import_run').select('state').execute()).map((row) => row.state)

  test('warns about clients whose e-mail address would change', async () => {
    await unconfirmed({ large: [{ kind: 'client', what: 'readdressed', count: 60, of: 100 }] })
    const { itemOf } = await open()
    const text = 'Cliënten: 60 van 100 cliënten krijgen een ander e-mailadres'
    expect(await itemOf('Wacht op u')).toHaveTextContent(text)
  })

  test('shows what would be removed, and is imported once an admin confirms', async () => {
    await unconfirmed()
    const { portal, feed, itemOf } = await open()
    const item = await itemOf('Wacht op u')
    expect(item).toHaveTextContent('Cliënten: 40 van de 100 regels worden overgeslagen')
    expect(item).toHaveTextContent('newKind: 7 van de 9 worden verwijderd')
    expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull()
    await portal.user.click(feed.getByText('40 waarschuwingen'))
    expect(item).toHaveTextContent('Cliënten: 40 waarschuwingen, 40 regels overgeslagen')
    await portal.press('Toch laden')
    expect((await dialog('Export 1 toch laden?')).getByText(/40 van de 100 regels/)).toBeVisible()
    await portal.confirm('Toch laden')
    await shows('De export wordt geladen.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await states()).not.toContain('unconfirmed')
    await waitFor(() => expect(feed.getByRole('heading', { name: 'Ontvangen exports' })).toHaveFocus())
  })

  test('is rejected once an admin declines', async () => {
    await unconfirmed()
    const { portal } = await open()
    await portal.press('Niet laden')
    await dialog('Export 1 niet laden?')
    await portal.confirm('Niet laden')
    await shows('De export wordt niet geladen.')
    await shows('Geweigerd')
    expect(await states()).toEqual(['refused'])
  })

  test('reports that another admin has already decided', async () => {
    await unconfirmed()
    const { portal } = await open()
    await portal.press('Toch laden')
    await allExports('refused')
    await portal.confirm('Toch laden')
    expect(await (await dialog()).findByText(/een andere beheerder heeft al gekozen/)).toBeVisible()
  })
})

test('an API that only receives exports offers neither confirmation nor renumbering', async () => {
  apiHasOnly('import-feed')
  await anExport({ state: 'unconfirmed' })
  const noButtons = () => expect(screen.queryByRole('button', { name: /Toch laden|Opnieuw nummeren/ })).toBeNull()
  await open()
  await shows('Wacht op u')
  noButtons()
  closePortals()
  await allExports('done')
  await open()
  await shows('Geladen')
  noButtons()
})

describe('renumbering exports', () => {
  test('is allowed once, and not while an export waits for confirmation', async () => {
    await anExport({ sequence: 1 })
    await anExport({ sequence: 2, state: 'waiting', received_at: '2026-06-02T02:00:00.000Z' })
    const { portal, feed } = await open()
    await shows('Wacht')
    expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull()
    await allExports('done')
    await portal.press('Opnieuw nummeren')
    await dialog('Exports opnieuw nummeren?')
    await portal.confirm('Opnieuw nummeren')
    await shows('Exports mogen opnieuw worden genummerd.')
    await waitFor(() => expect(feed.queryByRole('button', { name: 'Opnieuw nummeren' })).toBeNull())
    expect(feed.getByRole('heading', { name: 'Ontvangen exports' })).toHaveFocus()
  })

  test('shows an error in the dialog if it fails', async () => {
    await anExport()
    injectFault(answers('delete', 'practice/*/import-sequence', 500))
    const { portal } = await open()
    await portal.press('Opnieuw nummeren')
    await portal.confirm('Opnieuw nummeren')
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent('500')
  })
})

test('other staff neither see nor load import keys and exports', async () => {
  const portal = await openPortal('/admin/practice#import-feed', { as: 'staff' })
  await arrivesAt(portal, '/not-authorised')
  expect(portal.calls.filter((call) => call.includes('import'))).toEqual([])
})
