import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import { screen } from '@testing-library/react'
import { http } from 'msw'
import { vi } from 'vitest'
import { attachment, visitForm } from '#harness/builders.ts'
import { ownerId } from './owner.ts'
import { database, injectFault } from '#harness/portal.tsx'

// What the tests of visit forms and attachments have in common.

/** The animals of owner@mail.example, by name. */
export async function ownerAndAnimals() {
  const clientId = await ownerId()
  const animals = await database().selectFrom('patient').selectAll().where('client_uuid', '=', clientId).execute()
  return { clientId, animal: (name: string) => animals.find((one) => one.name === name)!.uuid }
}

const OF_MARCH = '2026-03-01'

async function addVisit(clientId: string, fields: Partial<VisitForm>): Promise<string> {
  const data = { uuid: crypto.randomUUID(), date: OF_MARCH, ...fields }
  const { uuid, date, patientUuid = null } = data
  return await visitForm(database(), clientId, { uuid, date, patient_uuid: patientUuid, data: JSON.stringify(data) })
}

async function addAttachment(clientId: string, fields: Partial<Attachment>): Promise<string> {
  const data = { uuid: crypto.randomUUID(), date: OF_MARCH, ...fields }
  const { uuid, date, type = 'attachments', patientUuid = null } = data
  const columns = { uuid, date, type, patient_uuid: patientUuid, data: JSON.stringify(data) }
  return await attachment(database(), clientId, columns)
}

/** The client has these visit forms, and no others; answers their uuids. */
export async function hasVisits(clientId: string, ...visits: Partial<VisitForm>[]): Promise<string[]> {
  await database().deleteFrom('visit_form').where('client_uuid', '=', clientId).execute()
  const uuids: string[] = []
  for (const fields of visits) uuids.push(await addVisit(clientId, fields))
  return uuids
}

/** As many as fill pages: the first is the newest, of 2026. */
export const manyVisits = (count: number, fields: (index: number) => Partial<VisitForm> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    reason: `Bezoek ${index + 1}`,
    date: `2026-${String(12 - Math.floor(index / 28)).padStart(2, '0')}-${String(28 - (index % 28)).padStart(2, '0')}`,
    ...fields(index),
  }))

/** The client has these attachments, and no others. */
export async function hasAttachments(clientId: string, ...attachments: Partial<Attachment>[]): Promise<void> {
  await database().deleteFrom('attachment').where('client_uuid', '=', clientId).execute()
  for (const fields of attachments) await addAttachment(clientId, fields)
}

/** An API answers a list with these, whatever it is asked. */
export function apiAnswers(list: string, content: object[], totalElements = content.length) {
  const page = { number: 0, size: 25, totalPages: Math.ceil(totalElements / 25), totalElements }
  injectFault(http.get(`*/api/clients/*/${list}`, () => Response.json({ content, page })))
}

/** Tabs as a browser opens them, which tell where they were sent. */
export function tabs({ blocked = false } = {}) {
  const opened: { opener: unknown; closed: boolean; went: string[] }[] = []
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (blocked) return null
    const page = document.implementation.createHTMLDocument('')
    const tab = { document: page, opener: window, closed: false, went: [] as string[] }
    page.addEventListener('click', (event) => {
      event.preventDefault()
      tab.went.push((event.target as HTMLAnchorElement).href)
    })
    opened.push(tab)
    return Object.assign(tab, { close: () => (tab.closed = true) }) as unknown as Window
  })
  return opened
}

/** Where links of this page were followed to, as far as nothing held the press back. */
export function followed() {
  const hrefs: string[] = []
  const listener = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (link?.target !== '_blank' && !link?.hasAttribute('download')) return
    if (!event.defaultPrevented) hrefs.push(link.href)
    event.preventDefault()
  }
  window.addEventListener('click', listener)
  return { hrefs, stop: () => window.removeEventListener('click', listener) }
}

/** With ordinary blanks, which `Intl` does not write. */
export const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ').trim()
export const shown = () => plain(screen.getByRole('main').textContent)

export const minutesLater = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
