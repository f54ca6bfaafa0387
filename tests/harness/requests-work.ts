import { setTimeout as delay } from 'node:timers/promises'
import type { ImportRun } from '#contract/schemas/imports.ts'
import { KEY_PREFIXES } from '#contract/imports.ts'
import { REQUESTS_PER_DAY } from '#contract/request.ts'
import { sha256 } from '#server/http/keys.ts'
import { account, client, importKey, requestSettings } from './builders.ts'
import { PASSWORD_HASH, PRACTICE, type Place, withDatabaseOf, signIn } from './clinic.ts'
import { fileText } from './example-export.ts'
import { PICTURES } from '../server/pictures.ts'

const KEY = `${KEY_PREFIXES.import}requests`
const POLL_MS = 20
const ANSWERS_OF_EXPORT = 40

interface Owner {
  username: string
  clientId: string
}

interface Sent {
  token: string
  type?: string
  body: string | Uint8Array<ArrayBuffer>
}

interface Answer {
  status: number
  code?: string | undefined
  id?: string
}

/** Returns the URL of a server, or of the next of several servers. */
type Base = () => string

/**
 * Sends requests with photos as owners, answers them as staff and by exports, and records acknowledged calls. Staff ask
 * back about every second request, and its owner replies. A method returns when its server ends.
 */
export class RequestsWork {
  readonly #place: Place
  /** Acknowledged requests by id, with the id of their photo, if any. */
  readonly sent = new Map<string, string | undefined>()
  readonly answered = new Set<string>()
  /** Acknowledged messages by id, with the id of their request. */
  readonly written = new Map<string, string>()
  readonly exported = new Map<number, string>()
  /** Calls and problem codes of 503 responses. */
  readonly unavailable: string[] = []
  readonly wrong: string[] = []
  #owners: Owner[] = []
  #waiting: string[] = []
  /** Owners of requests that staff have not asked back about. */
  #ownerOf = new Map<string, Owner & { token: string }>()
  #cutOff: ((base: Base) => Promise<boolean>)[] = []
  #sequence = 0

  constructor(place: Place) {
    this.#place = place
  }

