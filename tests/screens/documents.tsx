import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import { screen } from '@testing-library/react'
import { http } from 'msw'
import { vi } from 'vitest'
import { attachment, visitForm } from '#harness/builders.ts'
import { ownerId } from './owner.ts'
import { database, injectFault } from '#harness/portal.tsx'

// Rows and stubs of the tests of visit forms and attachments.

/** Returns the client uuid of owner@mail.example and its animals' uuids by name. */
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

/** Replaces the visit forms of a client, and returns their uuids. */
export async function hasVisits(clientId: string, ...visits: Partial<VisitForm>[]): Promise<string[]> {
  await database().deleteFrom('visit_form').where('client_uuid', '=', clientId).execute()
  const uuids: string[] = []
  for (const fields of visits) uuids.push(await addVisit(clientId, fields))
  return uuids
}

/** Visit forms over several pages, the newest first, all in 2026. */
export const manyVisits = (count: number, fields: (index: number) => Partial<VisitForm> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    reason: `Bezoek ${index + 1}`,
    date: `2026-${String(12 - Math.floor(index / 28)).padStart(2, '0')}-${String(28 - (index % 28)).padStart(2, '0')}`,
    ...fields(index),
  }))

/** Replaces the attachments of a client. */
export async function hasAttachments(clientId: string, ...attachments: Partial<Attachment>[]): Promise<void> {
  await database().deleteFrom('attachment').where('client_uuid', '=', clientId).execute()
  for (const fields of attachments) await addAttachment(clientId, fields)
}

/** Lets the API return this list for any query. */
export function apiAnswers(list: string, content: object[], totalElements = content.length) {
  const page = { number: 0, size: 25, totalPages: Math.ceil(totalElements / 25), totalElements }
  injectFault(http.get(`*/api/clients/*/${list}`, () => Response.json({ content, page })))
}

/** Stubs `window.open`. Returns the opened tabs with the URLs that each visited. */
export function tabs({ blocked = false } = {}) {
  const opened: { document: Document; opener: unknown; closed: boolean; went: string[] }[] = []
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (blocked) return null
    const page = document.implementation.createHTMLDocument('')
    const tab = { document: page, opener: window, closed: false, went: [] as string[] }
    page.addEventListener('click', (event) => {
      event.preventDefault()
      const link = event.target as HTMLAnchorElement
      tab.went.push(link.rel === 'noreferrer' ? link.href : `${link.href} with rel ${link.rel}`)
    })
    opened.push(tab)
    return Object.assign(tab, { close: () => (tab.closed = true) }) as unknown as Window
  })
  return opened
}

/** Records the URLs of clicked links that open a tab or download, unless the click was prevented. */
export function watchLinks() {
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

/** Replaces the no-break spaces of `Intl` by plain ones. */
export const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ').trim()
export const shown = () => plain(screen.getByRole('main').textContent)

export const minutesLater = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
