import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { createRandom } from '#server/demo/random.ts'
import { loadExport } from '#server/import/load.ts'
import { practice, staff } from './builders.ts'
import { checked, clientLine } from './example-export.ts'
import { rowsOf } from './rows.ts'

// Model of the clients API: a list in memory. Random operations must have the same results in the model and the API.

const CLIENTS = 12
const STEP_MS = 5000
const STEPS_PER_SESSION = 100
const PRACTICES = ['one', 'two'] as const
type PracticeId = (typeof PRACTICES)[number]

interface Known {
  practiceId: PracticeId
  email: string | null
  lastName: string
  /** Username of the account: the client's e-mail address at registration. Null for unregistered clients. */
  account: string | null
  locked: boolean
}

export interface ModelServer {
  db: Database
  now: Date
  call(method: string, path: string, options: { token: string; body?: unknown }): Promise<Response>
  signIn(accountId: string): Promise<string>
  /** Resolves once background work has ended. */
  mails(): Promise<unknown>
}

/** Runs a random operation for each seed on two practices, and compares the results with the model. */
export async function runModel(
  testServer: ModelServer,
  { seeds, isOver = () => false }: { seeds: readonly number[]; isOver?: () => boolean },
) {
  const model = await openModel(testServer)
  const counts: Record<string, number> = {}
  for (const [done, seed] of seeds.entries()) {
    if (isOver()) break
    const { name, wrong } = await model.step(seed)
    counts[name] = (counts[name] ?? 0) + 1
    if (wrong) return { done: done + 1, counts, wrong: `operation ${done + 1}, ${name}: ${wrong}` }
  }
  await testServer.mails()
  return { done: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, wrong: undefined }
}

