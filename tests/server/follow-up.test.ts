import { beforeEach, expect, test } from 'vitest'
import type { FollowUp } from '#contract/schemas/news.ts'
import type { Page } from '#contract/paging.ts'
import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import { account, client, importRun, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

onEngines('the follow-up list of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let token: string
  let admin: string

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    token = await testServer.signIn(admin)
  })

  const read = <T>(path: string, as = token) => testServer.read<T>(path, as)
  const followUp = (as?: string) => read<FollowUp>('practice/a/follow-up', as)
  const daysAgo = (days: number) => new Date(testServer.now.getTime() - days * 86_400_000).toISOString()
  const listed = async (path: string) => {
    const { content, page } = await read<Page<ClientListItem>>(path)
    expect(page.totalElements).toBe(content.length)
    return content.map(({ lastName }) => lastName)
  }

  async function invited(lastName: string, columns: Parameters<typeof client>[2], practiceId = 'a') {
    const owner = await account(testServer.db, `${lastName}@mail.example`, { password_hash: null })
    const state = { account_id: owner, activation: 'invited', last_name: lastName } as const
    return await client(testServer.db, practiceId, { ...state, ...columns })
  }

  test('has only zero counts for a new practice', async () => {
    const none = {
      gettingStarted: true,
      notInvited: 0,
      undelivered: 0,
      unanswered: 0,
      withoutEmail: 0,
      failedImports: 0,
    }
    expect(await followUp()).toEqual(none)
  })

  test('lists invitations not accepted within two weeks', async () => {
    await invited('Just', { registered_at: daysAgo(14) })
    await invited('Recent', { registered_at: daysAgo(13) })
    await invited('Again', { registered_at: daysAgo(100), invited_at: daysAgo(2) })
    const old = await invited('Old', {
      email: 'old@mail.example',
      registered_at: daysAgo(100),
      invited_at: daysAgo(20),
    })
    await invited('Locked', { registered_at: daysAgo(20), locked: 1 })
    await invited('Opened', { registered_at: daysAgo(20), activation: 'activated' })
    await invited('Other', { registered_at: daysAgo(20) }, 'b')
    expect((await followUp()).unanswered).toBe(2)
    expect(await listed('practice/a/clients?state=unanswered')).toEqual(['Just', 'Old'])
    expect(await listed('practice/a/clients?state=unanswered&lastName=old')).toEqual(['Old'])
    expect(await listed('practice/a/clients?state=unanswered&locked=true')).toEqual([])
    expect((await testServer.call('POST', `clients/${old}/invitation`, { token })).status).toBe(204)
    expect((await followUp()).unanswered).toBe(1)
  })

  test('lists clients who were never invited', async () => {
    const state = { activation: 'not-invited', registered_at: daysAgo(20) } as const
    const uuid = await invited('New', { ...state, email: 'new@mail.example' })
    await invited('Shut', { ...state, locked: 1 })
    await invited('Sent', { registered_at: daysAgo(1) })
    await invited('Other', state, 'b')
    expect(await followUp()).toMatchObject({ notInvited: 1, unanswered: 0 })
    expect(await listed('practice/a/clients?state=not-invited')).toEqual(['New', 'Shut'])
    expect(await listed('practice/a/clients?state=not-invited&locked=false')).toEqual(['New'])
    expect(await listed('practice/a/clients?state=invited')).toEqual(['Sent'])
    expect(await read<Client>(`clients/${uuid}`)).not.toHaveProperty('invitedAt')

    expect((await testServer.call('POST', `clients/${uuid}/invitation`, { token })).status).toBe(204)
    expect((await followUp()).notInvited).toBe(0)
    expect(await listed('practice/a/clients?state=invited')).toEqual(['New', 'Sent'])
    expect(await read<Client>(`clients/${uuid}`)).toMatchObject({ invitation: 'invited', invitedAt: daysAgo(0) })
    const { content } = await read<Page<{ action: string }>>('practice/a/audit')
    expect(content.map(({ action }) => action)).toEqual(['invited'])
  })

  test('lists unregistered clients without an e-mail address', async () => {
    await client(testServer.db, 'a', { last_name: 'Without', email: null })
    await client(testServer.db, 'a', { last_name: 'With', email: 'with@mail.example' })
    await client(testServer.db, 'b', { last_name: 'Other', email: null })
    await invited('Registered', { email: null })
    expect((await followUp()).withoutEmail).toBe(1)
    expect(await listed('clients?practiceId=a&noEmail=true')).toEqual(['Without'])
    expect(await listed('clients?practiceId=a&noEmail=true&lastName=no')).toEqual([])
  })

  test('shows admins the number of imports that failed since the last success', async () => {
    const run = (sequence: number, state: 'done' | 'refused' | 'interrupted', days: number) =>
      importRun(testServer.db, 'a', { sequence, state, received_at: daysAgo(days) })
    await run(1, 'refused', 40)
    await run(2, 'refused', 9)
    expect((await followUp()).failedImports).toBe(1)
    await run(3, 'done', 8)
    expect((await followUp()).failedImports).toBe(0)
    await run(4, 'interrupted', 7)
    await run(5, 'refused', 6)
    expect((await followUp()).failedImports).toBe(2)
    const user = await testServer.signIn(await staff(testServer.db, 'a', 'user@a.example'))
    expect(await followUp(user)).not.toHaveProperty('failedImports')
  })

  test('shows staff when a client was invited and last opened the portal', async () => {
    const owner = await account(testServer.db, 'owner@mail.example')
    const dates = { registered_at: daysAgo(3), invited_at: daysAgo(1) }
    const columns = { account_id: owner, activation: 'invited', ...dates } as const
    const uuid = await client(testServer.db, 'a', columns)
    await client(testServer.db, 'b', columns)
    const ofOwner = async (path: string) => await read<Client>(path, await testServer.signIn(owner))
    expect(await read<Client>(`clients/${uuid}`)).toMatchObject({ invitation: 'invited', invitedAt: daysAgo(1) })
    await ofOwner('user/client?practiceId=b')
    expect(await read<Client>(`clients/${uuid}`)).not.toHaveProperty('lastLoginAt')
    const first = testServer.now.toISOString()
    for (const hours of [0, 1, 24]) {
      testServer.advance(hours * 3_600_000)
      for (const path of ['user/client?practiceId=a', `clients/${uuid}`]) {
        const own = await ofOwner(path)
        for (const field of ['invitation', 'invitedAt', 'lastLoginAt']) expect(own).not.toHaveProperty(field)
      }
      const seen = await read<Client>(`clients/${uuid}`, await testServer.signIn(admin))
      const lastLoginAt = hours === 24 ? testServer.now.toISOString() : first
      expect(seen).toMatchObject({ invitation: 'activated', lastLoginAt })
    }
  })
})
