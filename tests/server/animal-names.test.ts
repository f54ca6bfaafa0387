import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { animalNames } from '#server/animals/names.ts'
import { sha256 } from '#server/http/keys.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import type { Mail } from '#server/ports.ts'
import {
  account,
  client,
  importKey,
  patient,
  practice,
  reminder,
  request,
  staff,
  visitForm,
} from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

/** A Monday in the past: the real clock of the database limits the test clock of the server. */
const START = new Date('2025-01-06T08:00:00.000Z')
const DUE = '2025-01-16'
const KEY = 'dierenportaal_requests_of-the-tests'

onEngines('two animals of one client with the same name', (engine) => {
  let drawn: (Sheet | Letters)[] = []
  const testServer = eachTestServer(engine, {
    pdf: async (sheet) => {
      drawn.push(sheet)
      return new TextEncoder().encode('%PDF-')
    },
  })
  let owner: string
  let clientId: string
  let accountId: string
  let cats: string[]
  const minoes = (species: 'CAT' | 'DOG', birthDate: string) =>
    patient(testServer.db, clientId, 'Minoes', undefined, { species, birthDate })

  beforeEach(async () => {
    drawn = []
    testServer.now = START
    const { db } = testServer
    await practice(db, 'a', { name: 'De Waag', reminder_mails: 1 })
    accountId = await account(db, 'owner@a.example')
    clientId = await client(db, 'a', { account_id: accountId })
    owner = await testServer.signIn(accountId)
    cats = [await minoes('CAT', '2015-04-01'), await minoes('CAT', '2016-04-01')]
    await patient(db, await client(db, 'a', { account_id: await account(db, 'other@a.example') }), 'Minoes')
  })

  const remind = async (patientUuid: string | undefined, date = DUE) => {
    const uuid = crypto.randomUUID()
    const of = { uuid, date, active: true, description: 'Vaccinatie', patientName: 'Minoes' }
    const data = JSON.stringify({ ...of, ...(patientUuid && { patientUuid }) })
    await reminder(testServer.db, clientId, { uuid, date, data, patient_uuid: patientUuid ?? null })
  }

  test('have different labels in the weekly reminder mail', async () => {
    const sent: Mail[] = []
    testServer.ports.mail.send = async (mail) => void sent.push(mail)
    for (const uuid of [...cats, undefined]) await remind(uuid)
    const subscribed = { subscribed: true }
    await testServer.call('PUT', `clients/${clientId}/reminder-mails`, { token: owner, body: subscribed })
    testServer.advance(7 * 86_400_000)
    await queueDueReminders(testServer.ports)
    await deliverOutbox(testServer.ports)
    const animals = sent.flatMap(({ digest }) => digest?.reminders.map(({ animal }) => animal ?? '') ?? [])
    expect(animals.sort()).toEqual(['Minoes', 'Minoes (2015)', 'Minoes (2016)'])
  })

  test('have different labels in the calendar', async () => {
    for (const uuid of cats) await remind(uuid)
    const made = await testServer.call('POST', `clients/${clientId}/calendar`, { token: owner })
    const { url } = (await made.json()) as { url: string }
    const feed = await (await testServer.fetch(new Request(url))).text()
    expect(feed.match(/SUMMARY:.*/g)?.map((line) => line.trim())).toEqual(
      expect.arrayContaining(['SUMMARY:Minoes (2015): Vaccinatie', 'SUMMARY:Minoes (2016): Vaccinatie']),
    )
  })

  test('have different labels in the PDF of a visit', async () => {
    const uuid = crypto.randomUUID()
    const data = JSON.stringify({ uuid, date: '2025-01-02', patientUuid: cats[1], patientName: 'Minoes', reason: 'x' })
    await visitForm(testServer.db, clientId, { uuid, date: '2025-01-02', patient_uuid: cats[1]!, data })
    const { content } = await testServer.read<Page<{ url: string }>>(`clients/${clientId}/visit-forms`, owner)
    await testServer.fetch(new Request(new URL(content[0]!.url, 'http://portal.test')))
    expect(JSON.stringify(drawn)).toContain('Minoes (2016)')
  })

  test('have different labels if the client has more namesakes than the server compares', async () => {
    const { db } = testServer
    const known = await db.selectFrom('patient').selectAll().where('uuid', '=', cats[0]!).executeTakeFirstOrThrow()
    const others = Array.from({ length: 1200 }, (_, index) => ({
      ...known,
      // These uuids sort before those of the tested animals.
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }))
    for (let from = 0; from < others.length; from += 400)
      await db
        .insertInto('patient')
        .values(others.slice(from, from + 400))
        .execute()
    const nameOf = await animalNames(db, cats, 'nl')
    expect(cats.map((uuid) => nameOf(uuid, 'Minoes'))).toEqual(['Minoes (2015)', 'Minoes (2016)'])
  })

  test('have different labels in requests, except in the export to the practice system', async () => {
    const { db } = testServer
    await minoes('DOG', '2015-09-09')
    await request(db, { clientId, accountId, patient_uuid: cats[0]! })
    const staffId = await staff(db, 'a', 'staff@a.example')
    await db.updateTable('account').set({ language: 'en' }).where('id', '=', staffId).execute()
    const nameFor = async (path: string, headers: Record<string, string>) => {
      const { content } = (await (await testServer.call('GET', path, { headers })).json()) as Page<PracticeRequest>
      return content[0]?.patientName
    }
    const byStaff = { authorization: await testServer.signIn(staffId) }
    expect(await nameFor('practice/a/requests', byStaff)).toBe('Minoes (cat, 2015)')
    expect(await nameFor(`clients/${clientId}/requests`, { authorization: owner })).toBe('Minoes (kat, 2015)')
    await importKey(db, 'a', { hash: await sha256(KEY), purpose: 'requests' })
    expect(await nameFor('practice/a/requests?after=0', { authorization: `Bearer ${KEY}` })).toBe('Minoes')
  })
})