async function openModel(testServer: ModelServer) {
  const { db } = testServer
  let random = createRandom(0)
  const known = new Map<string, Known>()
  /** E-mail addresses that were sent a confirmation request. Their accounts are kept for 90 days. */
  const unconfirmed = new Set<string>()
  const admins: Partial<Record<PracticeId, string>> = {}
  for (const id of PRACTICES) {
    await practice(db, id)
    admins[id] = await staff(db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  }
  let steps = 0
  const signIn = async () => ({ one: await testServer.signIn(admins.one!), two: await testServer.signIn(admins.two!) })
  let tokens = await signIn()

  const call = async (of: PracticeId, method: string, path: string, body?: unknown) =>
    (await testServer.call(method, path, { token: tokens[of], ...(body !== undefined && { body }) })).status
  /** Picks a random client and a calling practice. One call in ten comes from the wrong practice and gets 404. */
  const pickClient = () => {
    const uuid = random.pick([...known.keys()])
    const client = known.get(uuid)!
    const isWrong = random.chance(0.1)
    return { uuid, client, isWrong, by: isWrong ? other(client.practiceId) : client.practiceId }
  }

  /** Each operation returns a difference from the model, if any. */
  const operations: Record<string, () => Promise<string | undefined>> = {
    async register() {
      const { uuid, client, isWrong, by } = pickClient()
      const status = await call(by, 'POST', `practice/${by}/clients?clientUuid=${uuid}`)
      const expected = isWrong ? 404 : client.account !== null ? 200 : client.email === null ? 422 : 201
      if (expected === 201) client.account = client.email
      return differs(status, expected)
    },
    async lock() {
      const { uuid, client, isWrong, by } = pickClient()
      const locked = random.chance(0.6)
      const expected = isWrong ? 404 : client.account !== null ? 200 : 409
      if (expected === 200) client.locked = locked
      return differs(await call(by, 'PUT', `clients/${uuid}`, { locked }), expected)
    },
    async delete() {
      const { uuid, client, isWrong, by } = pickClient()
      const expected = !isWrong && client.account !== null ? 204 : 404
      if (expected === 204) Object.assign(client, OFF)
      return differs(await call(by, 'DELETE', `clients/${uuid}`), expected)
    },
    async 'delete-all'() {
      const id = random.pick(PRACTICES)
      for (const client of known.values()) if (client.practiceId === id) Object.assign(client, OFF)
      return differs(await call(id, 'DELETE', `practice/${id}/clients`), 204)
    },
    async import() {
      const { loaded, problems } = await load(random.pick(PRACTICES))
      return loaded ? undefined : JSON.stringify(problems)
    },
  }
  const load = (practiceId: PracticeId) =>
    loadExport(db, checked(makeLines(practiceId)), { practiceId, now: testServer.now })

  /**
   * Makes export lines with changed names, changed addresses and new clients. Fields owned by the portal have other
   * values.
   */
  function makeLines(practiceId: PracticeId) {
    const first = practiceId === 'one' ? 0 : 1000
    return Array.from({ length: random.int(1, CLIENTS) }, () => first + random.int(1, CLIENTS))
      .filter((number, index, numbers) => numbers.indexOf(number) === index)
      .map((number) => {
        // Few addresses, so that clients share them within and across practices.
        const email = random.chance(0.1) ? null : `person${random.int(1, CLIENTS)}@mail.example`
        const lastName = `Naam ${random.int(1, 50)}`
        const line = clientLine(number, { practiceId, email, lastName, registered: false, locked: false })
        const uuid = line['uuid'] as string
        const client = { ...OFF, ...known.get(uuid), practiceId, email, lastName }
        known.set(uuid, client)
        // The account keeps its username, because the new address is never confirmed.
        if (client.account !== null && email !== null && client.account !== email) unconfirmed.add(email)
        return line
      })
  }

  async function compare(id: PracticeId): Promise<string | undefined> {
    for (const registered of [true, false]) {
      const path = registered ? `practice/${id}/clients?size=200` : `clients?practiceId=${id}&size=200`
      const response = await testServer.call('GET', path, { token: tokens[id] })
      const { content, page } = (await response.json()) as {
        content: { uuid: string; locked: boolean; lastName: string }[]
        page: { totalElements: number }
      }
      const expected = [...known]
        .filter(([, client]) => client.practiceId === id && (client.account !== null) === registered)
        .map(([uuid, { locked, lastName }]) => `${uuid} ${locked} ${lastName}`)
      const shown = content.map(({ uuid, locked, lastName }) => `${uuid} ${locked} ${lastName}`)
      const list = `${registered ? 'registered' : 'unregistered'} of ${id}`
      if (page.totalElements !== shown.length) return `${list}: ${page.totalElements} counted, ${shown.length} shown`
      if (shown.sort().join('\n') !== expected.sort().join('\n'))
        return `${list}: ${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`
    }
    return undefined
  }

  /** All rows of a practice as text. */
  const stateOf = async (id: PracticeId) =>
    JSON.stringify([
      await rowsOf(db, 'practice', '*', { id }),
      await db.selectFrom('client').selectAll().where('practice_id', '=', id).orderBy('uuid').execute(),
      await rowsOf(db, 'client_count', '*', { practice_id: id }),
      await db.selectFrom('audit').selectAll().where('practice_id', '=', id).orderBy('id').execute(),
    ])

  /** Accounts that are neither staff, nor linked to a client, nor asked to confirm an address. */
  const orphans = async () => {
    const { rows } = await sql<{ username: string }>`select username from account where staff_role is null
      and not exists (select 1 from client where client.account_id = account.id)`.execute(db)
    return rows.filter(({ username }) => !unconfirmed.has(username))
  }

  for (const id of PRACTICES) await load(id)
  const names = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name))

  return {
    /** Each step has its own seed, so that it stays the same when earlier steps are left out. */
    async step(seed: number): Promise<{ name: string; wrong: string | undefined }> {
      random = createRandom(seed)
      // The clock moves enough to stay below rate limits. Sessions would expire, so they are renewed regularly.
      testServer.now = new Date(testServer.now.getTime() + STEP_MS)
      if (++steps % STEPS_PER_SESSION === 0) tokens = await signIn()
      const name = random.pick(names)
      const before = { one: await stateOf('one'), two: await stateOf('two') }
      const wrong = await operations[name]!()
      const changed = [] as PracticeId[]
      for (const id of PRACTICES) if ((await stateOf(id)) !== before[id]) changed.push(id)
      if (wrong) return { name, wrong }
      if (changed.length > 1) return { name, wrong: 'rows of both practices changed' }
      const lost = await orphans()
      if (lost.length > 0) return { name, wrong: `accounts without a client: ${JSON.stringify(lost)}` }
      return { name, wrong: (await compare('one')) ?? (await compare('two')) }
    },
  }
}

const WEIGHTS = { register: 40, lock: 30, delete: 20, 'delete-all': 2, import: 4 }
const OFF = { account: null, locked: false }
const other = (id: PracticeId): PracticeId => (id === 'one' ? 'two' : 'one')
const differs = (status: number, expected: number) =>
  status === expected ? undefined : `status ${status}, expected ${expected}`
