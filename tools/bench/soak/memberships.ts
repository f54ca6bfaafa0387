import type { ImportRun } from '#contract/schemas/imports.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import { KEY_PREFIXES } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { staffInBatches } from '#server/memberships/members.ts'
import { account, importKey } from '#harness/builders.ts'
import { PASSWORD_HASH, PRACTICE, type Place, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { staffLine } from '#harness/example-export.ts'
import { startServers } from './places.ts'
import { type Bounds, type Soaked, counted, holds, none, progress } from './report.ts'

const WHAT = 'memberships on three servers'
const SERVERS = 3
const PEOPLE = 12
/** Appointing an admin requires the current password of the appointing admin. */
const proof = { currentPassword: 'Welkom#2026' }
const KEY = `${KEY_PREFIXES.import}memberships`

interface Person {
  id: string
  username: string
  token: string
}

/** Number of acknowledged calls, by the expected action in the audit trail. */
type Acknowledged = Record<'staff-joined' | 'staff-declined', number>

/**
 * Concurrently, on three servers: a practice offers memberships to the same people by invitations and by an export, and ends
 * them; the people accept twice and decline. Afterwards each member's state must match the last audit entry. Each acknowledged
 * answer must be in the audit trail once.
 */
export async function soakMemberships(place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  const env = { ...envOf(place), LIMIT_LOGIN_ADDRESS_FAILURES: '1000000', LIMIT_PRACTICE_MAILS_PER_DAY: '1000000' }
  await using three = await startServers(SERVERS, env)
  const { next } = three
  const found: string[] = []
  const sums = { rounds: 0, answers: 0 }
  const acknowledged: Acknowledged = { 'staff-joined': 0, 'staff-declined': 0 }
  const call = async (method: string, path: string, token: string, body?: unknown) => {
    const response = await fetch(`${next()}/api/${path}`, {
      method,
      headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    sums.answers += 1
    // A serialisation failure returns 503 and changes nothing.
    if (response.status >= 500 && response.status !== 503)
      found.push(`${WHAT}: ${method} ${path} was ${response.status}`)
    return response.status
  }
  await withDatabaseOf(place, async (db) => void (await importKey(db, PRACTICE, { hash: await sha256(KEY) })))
  const people = await makePeople(place, next)

  for (; sums.rounds < rounds && !isOver(); sums.rounds += 1) {
    const admin = await signIn(next())
    const staff = `practice/${PRACTICE}/staff`
    const responses = people.flatMap(({ id, username, token }, index) => {
      const role = index % 2 === 0 ? 'CLINIC_USER' : 'CLINIC_ADMIN'
      const count = async (what: keyof Acknowledged, response: Promise<number>) => {
        if ((await response) === 204) acknowledged[what] += 1
      }
      return [
        call('POST', staff, admin, { username, role, proof }),
        call('PUT', `${staff}/${id}`, admin, { role, active: true, proof }),
        count('staff-joined', call('POST', `user/offers/${PRACTICE}`, token)),
        count('staff-joined', call('POST', `user/offers/${PRACTICE}`, token)),
        count('staff-declined', call('DELETE', `user/offers/${PRACTICE}`, token)),
        call('PUT', `${staff}/${id}`, admin, { role, active: false, proof }),
      ]
    })
    const exported = send(next(), people, sums.rounds + 1)
    await Promise.all([...responses, exported])
    found.push(...(await exported), ...(await findInconsistencies(place, people)))
    progress(WHAT, sums.rounds + 1, rounds)
  }
  const logged = await withDatabaseOf(place, (db) =>
    db
      .selectFrom('audit')
      .select((row) => ['action', row.fn.countAll<string>().as('count')])
      .where('action', 'in', ['staff-joined', 'staff-declined'])
      .groupBy('action')
      .execute(),
  )
  const countOf = (wanted: keyof Acknowledged) => Number(logged.find(({ action }) => action === wanted)?.count ?? 0)
  // A member who accepts another role is recorded as `staff-role-changed`, so joins may be fewer than acceptances.
  const isOnce =
    countOf('staff-joined') <= acknowledged['staff-joined'] &&
    countOf('staff-declined') === acknowledged['staff-declined']
  return {
    rows: counted(
      `${WHAT}: rounds`,
      sums.rounds,
      `${sums.answers} answers, ${acknowledged['staff-joined']} accepted, ${acknowledged['staff-declined']} declined`,
      [
        holds(`${WHAT}: each answer is in the trail once`, isOnce),
        none(`${WHAT}: people who are not what the trail says last, or are something twice`, found.length),
      ],
    ),
    found,
  }
}

async function makePeople(place: Place, next: () => string): Promise<Person[]> {
  const people: Person[] = []
  for (let index = 0; index < PEOPLE; index += 1) {
    const username = `person${index}@mail.example`
    const id = await withDatabaseOf(place, (db) => account(db, username, { password_hash: PASSWORD_HASH }))
    people.push({ id, username, token: await signIn(next(), username) })
  }
  return people
}

/** Sends an export with all people in alternating roles, and waits until it is imported. Returns errors. */
async function send(base: string, people: readonly Person[], sequence: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-ndjson' }
  const lines = people.map(({ username }, index) =>
    JSON.stringify(
      staffLine(username, { practiceId: PRACTICE, roles: [(index + sequence) % 2 ? 'CLINIC_USER' : 'CLINIC_ADMIN'] }),
    ),
  )
  const sent = await fetch(`${base}/api/practice/${PRACTICE}/import?sequence=${sequence}`, {
    method: 'PUT',
    headers,
    body: lines.join('\n'),
  })
  await sent.arrayBuffer()
  if (sent.status !== 202) return [`${WHAT}: the export was ${sent.status}`]
  for (;;) {
    const response = await fetch(`${base}/api/practice/${PRACTICE}/imports/${sequence}`, { headers })
    const { state } = (await response.json()) as ImportRun
    if (state === 'done') return []
    if (state !== 'waiting' && state !== 'running') return [`${WHAT}: the export is ${state}`]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const LAST: Readonly<Record<string, string>> = {
  'staff-joined': 'active',
  'staff-role-changed': 'active',
  'staff-role-offered': 'active',
  'staff-invited': 'offered',
  'staff-reactivated': 'offered',
  'staff-declined': 'ended',
  'staff-deactivated': 'ended',
}

async function findInconsistencies(place: Place, people: readonly Person[]): Promise<string[]> {
  return await withDatabaseOf(place, async (db) => {
    const odd: string[] = []
    const trail = await db.selectFrom('audit').select(['action', 'details']).orderBy('id').execute()
    const members: StaffMember[] = []
    for await (const batch of staffInBatches(db, PRACTICE)) members.push(...batch)
    const rows = await db.selectFrom('membership').select(['account_id', 'ended_at']).execute()
    const first = await db.selectFrom('account').select(['id', 'practice_id']).execute()
    for (const { id, username } of people) {
      const of = members.filter((member) => member.id === id)
      const actions = trail.filter(({ details }) => details?.includes(id)).map(({ action }) => action)
      // Skips role changes and role offers, because they do not change whether a membership is offered or active.
      const last = actions.findLast((action) => action !== 'staff-role-changed' && action !== 'staff-role-offered')
      const [member] = of
      if (of.length !== 1) odd.push(`${WHAT}: ${username} is listed ${of.length} times`)
      else if (last !== 'staff-declined' && member!.state !== LAST[last!]) {
        odd.push(`${WHAT}: ${username} is ${member!.state} after ${last}`)
      }
      const isFirst = first.some((row) => row.id === id && row.practice_id === PRACTICE)
      if (isFirst && rows.some((row) => row.account_id === id)) odd.push(`${WHAT}: ${username} is a member twice`)
    }
    return odd
  })
}
