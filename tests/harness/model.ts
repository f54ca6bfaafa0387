import type { Database } from '#server/db/schema.ts'
import { createRandom } from '#server/demo/random.ts'
import { loadExport } from '#server/import/load.ts'
import { practice, staff } from './builders.ts'
import { checked, clientLine } from './example-export.ts'

// What an API of clients should do, as a list in memory; beside it the API itself. Whatever is asked of both, in any order, has to
// come to the same.

const CLIENTS = 12
const STEP_MS = 5000
const STEPS_PER_SESSION = 100
const PRACTICES = ['one', 'two'] as const
type PracticeId = (typeof PRACTICES)[number]

interface Known {
  practiceId: PracticeId
  email: string | null
  lastName: string
  /** The address that signs in, which is the one of the newest export that has one; null of who is not on the portal. */
  account: string | null
  locked: boolean
}

/** What the model needs of a server. */
export interface ModelServer {
  db: Database
  now: Date
  call(method: string, path: string, options: { token: string; body?: unknown }): Promise<Response>
  signIn(accountId: string): Promise<string>
  /** Resolves once what runs in the background has ended. */
  mails(): Promise<unknown>
}

export interface ModelReport {
  done: number
  /** How often what was done. */
  counts: Record<string, number>
  /** The first thing that was otherwise than expected. */
  wrong: string | undefined
}

