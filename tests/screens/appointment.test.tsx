import { screen, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { beforeEach, describe, expect, test } from 'vitest'
import { today } from '#src/lib/dates.ts'
import { settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { remind } from './owner.tsx'
import { reminder } from '#harness/builders.ts'
import { type TestPortal, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const REMINDERS = '/client/portal/reminders'
const ASK = 'Afspraak maken: Bella: Vaccinatie'
const practiceHas = (columns: object) =>
  database().updateTable('practice').set(columns).where('id', '=', 'de-waag').execute()

let bella: string

/** Bella is due for one thing, in the year 2000. */
beforeEach(async () => {
  // To ask for one is the matter of requests.test.tsx.
  await database().deleteFrom('request_settings').execute()
  const clientId = await ownerId()
  await database().deleteFrom('reminder').where('client_uuid', '=', clientId).execute()
  const { uuid: patientUuid } = await database()
    .selectFrom('patient')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('name', '=', 'Bella')
    .executeTakeFirstOrThrow()
  bella = patientUuid
  const uuid = crypto.randomUUID()
  const data = { uuid, date: '2000-02-01', active: true, description: 'Vaccinatie', patientUuid, patientName: 'Bella' }
  await reminder(database(), clientId, {
    uuid,
    date: data.date,
    active: 1,
    patient_uuid: patientUuid,
    data: JSON.stringify(data),
  })
})

async function remindersHave(fields: { date: string }) {
  const rows = await database().selectFrom('reminder').select(['uuid', 'data']).execute()
  for (const { uuid, data } of rows) {
    const changed = { ...fields, data: JSON.stringify({ ...(JSON.parse(data) as object), ...fields }) }
    await database().updateTable('reminder').set(changed).where('uuid', '=', uuid).execute()
  }
}

async function ask({ user }: TestPortal) {
  await user.click(await screen.findByRole('button', { name: ASK }))
  return within(await screen.findByRole('dialog', { name: 'Afspraak maken' }))
}

describe('an appointment for a reminder', () => {
  test('is made at the page of the practice, by a call, or by a mail that is written already', async () => {
    const shown = await ask(await openPortal(REMINDERS, { as: 'owner' }))
    expect(shown.getByText('Bella: Vaccinatie')).toBeVisible()
    expect(shown.getByText(/^[\d.]+ dagen te laat$/)).toBeVisible()
    expect(shown.getByRole('link', { name: 'Online afspraak maken' })).toMatchObject({
      href: 'https://www.dewaag.example/afspraak',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
    expect(shown.getByRole('link', { name: 'Bel voor een afspraak' })).toHaveAttribute('href', 'tel:+31305550123')
    expect(shown.getByText('+31 30 555 01 23')).toBeVisible()
    const mail = new URL(shown.getByRole('link', { name: 'Mail voor een afspraak' }).getAttribute('href')!)
    expect(mail.pathname).toBe('info@dewaag.example')
    expect(mail.searchParams.get('subject')).toBe('Afspraak: Bella: Vaccinatie')
    expect(mail.searchParams.get('body')!.split('\r\n')).toEqual([
      'Beste DAP De Waag,',
      '',
      'Graag maak ik op korte termijn een afspraak voor:',
      'Bella: Vaccinatie',
      '',
      'Met vriendelijke groet,',
      'Anneke van den Berg',
      'Cliëntnummer 100001',
    ])
  })

  test.each([
    ['today', 0, ['Graag maak ik op korte termijn een afspraak voor:', 'Bella: Vaccinatie']],
    [
      'next year',
      1,
      ['Graag maak ik een afspraak voor:', 'Bella: Vaccinatie', expect.stringMatching(/^\S+ \d+ \S+ \d{4}$/)],
    ],
  ])('is asked for soon by a mail, unless its day is still to come: %s', async (_, years, wish) => {
    const date = dayjs().add(years, 'year').format('YYYY-MM-DD')
    await remindersHave({ date })
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    const shown = await ask(portal)
    const mail = new URL(shown.getByRole('link', { name: 'Mail voor een afspraak' }).getAttribute('href')!)
    expect(mail.searchParams.get('body')!.split('\r\n').slice(2, -4)).toEqual(wish)
  })

  test('can be asked for beside the animal as well', async () => {
    const portal = await openPortal('/client/patients', { as: 'owner' })
    await portal.user.click(await screen.findByRole('link', { name: 'Bella' }))
    expect((await ask(portal)).getByRole('link', { name: 'Bel voor een afspraak' })).toBeVisible()
  })

  test('by what there is', async () => {
    await practiceHas({ booking_url: null, email: null, website: null })
    const shown = await ask(await openPortal(REMINDERS, { as: 'owner' }))
    expect(shown.getAllByRole('link')).toHaveLength(1)
  })

  test.each(['javascript:alert(1)', 'dewaag.example'])('not at %s', async (booking_url) => {
    await practiceHas({ booking_url })
    const shown = await ask(await openPortal(REMINDERS, { as: 'owner' }))
    expect(shown.queryByRole('link', { name: 'Online afspraak maken' })).toBeNull()
  })

  test('is offered where there is a way only', async () => {
    await practiceHas({ booking_url: null, email: null, phone: null, website: null })
    await openPortal(REMINDERS, { as: 'owner' })
    await settled()
    expect(screen.queryByRole('button', { name: /^Afspraak maken/ })).toBeNull()
  })

  test('by a call where the API is another', async () => {
    withoutCapabilities()
    const shown = await ask(await openPortal(REMINDERS, { as: 'owner' }))
    expect(shown.getByRole('link', { name: 'Bel voor een afspraak' })).toBeVisible()
    expect(shown.queryByRole('link', { name: 'Online afspraak maken' })).toBeNull()
  })

  test('is made at once for all that one animal needs now', async () => {
    const clientId = await ownerId()
    await remind(clientId, { date: today(), description: 'Gebitscontrole', patientName: 'Bella', patientUuid: bella })
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    await portal.user.click(await screen.findByRole('button', { name: 'Afspraak maken: Bella' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Afspraak maken' }))
    const mail = new URL(shown.getByRole('link', { name: 'Mail voor een afspraak' }).getAttribute('href')!)
    expect(mail.searchParams.get('subject')).toBe('Afspraak: Bella')
    expect(mail.searchParams.get('body')!.split('\r\n').slice(2, 5)).toEqual([
      'Graag maak ik op korte termijn een afspraak voor:',
      'Bella: Vaccinatie',
      'Bella: Gebitscontrole',
    ])
    expect(shown.getByRole('button', { name: 'Zet in uw agenda' })).toBeVisible()
  })
})
