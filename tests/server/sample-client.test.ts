import { expect, test } from 'vitest'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import type { Page } from '#contract/paging.ts'
import type { Estimate } from '#contract/schemas/estimate.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf, recordingPdf } from '#harness/test-server.ts'

const SAMPLE = `clients/${SAMPLE_CLIENT_ID}`
/** URLs of rendered documents, which differ by account. */
const RENDERED = /"url":"[^"]*\/files\/papers\/visit-form\/[^"]*"/g

onEngines('the sample client', (engine) => {
  const testServer = eachTestServer(engine)

  async function people() {
    const { db } = testServer
    for (const id of ['a', 'b']) await practice(db, id)
    const ownerId = await account(db, 'jan@mail.example')
    return {
      clientId: await client(db, 'a', { account_id: ownerId, registered: 1, email: 'jan@mail.example' }),
      ownerId,
      staffId: await staff(db, 'a', 'staff@a.example'),
      adminId: await staff(db, 'b', 'admin@b.example', 'CLINIC_ADMIN'),
    }
  }

  const PATHS = [
    '',
    '/patients',
    '/reminders',
    '/appointments',
    '/visit-forms',
    '/invoices',
    '/withdrawals',
    '/being-given',
    '/requests',
    '/herd',
    '/herd/releases',
    '/herd/animals',
    '/herd/medicines',
    '/lab-results',
    '/treatment-plans',
    '/agreements',
    '/estimates',
    '/attachments',
  ]

  test('is filled for staff of every practice, and unknown to owners', async () => {
    const { staffId, adminId, ownerId } = await people()
    for (const path of PATHS) {
      const read = async (id: string, of: string) =>
        JSON.stringify(await testServer.readAs(id, `${of}${path}`)).replaceAll(RENDERED, '')
      const forStaff = await read(staffId, SAMPLE)
      expect(forStaff).toBe(await read(adminId, `clients/${SAMPLE_CLIENT_ID.toUpperCase()}`))
      expect([path, forStaff]).toEqual([path, expect.not.stringMatching(/"content":\[\]|^\[\]|\/files\//)])
      expect(await outcomeOf(testServer.callAs(ownerId, 'GET', `${SAMPLE}${path}`))).toBe('404 not-found')
      expect(await outcomeOf(testServer.call('GET', `${SAMPLE}${path}`))).toBe('401 unauthenticated')
    }
  })

  test('has reminders that are due on the day of the call', async () => {
    const { staffId } = await people()
    const due = async () => {
      const { content } = await testServer.readAs<Page<Reminder>>(staffId, `${SAMPLE}/reminders?active=true&size=100`)
      return content.filter(({ date }) => date === testServer.now.toISOString().slice(0, 10)).length
    }
    expect(await due()).toBe(1)
    testServer.advance(40 * 24 * 3_600_000)
    expect(await due()).toBe(1)
  })

  test.each([
    ['PUT', '', { locked: true }, '200'],
    ['POST', '/invitation', undefined, '409 conflict'],
    ['DELETE', '', undefined, '204'],
    ['POST', '/calendar', undefined, '403 forbidden'],
    ['POST', '/requests', {}, '403 forbidden'],
    ['POST', '/request-photos', undefined, '403 forbidden'],
    ['PUT', '/patients/7107d2fe-30c8-4999-a836-fc388a96061f/photo', undefined, '403 forbidden'],
    ['PUT', '/reminder-mails', {}, '403 forbidden'],
  ])(
    'refuses %s /clients/{clientId}%s, which other clients answer by their own rules',
    async (method, path, body, outcome) => {
      const { staffId, clientId } = await people()
      const send = (id: string) => outcomeOf(testServer.callAs(staffId, method, `clients/${id}${path}`, body))
      expect(await send(SAMPLE_CLIENT_ID)).toBe('403 sample-client')
      expect(await send(clientId)).toBe(outcome)
    },
  )

  test('has documents that the server renders, for staff as long as they have access, and no other files', async () => {
    const { drawn, pdf } = recordingPdf()
    await testServer.reopen({ pdf })
    const { staffId } = await people()
    const open = async (url: string) => (await testServer.fetch(new Request(url))).status
    const { content } = await testServer.readAs<Page<{ uuid: string }>>(staffId, `${SAMPLE}/invoices`)
    const invoice = await testServer.readAs<{ url: string }>(staffId, `${SAMPLE}/invoices/${content[0]?.uuid}/file`)
    const forms = await testServer.readAs<Page<{ url: string }>>(staffId, `${SAMPLE}/visit-forms`)
    const estimates = await testServer.readAs<Page<Estimate>>(staffId, `${SAMPLE}/estimates?state=accepted`)
    const ofEstimate = `${SAMPLE}/estimates/${estimates.content[0]?.uuid}/file`
    const estimate = await testServer.readAs<{ url: string }>(staffId, ofEstimate)
    for (const url of [invoice.url, forms.content[0]!.url, estimate.url]) expect(await open(url)).toBe(200)
    // From the practice of the member of staff, whose look the sample shows.
    const sheet = { from: { name: 'Praktijk a' }, title: expect.stringContaining('Voorbeeld: verzonnen gegevens') }
    expect(drawn).toMatchObject([sheet, sheet, sheet])
    expect(JSON.stringify(drawn[2])).toContain('is akkoord gegaan op')
    expect(await outcomeOf(testServer.callAs(staffId, 'GET', `${SAMPLE}/herd/medicines/file?format=pdf`))).toBe(
      '403 sample-client',
    )
    await testServer.db
      .updateTable('account')
      .set({ practice_id: null, staff_role: null })
      .where('id', '=', staffId)
      .execute()
    for (const { url } of [invoice, estimate]) expect(await open(url)).toBe(404)
    expect(await testServer.rows('audit')).toEqual([])
  })

  test('is in no count, list, search, figure or access log', async () => {
    const { staffId, adminId } = await people()
    const lists = ['practice/b/clients', 'clients?practiceId=b', 'practice/b/clients?q=Berg']
    const { lastName } = await testServer.readAs<Client>(adminId, SAMPLE)
    expect(lastName).toContain('Berg')
    for (const path of PATHS) await testServer.readAs(adminId, `${SAMPLE}${path}`)
    for (const list of lists)
      expect((await testServer.readAs<Page<ClientListItem>>(adminId, list)).page.totalElements).toBe(0)
    expect(JSON.stringify(await testServer.readAs(adminId, 'practice/b/figures'))).not.toMatch(/"clients":[1-9]/)
    for (const table of ['audit', 'patient', 'request', 'outbox'] as const)
      expect([table, await testServer.rows(table)]).toEqual([table, []])
    expect(await testServer.rows('client')).toHaveLength(1)
    await testServer.readAs(staffId, `clients/${(await testServer.rows('client'))[0]?.uuid}`)
    expect(await testServer.rows('audit')).toHaveLength(1)
  })
})
