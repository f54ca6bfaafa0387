import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const SETTINGS = '/client/portal/settings'
const TITLE = 'Herinneringen per mail'

const setPractice = (reminder_mails: 0 | 1) =>
  database().updateTable('practice').set({ reminder_mails }).where('id', '=', 'de-waag').execute()
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

describe('an owner', () => {
  beforeEach(async () => void (await setPractice(1)))

  test('switches the mails on, finds them on again, and switches them off', async () => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    const setting = await region()
    expect(setting.getByText(/owner@mail\.example, namens DAP De Waag/)).toBeVisible()
    expect(await subscriptions()).toEqual([])
    await portal.user.click(setting.getByRole('button', { name: 'Aanzetten' }))
    expect(await screen.findByText('Herinneringen per mail staan aan.')).toBeVisible()
    expect(await subscriptions()).toHaveLength(1)

    await portal.user.click(
      within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { name: /^Herinneringen/ }),
    )
    await portal.user.click(await screen.findByRole('link', { name: 'Instellingen' }))
    const again = await region()
    expect(again.getByText(/^Staat aan sinds/)).toBeVisible()
    await portal.user.click(again.getByRole('button', { name: 'Uitzetten' }))
    expect(await again.findByRole('button', { name: 'Aanzetten' })).toHaveFocus()
    expect(again.queryByText(/^Staat aan sinds/)).toBeNull()
    expect(await subscriptions()).toEqual([])
  })

  test('is told where it did not work, and it is still off', async () => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    injectFault(answers('put', 'clients/*/reminder-mails', 500, 'internal', { once: true }))
    const setting = await region()
    await portal.user.click(setting.getByRole('button', { name: 'Aanzetten' }))
    expect(await screen.findByText('De server gaf een fout (500).', { exact: false })).toBeVisible()
    await portal.user.click(setting.getByRole('button', { name: 'Aanzetten' }))
    expect(await setting.findByRole('button', { name: 'Uitzetten' })).toBeVisible()
  })

  test('is not offered them where the practice sends none', async () => {
    await setPractice(0)
    await openPortal(SETTINGS, { as: 'owner' })
    expect(screen.getByRole('heading', { name: 'Wachtwoord' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull()
  })

  test('finds the other settings where it cannot be had', async () => {
    injectFault(answers('get', 'clients/*/reminder-mails', 500))
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    expect(screen.getByRole('heading', { name: 'Wachtwoord' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/reminder-mails'))).toHaveLength(1)
  })

  test('of an API that does not know them is shown nothing, and asks for nothing', async () => {
    withoutCapabilities()
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    expect(screen.getByRole('heading', { name: 'Wachtwoord' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/reminder-mails'))).toEqual([])
  })

  test('alone chooses: staff who view as a client cannot', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const { uuid } = await database()
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', 'de-waag')
      .where('registered', '=', 1)
      .executeTakeFirstOrThrow()
    await portal.session.viewAs(uuid)
    await portal.user.click(await screen.findByRole('link', { name: 'Instellingen' }))
    const setting = await region()
    expect(setting.getByText(/Alleen de cliënt zelf kan deze mail aanzetten/)).toBeVisible()
    expect(setting.queryByRole('button')).toBeNull()
  })
})

describe('staff', () => {
  const factOf = (setting: Awaited<ReturnType<typeof region>>, name: string) =>
    setting.getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling

  async function withFigures() {
    await setPractice(1)
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

  test('switch the mails on and off', async () => {
    await setPractice(0)
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    const setting = await region()
    expect(setting.getByText(/kunnen deze mail nu niet aanzetten/)).toBeVisible()
    await portal.user.click(setting.getByRole('button', { name: 'Aanzetten' }))
    expect(await screen.findByText('Herinneringen per mail staan aan.')).toBeVisible()
    expect(setting.queryByText(/kunnen deze mail nu niet aanzetten/)).toBeNull()
    await portal.user.click(setting.getByRole('button', { name: 'Uitzetten' }))
    expect(await setting.findByRole('button', { name: 'Aanzetten' })).toHaveFocus()
  })

  test('see how many get them, how many were sent and whose came back', async () => {
    const [first] = await withFigures()
    await openPortal('/admin/practice', { as: 'staff' })
    const setting = await region()
    expect(factOf(setting, 'Aangezet door')).toHaveTextContent('3 cliënten')
    expect(factOf(setting, 'Laatste keer')).toHaveTextContent(/^12 mails, in de week van /)
    expect(factOf(setting, 'Laatste 4 weken')).toHaveTextContent('12 mails')
    expect(factOf(setting, 'Niet aangekomen')).toHaveTextContent(/^1: laatst /)
    expect(factOf(setting, 'Niet aangekomen')).toHaveTextContent(first!.last_name)
  })

  test('see the mail itself, in either language, with links that lead nowhere', async () => {
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    await portal.user.click(screen.getByRole('button', { name: 'Mail aan cliënten bekijken' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Zo krijgen cliënten uw mail' }))
    await portal.user.selectOptions(dialog.getByRole('combobox', { name: 'Soort mail' }), 'Wekelijkse herinnering')
    expect(await dialog.findByText('Herinneringen van DAP De Waag')).toBeVisible()
    const mail = dialog.getByRole('region', { name: 'De mail' }).querySelector('div')!.shadowRoot!
    expect([...mail.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['Te laat', 'Binnenkort'])
    expect(mail.querySelectorAll('li')).toHaveLength(2)
    expect(mail.textContent).toContain('Bel DAP De Waag: +31 30 555 01 23.')
    expect(mail.textContent).toContain('Afmelden')
    for (const link of mail.querySelectorAll('a')) expect(link).not.toHaveAttribute('href')
  })

  test('see their logo in it', async () => {
    const key = `${crypto.randomUUID()}.png`
    await database()
      .updateTable('practice')
      .set({ logo_url: `/files/${key}` })
      .where('id', '=', 'de-waag')
      .execute()
    const html = `<main><img src="/files/${key}" alt="" style="height:56px"><img src="/files/other.png"><p>Dag</p></main>`
    injectFault(http.get('*/api/practice/*/mail-preview', () => Response.json({ subject: 'Dag', text: 'Dag', html })))
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    await portal.user.click(screen.getByRole('button', { name: 'Mail aan cliënten bekijken' }))
    const region = await screen.findByRole('region', { name: 'De mail' })
    const pictures = [...region.querySelector('div')!.shadowRoot!.querySelectorAll('img')]
    expect(pictures.map(({ src, alt, style }) => [new URL(src).pathname, alt, style.height])).toEqual([
      [`/files/${key}`, '', '56px'],
    ])
  })

  test('are shown nothing of it by an API that does not know it', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    expect(screen.getByRole('button', { name: 'Opslaan' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('/reminder-mails'))).toEqual([])
  })

  test('find it in the trail, as what they did and what an owner did', async () => {
    await setPractice(0)
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.user.click((await region()).getByRole('button', { name: 'Aanzetten' }))
    await screen.findByText('Herinneringen per mail staan aan.')
    const client = { practice_id: 'de-waag', client_uuid: crypto.randomUUID(), client_name: 'A. Jansen' }
    const at = new Date().toISOString()
    await database()
      .insertInto('audit')
      .values(
        (['reminder-mails-on', 'reminder-mails-off'] as const).map((action) => ({
          ...client,
          at,
          action,
          account_name: action === 'reminder-mails-on' ? 'A. Jansen' : null,
        })),
      )
      .execute()
    await portal.user.click(screen.getByRole('link', { name: 'Activiteiten' }))
    expect(await screen.findByText('Wekelijkse mail aan A. Jansen aangezet')).toBeVisible()
    expect(screen.getByText('Wekelijkse mail aan A. Jansen uitgezet')).toBeVisible()
    expect(screen.getByText(TITLE)).toBeVisible()
  })
})
