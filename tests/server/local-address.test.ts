import { beforeEach, expect, test } from 'vitest'
import { account, client, practice, staff, staffOffer } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

onEngines('invitations', (engine) => {
  const settings = { isLocal: true }
  const testServer = eachTestServer(engine, { settings })
  let admin = ''

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
  })

  test('are refused on a portal with a local address, and change nothing', async () => {
    const clientId = await client(testServer.db, 'a', { email: 'owner@mail.example' })
    const offered = await account(testServer.db, 'offered@a.example')
    await staffOffer(testServer.db, offered, 'a')
    const before = await testServer.rows('client')
    for (const [path, body] of [
      [`practice/a/clients?clientUuid=${clientId}`],
      [`clients/${clientId}/invitation`],
      ['practice/a/staff', { username: 'new@a.example', firstName: 'N', lastName: 'N', role: 'CLINIC_USER' }],
      [`practice/a/staff/${offered}/invitation`],
      ['practice/a/letters', { clientUuids: [clientId] }],
    ] as const)
      expect(await outcomeOf(testServer.callAs(admin, 'POST', path, body))).toBe('409 local-address')
    expect(await testServer.rows('client')).toEqual(before)
    expect(await testServer.mails()).toEqual([])
  })
})
