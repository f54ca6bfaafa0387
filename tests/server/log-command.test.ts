import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account } from '#harness/builders.ts'
import { type Place, envOf, looking, makeClinic, signIn } from '#harness/clinic.ts'
import { run } from '#harness/commands.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

const STAFF = 'staff@proef.example'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-log-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

onEngines('npm run log', (engine) => {
  test('says whom each hash of the log means, and the hashes of a person and of an address', async () => {
    const place: Place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
    await looking(place, (db) => account(db, 'other@mail.example'))
    await using server = await openServer({
      ...envOf(place),
      LIMIT_LOGIN_FAILURES: '1',
      LIMIT_LOGIN_ADDRESS_FAILURES: '1',
    })
    const token = await signIn(server.url)
    await fetch(`${server.url}/api/user`, { headers: { authorization: token } })
    await fetch(`${server.url}/api/user/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: STAFF, password: 'a guess' }),
    })
    await server.stop()

    const ask = async (what: string) => {
      const { code, output, errors } = await run('server/cli/log/main.ts', [what], place)
      return code === 0 ? output.trimEnd().split('\n') : errors
    }
    const { account: hash, address } = lineOf(server, 'request', { route: '/api/user' })
    const { hash: guessed } = lineOf(server, 'sign-in-delayed', { by: 'account' })
    const { hash: from } = lineOf(server, 'sign-in-delayed', { by: 'address' })
    expect(await ask(String(hash))).toEqual([`account\t${String(hash)}\t${STAFF}`])
    expect(await ask(String(guessed))).toEqual([`hash by account\t${String(guessed)}\t${STAFF}`])
    expect(await ask(String(from))).toContain('It may be of an address')
    expect(await ask('127.0.0.1')).toEqual([
      `address\t${String(address)}\t127.0.0.1`,
      `hash by address\t${String(from)}\t127.0.0.1`,
      expect.stringContaining('hash by letter'),
    ])
    const mine = await ask(STAFF)
    expect(mine).toContain(`account\t${String(hash)}\t${STAFF}`)
    expect(mine).toContain(`hash by account\t${String(guessed)}\t${STAFF}`)
    expect(String(mine)).not.toContain('other@mail.example')
    expect(await ask('-of-nobody-at-all')).toContain('No account, passkey or session')
    expect(await ask('none@mail.example')).toBe('There is no account none@mail.example.\n')
  })
})

const lineOf = (server: InProcessServer, event: string, fields: Record<string, unknown>) =>
  server.logged.find(
    (line) => line.event === event && Object.entries(fields).every(([name, value]) => line[name] === value),
  )!