/** A random operation of each seed on two practices, each compared with what the model says. */
export async function runModel(
  testServer: ModelServer,
  { seeds, isOver = () => false }: { seeds: readonly number[]; isOver?: () => boolean },
): Promise<ModelReport> {
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
  /** Addresses that were asked to confirm. Their accounts are kept for 90 days. */
  const asked = new Set<string>()
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
  const ofPractice = (id: PracticeId) => [...known.values()].filter(({ practiceId }) => practiceId === id)
  const pick = () => random.pick([...known.keys()])
  // One in ten is asked by the wrong practice, and is refused.
  const caller = (of: PracticeId): PracticeId => (random.chance(0.1) ? other(of) : of)

  const operations: Record<string, [weight: number, run: () => Promise<string | undefined>]> = {
    register: [
      40,
      async () => {
        const uuid = pick()
        const client = known.get(uuid)!
        const by = caller(client.practiceId)
        const status = await call(by, 'POST', `practice/${by}/clients?clientUuid=${uuid}`)
        const expected =
          by !== client.practiceId ? 404 : client.account !== null ? 200 : client.email === null ? 422 : 201
        if (expected === 201) client.account = client.email
        return differs(status, expected)
      },
    ],
    lock: [
      30,
      async () => {
        const uuid = pick()
        const client = known.get(uuid)!
        const by = caller(client.practiceId)
        const locked = random.chance(0.6)
        const status = await call(by, 'PUT', `clients/${uuid}`, { locked })
        const expected = by !== client.practiceId ? 404 : client.account !== null ? 200 : 409
        if (expected === 200) client.locked = locked
        return differs(status, expected)
      },
    ],
    delete: [
      20,
      async () => {
        const uuid = pick()
        const client = known.get(uuid)!
        const by = caller(client.practiceId)
        const status = await call(by, 'DELETE', `clients/${uuid}`)
        const expected = by === client.practiceId && client.account !== null ? 204 : 404
        if (expected === 204) Object.assign(client, OFF)
        return differs(status, expected)
      },
    ],
    'delete-all': [
      2,
      async () => {
        const id = random.pick(PRACTICES)
        for (const client of ofPractice(id)) Object.assign(client, OFF)
        return differs(await call(id, 'DELETE', `practice/${id}/clients`), 204)
      },
    ],
    import: [
      4,
      async () => {
        const id = random.pick(PRACTICES)
        const lines = makeLines(id)
        const { loaded, problems } = await loadExport(db, checked(lines), { practiceId: id, now: testServer.now })
        return loaded ? undefined : JSON.stringify(problems)
      },
    ],
  }

  /** A changed export: some names, some addresses, new clients, and what the portal owns said otherwise. */
  function makeLines(practiceId: PracticeId) {
    const first = practiceId === 'one' ? 0 : 1000
    return Array.from({ length: random.int(1, CLIENTS) }, () => first + random.int(1, CLIENTS))
      .filter((number, index, numbers) => numbers.indexOf(number) === index)
      .map((number) => {
        // Few addresses, so that clients of one practice share them, and so do those of both.
        const email = random.chance(0.1) ? null : `person${random.int(1, CLIENTS)}@mail.example`
        const lastName = `Naam ${random.int(1, 50)}`
        const line = clientLine(number, { practiceId, email, lastName, registered: false, locked: false })
        const uuid = line['uuid'] as string
        const client = { ...OFF, ...known.get(uuid), practiceId, email, lastName }
        known.set(uuid, client)
        // The account stays, because the new address does not confirm.
        if (client.account !== null && email !== null && client.account !== email) asked.add(email)
        return line
      })
  }

  /** What the API shows of a practice against what the model has. */
  async function compare(id: PracticeId): Promise<string | undefined> {
    for (const registered of [true, false]) {
      const path = registered ? `practice/${id}/clients?size=200` : `clients?practiceId=${id}&size=200`
      const answer = await testServer.call('GET', path, { token: tokens[id] })
      const { content, page } = (await answer.json()) as {
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

  /** All that a practice has, byte by byte. */
  const rowsOf = async (id: PracticeId) =>
    JSON.stringify([
      await db.selectFrom('practice').selectAll().where('id', '=', id).execute(),
      await db.selectFrom('client').selectAll().where('practice_id', '=', id).orderBy('uuid').execute(),
      await db.selectFrom('client_count').selectAll().where('practice_id', '=', id).execute(),
      await db.selectFrom('audit').selectAll().where('practice_id', '=', id).orderBy('id').execute(),
    ])

  /** Orphaned accounts: neither staff nor linked to a client, nor asked to confirm. */
  const orphans = async () => {
    const unlinked = await db
      .selectFrom('account')
      .select('username')
      .where('staff_role', 'is', null)
      .where((row) =>
        row.not(row.exists(row.selectFrom('client').select('uuid').whereRef('client.account_id', '=', 'account.id'))),
      )
      .execute()
    return unlinked.filter(({ username }) => !asked.has(username))
  }

  for (const id of PRACTICES) await loadExport(db, checked(makeLines(id)), { practiceId: id, now: testServer.now })
  const names = Object.entries(operations).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))

  return {
    /** Of a seed of its own, so that it stays the same where others before it are left out. */
    async step(seed: number): Promise<{ name: string; wrong: string | undefined }> {
      random = createRandom(seed)
      // Slowly enough that nobody repeats an action too often, and before the session ends.
      testServer.now = new Date(testServer.now.getTime() + STEP_MS)
      if (++steps % STEPS_PER_SESSION === 0) tokens = await signIn()
      const name = random.pick(names)
      const before = { one: await rowsOf('one'), two: await rowsOf('two') }
      const wrong = await operations[name]![1]()
      const changed = [] as PracticeId[]
      for (const id of PRACTICES) if ((await rowsOf(id)) !== before[id]) changed.push(id)
      if (wrong) return { name, wrong }
      if (changed.length > 1) return { name, wrong: 'rows of both practices changed' }
      const lost = await orphans()
      if (lost.length > 0) return { name, wrong: `accounts of nobody: ${JSON.stringify(lost)}` }
      return { name, wrong: (await compare('one')) ?? (await compare('two')) }
    },
  }
}

const OFF = { account: null, locked: false }
const other = (id: PracticeId): PracticeId => (id === 'one' ? 'two' : 'one')
const differs = (status: number, expected: number) =>
  status === expected ? undefined : `answered ${status}, expected ${expected}`