  async prepare(): Promise<void> {
    await withDatabaseOf(this.#place, async (db) => {
      await requestSettings(db, PRACTICE)
      await importKey(db, PRACTICE, { hash: await sha256(KEY) })
    })
  }

  /** Adds owners, each of whom can send a limited number of requests per day (`REQUESTS_PER_DAY`). */
  async addOwners(count: number): Promise<void> {
    await withDatabaseOf(this.#place, (db) =>
      db.transaction().execute(async (trx) => {
        for (let index = 0; index < count; index += 1) {
          const username = `asker-${crypto.randomUUID()}@mail.example`
          const accountId = await account(trx, username, { password_hash: PASSWORD_HASH })
          const clientId = await client(trx, PRACTICE, { account_id: accountId, email: username })
          this.#owners.push({ username, clientId })
        }
      }),
    )
  }

  /** Sends requests of one owner after the other; every fourth has a photo. */
  async send(base: Base, isOver: () => boolean): Promise<void> {
    for (let owner = this.#owners.pop(); owner && !isOver(); owner = this.#owners.pop()) {
      const { clientId, username } = owner
      const token = await signIn(base(), username).catch(() => undefined)
      if (token === undefined) continue
      for (let number = 0; number < REQUESTS_PER_DAY && !isOver(); number += 1) {
        const photo = number % 4 === 0 ? await this.#upload(base, { clientId, token }) : undefined
        const uuid = crypto.randomUUID()
        const photoIds = photo === undefined ? [] : [photo]
        const body = JSON.stringify({ uuid, kind: 'QUESTION', text: 'Mag hij mee naar buiten?', photoIds })
        const isAnswered = await this.#attempt(base, `clients/${clientId}/requests`, { token, body }, (status) => {
          if (status >= 300) return
          this.sent.set(uuid, photo)
          if (number % 2 === 0) this.#ownerOf.set(uuid, { clientId, username, token })
          this.#waiting.push(uuid)
        })
        if (!isAnswered) return
      }
    }
  }

  /** Makes a call; a call without a response is repeated later. Returns whether a response arrived. */
  async #attempt(base: Base, path: string, sent: Sent, onStatus: (status: number) => void): Promise<boolean> {
    const answer = await this.#call(`${base()}/api/${path}`, sent)
    if (answer) onStatus(answer.status)
    else this.#cutOff.push((next) => this.#attempt(next, path, sent, onStatus))
    return answer !== undefined
  }

  async #upload(base: Base, { clientId, token }: { clientId: string; token: string }): Promise<string | undefined> {
    const url = `${base()}/api/clients/${clientId}/request-photos`
    return (await this.#call(url, { token, type: 'image/jpeg', body: PICTURES.jpg }))?.id
  }

  /** Answers requests, the latest first. */
  async answer(base: Base, token: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const uuid = this.#waiting.pop()
      if (uuid === undefined) {
        await delay(POLL_MS)
        continue
      }
      if (this.#ownerOf.has(uuid)) {
        if (!(await this.#askBack(base, { uuid, token }))) return
        continue
      }
      const path = `practice/${PRACTICE}/requests/${uuid}/answer`
      const body = JSON.stringify({ outcome: 'answered', text: 'Ja.' })
      const isAnswered = await this.#attempt(base, path, { token, body }, (status) => {
        if (status === 200) this.answered.add(uuid)
      })
      if (!isAnswered) return
    }
  }

  /** Asks back as staff, then replies as the owner. Returns whether both responses arrived. */
  async #askBack(base: Base, { uuid, token }: { uuid: string; token: string }): Promise<boolean> {
    const owner = this.#ownerOf.get(uuid)
    this.#ownerOf.delete(uuid)
    if (!owner) return true
    const ofPractice = `practice/${PRACTICE}/requests/${uuid}/messages`
    const isAsked = await this.#write(base, ofPractice, { token, request: uuid, more: { outcome: 'asked' } })
    if (!isAsked) return false
    const ofOwner = `clients/${owner.clientId}/requests/${uuid}/messages`
    const isReplied = await this.#write(base, ofOwner, { token: owner.token, request: uuid })
    if (isReplied) this.#waiting.push(uuid)
    return isReplied
  }

  async #write(base: Base, path: string, { token, request, more }: { token: string; request: string; more?: object }) {
    const uuid = crypto.randomUUID()
    const body = JSON.stringify({ uuid, text: `Bericht ${uuid}`, ...more })
    return await this.#attempt(base, path, { token, body }, (status) => {
      if (status < 300) this.written.set(uuid, request)
    })
  }

  /** Repeats calls without a response. A call that has taken effect must not take effect again. */
  async repeat(base: Base): Promise<void> {
    for (const call of this.#cutOff.splice(0)) await call(base)
  }

  /** Sends exports with a client, an animal, and answers to waiting requests. */
  async export(base: Base, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const sequence = (this.#sequence += 1)
      const uuid = crypto.randomUUID()
      const answers = this.#waiting.splice(0, ANSWERS_OF_EXPORT)
      const body = fileText([
        { record: 'client', uuid, practiceId: PRACTICE, lastName: 'Jansen', registered: false, locked: false },
        { record: 'patient', uuid: crypto.randomUUID(), clientUuid: uuid, name: 'Bella', species: 'DOG' },
        ...answers.map((request) => ({ record: 'requestAnswer', uuid: request, outcome: 'answered', text: 'Ja.' })),
      ])
      const url = `${base()}/api/practice/${PRACTICE}/import`
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-ndjson' }
      const sent = await fetch(`${url}?sequence=${sequence}`, { method: 'PUT', headers, body }).catch(() => undefined)
      if (!sent) return
      const { code } = (await sent.json().catch(() => ({}))) as { code?: string }
      if (sent.status === 202) this.exported.set(sequence, uuid)
      else this.#check({ status: sent.status, code }, 'an export')
      for (let isDone = sent.status !== 202; !isDone && !isOver();) {
        const run = await fetch(`${url}s/${sequence}`, { headers })
          .then((reply) => reply.json() as Promise<ImportRun>)
          .catch(() => undefined)
        if (!run) return
        isDone = run.state !== 'waiting' && run.state !== 'running'
        if (isDone && run.state === 'done') for (const request of answers) this.answered.add(request)
        else if (isDone) this.wrong.push(`an export is ${run.state}`)
        await delay(POLL_MS)
      }
    }
  }

  /** Sends a POST. Returns undefined without a complete response. */
  async #call(url: string, { token, type = 'application/json', body }: Sent): Promise<Answer | undefined> {
    const answer = await fetch(url, { method: 'POST', headers: { authorization: token, 'content-type': type }, body })
      .then(async (reply) => {
        const text = await reply.text()
        return { ...(text && (JSON.parse(text) as Pick<Answer, 'id' | 'code'>)), status: reply.status }
      })
      .catch(() => undefined)
    if (answer) this.#check(answer, new URL(url).pathname.replaceAll(/[\da-f-]{36}/g, '…'))
    return answer
  }

  #check({ status, code = '' }: Answer, what: string): void {
    if (status === 503) this.unavailable.push(`${what}: ${code}`)
    // The export and staff may answer the same request.
    else if (![200, 201, 409].includes(status)) this.wrong.push(`${what} was answered ${status} ${code}`)
  }
}
