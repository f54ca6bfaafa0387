import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { ownerId } from './owner.ts'
import { setPractice, shows } from './steps.ts'

const SETTINGS = '/client/portal/settings'
const TITLE = 'Herinneringen per e-mail'

const setMails = (reminder_mails: 0 | 1) => setPractice({ reminder_mails })
const region = async () => {
  const heading = await screen.findByRole('heading', { name: TITLE })
  return within(heading.closest('section')!)
}
const subscriptions = () =>
  database()
    .selectFrom('reminder_subscription')
    .innerJoin('account', 'account.id', 'reminder_subscription.account_id')
    .select('account.username')
    .where('account.username', '=', 'owner@mail.example')
    .execute()

describe('weekly reminder mails', () => {
  beforeEach(() => setMails(1))

  test('can be switched on and off by the client, also after an error', async () => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    injectFault(answers('put', 'clients/*/reminder-mails', 500, 'internal', { once: true }))
    expect((await region()).getByText(/owner@mail\.example, namens DAP De Waag/)).toBeVisible()
    await portal.press('Aanzetten')
    await shows(/^De server gaf een fout \(500\)\./)
    expect(await subscriptions()).toEqual([])
    await portal.press('Aanzetten')
    await shows('Herinneringen per e-mail staan aan.')
    expect(await subscriptions()).toHaveLength(1)
    await portal.goTo('/client/portal/reminders')
    await portal.follow('Instellingen')
    const again = await region()
    expect(again.getByText(/^Staat aan sinds/)).toBeVisible()
    await portal.press('Uitzetten')
    expect(await again.findByRole('button', { name: 'Aanzetten' })).toHaveFocus()
    expect(again.queryByText(/^Staat aan sinds/)).toBeNull()
    expect(await subscriptions()).toEqual([])
  })

  test.each([
    ['the practice sends none', 1, () => setMails(0)],
    ['they cannot be loaded', 1, async () => injectFault(answers('get', 'clients/*/reminder-mails', 500))],
    ['the API lacks them', 0, async () => withoutCapabilities()],
  ])('are not offered if %s', async (_, calls, without) => {
    await without()
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    expect(screen.getByRole('heading', { name: 'Wachtwoord' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/reminder-mails'))).toHaveLength(calls)
  })

  test('cannot be switched by staff who view as the client', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await portal.viewAs(await ownerId())
    await portal.follow('Instellingen')
    const setting = await region()
    expect(setting.getByText(/Alleen de cliënt zelf kan deze e-mail aanzetten/)).toBeVisible()
    expect(setting.queryByRole('button')).toBeNull()
  })
})

describe('weekly reminder mails of a practice', () => {
  const factOf = (setting: Awaited<ReturnType<typeof region>>, name: string) =>
    setting.getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling

  async function withFigures() {
    await setMails(1)
    const db = database()
    await db.deleteFrom('reminder_subscription').execute()
    await db.deleteFrom('reminder_mail_count').execute()
    const clients = await db
      .selectFrom('client')
      .select(['uuid', 'account_id', 'last_name'])
      .where('practice_id', '=', 'de-waag')
      .where('account_id', 'is not', null)
      .orderBy('uuid')
      .limit(3)
      .execute()
    const now = new Date().toISOString()
    await db
      .insertInto('reminder_subscription')
      .values(
        clients.map(({ uuid, account_id: id }) => ({
          client_uuid: uuid,
          account_id: id!,
          subscribed_at: now,
          week: now.slice(0, 10),
        })),
      )
      .execute()
    await db
      .insertInto('reminder_mail_count')
      .values({ practice_id: 'de-waag', week: now.slice(0, 10), sent: 12 })
      .execute()
    await db
      .insertInto('given_up_mail')
      .values({
        id: crypto.randomUUID(),
        kind: 'reminders',
        account_id: clients[0]!.account_id!,
        practice_id: 'de-waag',
        created_at: now,
        given_up_at: now,
        reason: '550 5.1.1',
      })
      .execute()
    return clients
  }

  test('can be switched on and off by staff', async () => {
    await setMails(0)
    const portal = await openPortal('/admin/practice/clients', { as: 'staff' })
    const setting = await region()
    expect(setting.getByText(/kunnen deze e-mail nu niet aanzetten/)).toBeVisible()
    await portal.press('Aanzetten')
    await shows('Herinneringen per e-mail staan aan.')
    expect(setting.queryByText(/kunnen deze e-mail nu niet aanzetten/)).toBeNull()
    await portal.press('Uitzetten')
    expect(await setting.findByRole('button', { name: 'Aanzetten' })).toHaveFocus()
  })

  test('have counts of subscriptions, sent mails and returned mails', async () => {
    const [first] = await withFigures()
    await openPortal('/admin/practice/clients', { as: 'staff' })
    const setting = await region()
    expect(factOf(setting, 'Aangezet door')).toHaveTextContent('3 cliënten')
    expect(factOf(setting, 'Laatste keer')).toHaveTextContent(/^12 e-mails, in de week van /)
    expect(factOf(setting, 'Laatste 4 weken')).toHaveTextContent('12 e-mails')
    expect(factOf(setting, 'Niet aangekomen')).toHaveTextContent(/^1: laatst /)
    expect(factOf(setting, 'Niet aangekomen')).toHaveTextContent(first!.last_name)
  })
})
