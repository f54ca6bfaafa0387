import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { delivery, webhook } from '#harness/builders.ts'
import { arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'
import { apiHasOnly, dialog, dialogCloses, enterPassword, main, shows } from './steps.ts'

const PRACTICE = 'de-waag'
const anEndpoint = (columns: Parameters<typeof webhook>[3] = {}) => webhook(database(), undefined, PRACTICE, columns)
const rows = () => database().selectFrom('webhook_delivery').select(['type', 'state']).orderBy('id').execute()

async function openList() {
  const portal = await openPortal('/admin/practice/data', { as: 'admin' })
  return { portal, list: within(await screen.findByRole('region', { name: 'Webhooks' })) }
}
const openOne = (id: string) => openPortal(`/admin/practice/webhooks/${id}`, { as: 'admin' })

describe('the list of webhooks', () => {
  test('adds a webhook, shows its secret once, sends a test event, and removes the webhook', async () => {
    const { portal, list } = await openList()
    await shows('Er zijn nog geen webhooks.')
    await portal.press('Webhook toevoegen')
    const question = await dialog('Webhook toevoegen')
    await portal.type(/^Naam/, 'Boekhouding')
    await portal.type(/^Adres/, 'geen adres')
    await enterPassword(portal)
    await portal.confirm('Webhook toevoegen')
    const url = question.getByLabelText(/^Adres/)
    await waitFor(() => expect(url).toHaveAccessibleDescription(/Vul een webadres in/))
    await portal.user.clear(url)
    await portal.type(/^Adres/, 'receiver.example/events')
    await portal.user.click(question.getByRole('checkbox', { name: 'Cliënt geblokkeerd' }))
    await portal.confirm('Webhook toevoegen')
    const made = await dialog('Geheim van Boekhouding')
    const { value: secret } = made.getByLabelText<HTMLInputElement>('Geheim')
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    await portal.confirm('Geheim kopiëren')
    expect(await made.findByText('Het geheim is gekopieerd.')).toBeVisible()
    await portal.confirm('Ik heb het geheim bewaard')
    await dialogCloses()
    expect(document.body.innerHTML).not.toContain(secret)
    const link = await list.findByRole('link', { name: 'Boekhouding' })
    expect(link.closest('li')).toHaveTextContent(/https:\/\/receiver\.example\/events.*Aan/)

    await portal.user.click(link)
    await portal.press('Testgebeurtenis sturen')
    await shows('Het andere systeem heeft de testgebeurtenis aangenomen.')
    expect((await main().findByText('Testgebeurtenis')).closest('li')).toHaveTextContent('Verstuurd')
    await portal.press('Verwijderen')
    await dialog('Webhook Boekhouding verwijderen?')
    await portal.confirm('Verwijderen')
    await arrivesAt(portal, '/admin/practice/data')
    await shows('De webhook Boekhouding is verwijderd.')
  })

  test('shows a failure with a button to try again', async () => {
    await anEndpoint()
    injectFault(answers('get', 'practice/*/webhooks', 500))
    const { list } = await openList()
    expect(await list.findByRole('alert')).toHaveTextContent(/konden niet worden geladen/)
    expect(list.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  })

  test('is absent on an API without webhooks', async () => {
    apiHasOnly('import-feed')
    await openPortal('/admin/practice/data', { as: 'admin' })
    await shows('Koppeling met uw praktijksysteem')
    expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull()
  })
})

describe('the page of a webhook', () => {
  test('says why a webhook has stopped, and switches it on', async () => {
    const id = await anEndpoint({ state: 'disabled', reason: 'failed' })
    const portal = await openOne(id)
    await shows(/drie dagen geen gebeurtenis aangenomen/)
    await portal.press('Aanzetten')
    await shows('De webhook staat aan. Wachtende gebeurtenissen worden gestuurd.')
    await waitFor(() => expect(main().getByText('Aan')).toBeVisible())
    await portal.press('Pauzeren')
    await waitFor(() => expect(main().getByText('Gepauzeerd')).toBeVisible())
  })

  test('lists the events with their last attempt, and skips or sends them again', async () => {
    const id = await anEndpoint({ state: 'paused', reason: 'restored' })
    const tried = { attempts: 3, tried_at: '2026-06-15T09:05:00.000Z', ms: 120 }
    await delivery(database(), id, {
      ...tried,
      state: 'delivered',
      type: 'client.unlocked',
      status: 200,
      excerpt: 'ok',
    })
    await delivery(database(), id, { ...tried, error: 'timeout' })
    await delivery(database(), id, { type: 'request.sent' })
    const portal = await openOne(id)
    await shows(/teruggezet uit een back-up/)
    const item = async (text: string) => (await main().findByText(text)).closest('li')!
    expect(await item('Cliënt gedeblokkeerd')).toHaveTextContent(/antwoord 200 · 120 ms · 3 pogingen.*Verstuurd/)
    expect(await item('Cliënt geblokkeerd')).toHaveTextContent(/geen antwoord op tijd.*Wacht/)
    await portal.press(/^Overslaan: Cliënt geblokkeerd/)
    await waitFor(async () => expect(await item('Cliënt geblokkeerd')).toHaveTextContent('Overgeslagen'))
    await portal.press(/^Opnieuw sturen: Cliënt gedeblokkeerd/)
    await waitFor(async () =>
      expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'skipped', 'waiting']),
    )
    await portal.press('Wachtende gebeurtenissen overslaan')
    await dialog('2 gebeurtenissen overslaan?')
    await portal.confirm('Wachtende gebeurtenissen overslaan')
    await shows('De wachtende gebeurtenissen zijn overgeslagen.')
    await portal.press('Gebeurtenissen opnieuw sturen')
    await dialog('Gebeurtenissen opnieuw sturen')
    await portal.user.type(screen.getByRole('textbox', { name: /^Vanaf/ }), '15-06-2026')
    await portal.confirm('Opnieuw sturen')
    await shows('3 gebeurtenissen worden opnieuw gestuurd.')
  })

  test('says so if there is no such webhook', async () => {
    await openOne(crypto.randomUUID())
    await shows('Deze webhook bestaat niet')
  })
})
