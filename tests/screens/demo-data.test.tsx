import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { makeDemo } from '#server/demo/clinics.ts'
import { createDays } from '#server/demo/days.ts'
import type { ExportRecord, ExportRecords, RecordKind } from '#server/import/records.ts'
import { today } from '#src/lib/dates.ts'
import { type TestPortal, openPortal } from '#harness/portal.tsx'

// Compares the screens with the export from which the demo practices are imported.

const OWNERS = 2
const PAGE = 25

type Kind = Exclude<RecordKind, 'practice' | 'user' | 'client'>

const file = makeDemo(createDays(new Date()))
const all = <K extends RecordKind>(kind: K) =>
  file.filter((line): line is Extract<ExportRecord, { record: K }> => line.record === kind)
const of = <K extends Exclude<Kind, 'logbookEntry'>>(kind: K, clientId: string) =>
  (all(kind) as ({ clientUuid: string } & ExportRecords[K])[]).filter(({ clientUuid }) => clientUuid === clientId)

const recordsOf = (clientId: string) =>
  file.filter((line) => 'clientUuid' in line && line.clientUuid === clientId).length
/** The owner of the personas, and the owner with the most records. */
const owners = all('client')
  .filter(({ practiceId, registered, locked }) => practiceId === 'de-waag' && registered && !locked)
  .toSorted(
    (a, b) => Number(Boolean(b.companyName)) - Number(Boolean(a.companyName)) || recordsOf(b.uuid) - recordsOf(a.uuid),
  )
  .toSorted((a, b) => Number(b.email === 'owner@mail.example') - Number(a.email === 'owner@mail.example'))
  .slice(0, OWNERS)

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
const main = () => screen.getByRole('main')
const newest = <T extends { date: string; uuid?: string | undefined }>(records: readonly T[]) =>
  records.toSorted((a, b) => b.date.localeCompare(a.date) || b.uuid!.localeCompare(a.uuid!))
const euros = (amount: number) =>
  plain(new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(amount))
const dayOf = (element: Element) => element.querySelector('time')?.getAttribute('datetime')?.slice(0, 10)

const expectSoon = (shown: () => unknown[], expected: unknown[]) => waitFor(() => expect(shown()).toEqual(expected))

/** Returns the day and title of each item. */
const lines = (items: readonly Element[], title: string) =>
  items.map((item) => `${dayOf(item)} ${plain(item.querySelector(title)?.textContent)}`)
const listItems = (where: string) => [...main().querySelectorAll(where)]

const CHECKS: Record<string, (portal: TestPortal, clientId: string) => Promise<void>> = {
  async reminders(portal, clientId) {
    const reminderLines = (reminders: { date: string; description: string }[]) =>
      reminders.map(({ date, description }) => `${date} ${description}`).toSorted()
    const reminders = of('reminder', clientId)
    const appointments = of('appointment', clientId).filter(({ status }) => status === 'BOOKED')
    const bookedOn = (uuid: string) => appointments.find((one) => one.reminderUuid === uuid)?.start.slice(0, 10)
    const part = (name: string) =>
      listItems('section').find((section) => section.querySelector('h2')?.textContent === name)

    await portal.goTo('/client/portal/reminders?active=true')
    const active = reminders.filter((reminder) => reminder.active)
    await expectSoon(
      () =>
        lines([...(part('Herinneringen')?.querySelectorAll('details li') ?? [])], 'div > span:first-child').toSorted(),
      reminderLines(active.map(({ uuid, date, description }) => ({ date: bookedOn(uuid) ?? date, description }))),
    )
    await expectSoon(
      () => plain(part('Nu doen')?.textContent).match(/te laat|moet vandaag/g) ?? [],
      active.flatMap(({ uuid, date }) => (bookedOn(uuid) || date > today() ? [] : [expect.any(String)])),
    )

    await portal.goTo('/client/portal/reminders?active=false')
    await expectSoon(
      () => lines(listItems('section:has(> div > h2) li'), 'div > span:first-child').toSorted(),
      reminderLines(reminders.filter((reminder) => !reminder.active)),
    )
  },
  async animals(portal, clientId) {
    await portal.goTo('/client/patients')
    await expectSoon(
      () =>
        listItems('a[href^="/client/patients/"]')
          .map(({ textContent }) => textContent)
          .toSorted(),
      of('patient', clientId)
        .map(({ name }) => name)
        .toSorted(),
    )
  },
  async logbooks(portal, clientId) {
    for (const { uuid, name, chipNumber } of of('patient', clientId)) {
      await portal.goTo(`/client/patients/${uuid}?startDate=2000-01-01&endDate=${today()}`)
      expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
      if (chipNumber) expect(plain(main().textContent).replaceAll(' ', '')).toContain(chipNumber)
      const expected = newest(all('logbookEntry').filter(({ patientUuid }) => patientUuid === uuid))
      await expectSoon(
        () => lines(listItems('ol[aria-label] > li:has(h3)'), 'h3'),
        expected.map(({ date, description }) => `${date} ${description}`),
      )
    }
  },
  async invoices(portal, clientId) {
    await portal.goTo('/client/invoices')
    const invoices = of('invoice', clientId)
    const amountIn = (row: Element) =>
      [...row.querySelectorAll('td')]
        .map((cell) => plain(cell.querySelector('span')?.textContent))
        .find((text) => text.startsWith('€'))
    await expectSoon(
      () => listItems('tbody tr').map((row) => [dayOf(row), amountIn(row)]),
      newest(invoices)
        .slice(0, PAGE)
        .map(({ date, status, openAmount, totalInclVat }) => [
          date,
          // A partly paid invoice shows its open amount.
          euros((status === 'UNPAID' && openAmount) || totalInclVat),
        ]),
    )
    for (const { number } of newest(invoices).slice(0, PAGE)) expect(main()).toHaveTextContent(number!)
    const open = invoices.filter(({ status }) => status === 'UNPAID')
    const cents = open.reduce((sum, { openAmount = 0 }) => sum + Math.round(openAmount * 100), 0)
    if (open.length > 0) await waitFor(() => expect(plain(main().textContent)).toContain(euros(cents / 100)))
  },
  async visits(portal, clientId) {
    await portal.goTo('/client/visit-forms')
    await expectSoon(
      () => lines(listItems('tbody tr'), 'a'),
      newest(of('visitForm', clientId))
        .slice(0, PAGE)
        .map(({ date, reason }) => `${date} ${reason}`),
    )
  },
  async attachments(portal, clientId) {
    for (const type of ATTACHMENT_TYPES) {
      await portal.goTo(`/client/attachments/${type}`)
      const expected = newest(of('attachment', clientId).filter((attachment) => attachment.type === type))
      await expectSoon(
        () => lines(listItems('ul li:has(strong)'), 'strong'),
        expected.slice(0, PAGE).map(({ date, name }) => `${date} ${name}`),
      )
    }
  },
}

describe.each(Object.entries(CHECKS))('the demo data: %s', (_, expectDemoData) => {
  test(`match the export, for ${OWNERS} owners`, async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    for (const { uuid } of owners) {
      await portal.viewAs(uuid)
      await expectDemoData(portal, uuid)
    }
  })
})

test('the demo export contains every kind of record', () => {
  expect(owners).toHaveLength(OWNERS)
  expect(owners.filter(({ companyName }) => companyName).length).toBeGreaterThan(0)
  for (const kind of ['patient', 'reminder', 'visitForm', 'attachment', 'invoice'] as const) {
    expect(owners.flatMap(({ uuid }) => of(kind, uuid)).length).toBeGreaterThan(OWNERS / 2)
  }
})
