import { expect, test } from 'vitest'
import { account } from '#harness/builders.ts'
import { envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { run } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { onEngines } from '#harness/test-server.ts'

const STAFF = 'staff@proef.example'

onEngines('npm run log', (engine) => {
  const place = eachPlace(engine)

  test('maps hashes in the log to accounts in both directions', async () => {
    await makeClinic(place)
    await withDatabaseOf(place, (db) => account(db, 'other@mail.example'))
    const limits = { LIMIT_LOGIN_FAILURES: '1', LIMIT_LOGIN_ADDRESS_FAILURES: '1' }
    await using server = await openServer({ ...envOf(place), ...limits })
    const token = await signIn(server.url)
    await fetch(`${server.url}/api/user`, { headers: { authorization: token } })
    await fetch(`${server.url}/api/user/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: STAFF, password: 'a guess' }),
    })
    await server.stop()

    const runLog = async (question: string) => {
      const { code, output, errors } = await run('server/cli/log/main.ts', [question], place)
      return code === 0 ? output.trimEnd().split('\n') : errors
    }
    const { account: hash, address } = lineOf(server, 'request', { route: '/api/user' })
    const { hash: guessed } = lineOf(server, 'sign-in-delayed', { by: 'account' })
    const { hash: from } = lineOf(server, 'sign-in-delayed', { by: 'address' })
    expect(await runLog(String(hash))).toEqual([`account\t${String(hash)}\t${STAFF}`])
    expect(await runLog(String(guessed))).toEqual([`hash by account\t${String(guessed)}\t${STAFF}`])
    expect(await runLog(String(from))).toContain('A hash of an IP address cannot be reversed')
    expect(await runLog('127.0.0.1')).toEqual([
      `address\t${String(address)}\t127.0.0.1`,
      `hash by address\t${String(from)}\t127.0.0.1`,
      expect.stringContaining('hash by letter'),
    ])
    const mine = await runLog(STAFF)
    expect(mine).toContain(`account\t${String(hash)}\t${STAFF}`)
    expect(mine).toContain(`hash by account\t${String(guessed)}\t${STAFF}`)
    expect(String(mine)).not.toContain('other@mail.example')
    expect(await runLog('-of-nobody-at-all')).toContain('No account, passkey or session')
    expect(await runLog('none@mail.example')).toBe('There is no account none@mail.example.\n')
  })
})

const lineOf = (server: InProcessServer, event: string, fields: Record<string, unknown>) =>
  server.logged.find(
    (line) => line.event === event && Object.entries(fields).every(([name, value]) => line[name] === value),
  )!
