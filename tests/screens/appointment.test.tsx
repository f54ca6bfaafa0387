import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { day } from './animals.ts'
import { settled } from './faults.tsx'
import { animalsOf, clientOf, remind } from './owner.tsx'
import { dialog, setPractice } from './steps.ts'

const REMINDERS = '/client/portal/reminders'
const LONG_AGO = '2000-02-01'

let bella: string

/** Gives the owner one reminder, for Bella. */
async function hasReminder(date = LONG_AGO) {
  const clientId = await clientOf('owner')
  await database().deleteFrom('reminder').where('client_uuid', '=', clientId).execute()
  bella = (await animalsOf(clientId)).find(({ name }) => name === 'Bella')!.uuid
  await remind(clientId, { date, description: 'Vaccinatie', patientName: 'Bella', patientUuid: bella })
  return clientId
}

beforeEach(async () => {
  // Appointment requests are tested in requests.test.tsx.
  await database().deleteFrom('request_settings').execute()
  await hasReminder()
})

/** Opens a page of the owner and the appointment dialog of a reminder. */
async function ask(address = REMINDERS, name = 'Afspraak maken: Bella: Vaccinatie') {
  const portal = await openPortal(address, { as: 'owner' })
  await portal.press(name)
  return await dialog('Afspraak maken')
}

const mailIn = (shown: Awaited<ReturnType<typeof ask>>) => {
  const { href } = shown.getByRole<HTMLAnchorElement>('link', { name: 'E-mail voor een afspraak' })
  const { pathname, searchParams } = new URL(href)
  return { to: pathname, subject: searchParams.get('subject'), lines: searchParams.get('body')!.split('\r\n') }
}

describe('making an appointment for a reminder', () => {
  test('offers the booking page of the practice and a phone call', async () => {
    const shown = await ask()
    expect(shown.getByText('Bella: Vaccinatie')).toBeVisible()
    expect(shown.getByText(/^[\d.]+ dagen te laat$/)).toBeVisible()
    expect(shown.getByRole('link', { name: 'Online afspraak maken' })).toMatchObject({
      href: 'https://www.dewaag.example/afspraak',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
    expect(shown.getByRole('link', { name: 'Bel voor een afspraak' })).toHaveAttribute('href', 'tel:+31305550123')
    expect(shown.getByText('+31 30 555 01 23')).toBeVisible()
    expect(shown.getAllByRole('link')).toHaveLength(2)
  })

  test('offers an e-mail with its text filled in if the practice has no booking page', async () => {
    await setPractice({ booking_url: null })
    expect(mailIn(await ask())).toEqual({
      to: 'info@dewaag.example',
      subject: 'Afspraak: Bella: Vaccinatie',
      lines: [
        'Beste DAP De Waag,',
        '',
        'Graag maak ik op korte termijn een afspraak voor:',
        'Bella: Vaccinatie',
        '',
        'Met vriendelijke groet,',
        'Anneke van den Berg',
        'Cliëntnummer 100001',
      ],
    })
  })

  test.each([
    ['today', 0, ['Graag maak ik op korte termijn een afspraak voor:', 'Bella: Vaccinatie']],
    [
      'next year',
      366,
      ['Graag maak ik een afspraak voor:', 'Bella: Vaccinatie', expect.stringMatching(/^\S+ \d+ \S+ \d{4}$/)],
    ],
  ])('due %s mentions the date in the e-mail only if it is in the future', async (_, days, lines) => {
    await hasReminder(day(days))
    await setPractice({ booking_url: null })
    expect(mailIn(await ask()).lines.slice(2, -4)).toEqual(lines)
  })

  test('is also possible on the page of the animal', async () => {
    const shown = await ask(`/client/patients/${bella}`)
    expect(shown.getByRole('link', { name: 'Bel voor een afspraak' })).toBeVisible()
  })

  const PHONE = 'Bel voor een afspraak'
  const MAIL = 'E-mail voor een afspraak'
  test.each([
    [{ booking_url: null, email: null, website: null }, [PHONE]],
    [{ booking_url: null }, [PHONE, MAIL]],
    [{ booking_url: null, email: null }, ['Naar de website', PHONE]],
    [{ booking_url: null, phone: null, website: null }, [MAIL]],
    [{ booking_url: 'javascript:alert(1)', website: null }, [PHONE, MAIL]],
    [{ booking_url: 'dewaag.example', website: null }, [PHONE, MAIL]],
  ])('offers only the contact details that the practice has: %o', async (columns, names) => {
    await setPractice(columns)
    const links = (await ask()).getAllByRole('link')
    for (const name of names) expect(links.map(({ textContent }) => textContent).join()).toContain(name)
    expect(links).toHaveLength(names.length)
  })

  test('is not offered if the practice has no contact details', async () => {
    await setPractice({ booking_url: null, email: null, phone: null, website: null })
    await openPortal(REMINDERS, { as: 'owner' })
    await settled()
    expect(screen.queryByRole('button', { name: /^Afspraak maken/ })).toBeNull()
  })

  test('is possible by phone on an API with only the specified calls', async () => {
    withoutCapabilities()
    const shown = await ask()
    expect(shown.getByRole('link', { name: PHONE })).toBeVisible()
    expect(shown.queryByRole('link', { name: 'Online afspraak maken' })).toBeNull()
  })

  test('is offered once for all reminders of an animal that are due', async () => {
    const gebit = { description: 'Gebitscontrole', patientName: 'Bella', patientUuid: bella }
    await remind(await clientOf('owner'), { date: day(0), ...gebit })
    await setPractice({ booking_url: null })
    const shown = await ask(REMINDERS, 'Afspraak maken: Bella')
    const { subject, lines } = mailIn(shown)
    expect(subject).toBe('Afspraak: Bella')
    expect(lines.slice(2, 5)).toEqual([
      'Graag maak ik op korte termijn een afspraak voor:',
      'Bella: Vaccinatie',
      'Bella: Gebitscontrole',
    ])
    expect(shown.getByRole('button', { name: 'Zet in uw agenda' })).toBeVisible()
  })
})
