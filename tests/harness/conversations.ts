import { setTimeout as delay } from 'node:timers/promises'
import { KEY_PREFIXES } from '#contract/imports.ts'
import type { MessageOutcome, RequestSide } from '#contract/request.ts'
import type { PortalRequest, RequestCount } from '#contract/schemas/request.ts'
import { createRandom } from '#server/demo/random.ts'
import { sha256 } from '#server/http/keys.ts'
import { account, client, importKey, requestSettings } from './builders.ts'
import { PASSWORD_HASH, PRACTICE, STAFF, type Place, signIn, withDatabaseOf } from './clinic.ts'
import { textsOf } from './damage.ts'
import type { MailServer } from './mail-server.ts'
import { PICTURES } from '../server/pictures.ts'

const PAUSE_MS = 20
const NEVER = Number.NEGATIVE_INFINITY
const CALL_MS = 30_000
/** A session is renewed after this time, long before it ends. */
const SESSION_MS = 300_000
/** Conversations that may wait at the same time, most of them for a mail whose server was killed. */
const MAX_OPEN = 60
const MAX_TURNS = 6
/** Members of staff and keys; each may upload 60 photos an hour. */
const PRACTICE_SENDERS = 20
/** Time before a kill in which a mail may have been delivered but not yet recorded as sent. */
const IN_TRANSIT_MS = 1000
/** Minimum time between two mails to the practice. */
const MAIL_INTERVAL_MS = 15 * 60_000

interface Message {
  side: RequestSide
  text: string
  outcome: MessageOutcome | undefined
  photos: number
}

interface Writing {
  sender: Sender
  path: string
  side: RequestSide
  outcome?: MessageOutcome | undefined
  action?: '/messages' | '/reopen' | undefined
}

/** Account or key that makes calls. */
interface Sender {
  username?: string
  /** `Authorization` header: a session, or the key of a practice system. */
  token: string
  since: number
}

/** A request with the messages and badges that both sides must find in it. */
interface Conversation {
  uuid: string
  clientId: string
  owner: Sender
  messages: Message[]
  /** Side that acts next; undefined once the conversation has ended. */
  next: RequestSide | undefined
  isAsked: boolean
  isUnread: boolean
  /** Turns of the practice, each with one mail to the owner. */
  mails: number
  turnsLeft: number
}

/**
 * Owners and a practice talk in requests, on several servers that may be killed. A call without a response is repeated
 * on the next server, and some calls are sent twice. The owner acts only after the mail about the practice's turn has
 * arrived. The practice writes as staff and by key.
 */
export class Conversations {
  readonly wrong: string[] = []
  readonly counts = { conversations: 0, messages: 0, byKey: 0, photos: 0, repeats: 0, mails: 0, resent: 0 }
  readonly #place: Place
  readonly #mails: MailServer
  readonly #base: () => string
  readonly #random = createRandom(27)
  readonly #all = new Set<Conversation>()
  readonly #free: Conversation[] = []
  readonly #owners: { username: string; clientId: string }[] = []
  readonly #practice: Sender[] = []
  /** Times of the mails about each request. */
  readonly #received = new Map<string, number[]>()
  #read = 0
  readonly #since = performance.now()

  constructor({ place, mails, base }: { place: Place; mails: MailServer; base: () => string }) {
    this.#place = place
    this.#mails = mails
    this.#base = base
  }

  /** Adds the owners, each for one conversation, and the members of staff and keys of the practice. */
  async prepare(owners: number): Promise<void> {
    await withDatabaseOf(this.#place, async (db) => {
      for (let index = 0; index < owners; index += 1) {
        const username = `talker-${index}@mail.example`
        const accountId = await account(db, username, { password_hash: PASSWORD_HASH })
        const clientId = await client(db, PRACTICE, { account_id: accountId, email: username })
        this.#owners.push({ username, clientId })
      }
      await requestSettings(db, PRACTICE)
      for (let index = 0; index < PRACTICE_SENDERS; index += 1) {
        const username = `member-${index}@proef.example`
        const roles = { practice_id: PRACTICE, staff_role: 'CLINIC_USER', password_hash: PASSWORD_HASH } as const
        await account(db, username, roles)
        const key = `${KEY_PREFIXES.requests}conversations-${index}`
        await importKey(db, PRACTICE, { purpose: 'requests', hash: await sha256(key) })
        this.#practice.push({ username, token: '', since: NEVER }, { token: `Bearer ${key}`, since: NEVER })
      }
    })
  }

  /** Continues conversations, or begins new ones, until the work is over. */
  async talk(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#readMails()
      const index = this.#free.findIndex((conversation) => this.#isReady(conversation))
      const [ready] = index === -1 ? [] : this.#free.splice(index, 1)
      const conversation = ready ?? (this.#free.length < MAX_OPEN ? this.#begin() : undefined)
      if (!conversation) await delay(PAUSE_MS)
      else if (await this.#step(conversation)) this.#free.push(conversation)
    }
  }

  #isReady = ({ next, uuid, mails }: Conversation) =>
    next === 'practice' || (this.#received.get(uuid)?.length ?? 0) >= mails

  #readMails(): void {
    for (const { mail, at } of this.#mails.received.slice(this.#read)) {
      const [, uuid = 'practice'] = /\/client\/requests\/([\da-f-]{36})/.exec(mail.text ?? '') ?? []
      this.#received.set(uuid, [...(this.#received.get(uuid) ?? []), at])
    }
    this.#read = this.#mails.received.length
  }

  #begin(): Conversation | undefined {
    const owner = this.#owners.pop()
    return (
      owner && {
        uuid: crypto.randomUUID(),
        clientId: owner.clientId,
        owner: { username: owner.username, token: '', since: NEVER },
        messages: [],
        next: undefined,
        isAsked: false,
        isUnread: false,
        mails: 0,
        turnsLeft: this.#random.int(2, MAX_TURNS),
      }
    )
  }

  /** Makes the next call of a conversation. Returns whether the conversation goes on. */
  async #step(conversation: Conversation): Promise<boolean> {
    const isDone = await (conversation.mails === 0 && conversation.next === undefined
      ? this.#send(conversation)
      : conversation.next === 'practice'
        ? this.#asPractice(conversation)
        : this.#asOwner(conversation))
    // The state of a conversation with a wrong response is unknown.
    if (!isDone) this.#all.delete(conversation)
    return isDone && conversation.next !== undefined
  }

  async #send(conversation: Conversation): Promise<boolean> {
    const { uuid, clientId, owner } = conversation
    const text = 'Mag hij mee naar buiten?'
    const isSent = await this.#post(owner, `clients/${clientId}/requests`, { uuid, kind: 'QUESTION', text })
    if (!isSent) return false
    this.#all.add(conversation)
    this.counts.conversations += 1
    conversation.next = 'practice'
    return true
  }

  async #asPractice(conversation: Conversation): Promise<boolean> {
    const { uuid } = conversation
    const path = `practice/${PRACTICE}/requests/${uuid}`
    const sender = this.#random.pick(this.#practice)
    conversation.turnsLeft -= 1
    const isEnd = conversation.turnsLeft <= 0
    const outcome = this.#random.pick(isEnd ? (['answered', 'declined'] as const) : (['asked', 'replied'] as const))
    if (!(await this.#write(conversation, { sender, path, side: 'practice', outcome }))) return false
    conversation.mails += 1
    conversation.isAsked = outcome === 'asked'
    conversation.isUnread = true
    conversation.next = 'owner'
    // A second message in the same turn causes no further mail.
    if (isEnd || !this.#random.chance(0.25)) return true
    return await this.#write(conversation, { sender, path, side: 'practice', outcome })
  }

  async #asOwner(conversation: Conversation): Promise<boolean> {
    const { uuid, clientId, owner } = conversation
    const path = `clients/${clientId}/requests/${uuid}`
    const hasEnded = conversation.turnsLeft <= 0
    if (this.#random.chance(0.3)) {
      const { messages: shown = [] } = (await this.#get<PortalRequest>(owner, path)) ?? {}
      const lastUuid = shown.at(-1)?.uuid ?? uuid
      if (!(await this.#post(owner, `${path}/read`, { lastUuid }))) return false
      conversation.isUnread = false
    }
    if (hasEnded && !this.#random.chance(0.3)) {
      conversation.next = undefined
      return true
    }
    const reopens = hasEnded ? '/reopen' : undefined
    if (!(await this.#write(conversation, { sender: owner, path, side: 'owner', action: reopens }))) return false
    conversation.turnsLeft += hasEnded ? 1 : 0
    conversation.isAsked = false
    conversation.isUnread = false
    conversation.next = 'practice'
    return true
  }

  /** Writes a message, every fourth with a photo. */
  async #write(conversation: Conversation, { sender, path, side, outcome, action = '/messages' }: Writing) {
    const uuid = crypto.randomUUID()
    const text = `Bericht ${uuid}`
    const photoPath = side === 'owner' ? `clients/${conversation.clientId}/request-photos` : `${path}/photos`
    const photoId = this.#random.chance(0.25) ? await this.#upload(sender, photoPath) : undefined
    const photoIds = photoId === undefined ? [] : [photoId]
    const isWritten = await this.#post(sender, `${path}${action}`, { uuid, text, outcome, photoIds })
    if (!isWritten) return false
    conversation.messages.push({ side, text, outcome, photos: photoIds.length })
    this.counts.messages += 1
    this.counts.photos += photoIds.length
    if (sender.username === undefined) this.counts.byKey += 1
    return true
  }

  async #upload(sender: Sender, path: string): Promise<string | undefined> {
    for (;;) {
      const headers = { authorization: await this.#tokenOf(sender), 'content-type': 'image/jpeg' }
      const response = await this.#fetch(path, { method: 'POST', headers, body: PICTURES.jpg })
      if (response?.status === 201) return (response.body as { id: string }).id
      if (response && response.status !== 503) {
        this.wrong.push(`${sender.username ?? 'a key'} got ${response.status} for a photo`)
        return undefined
      }
      await delay(PAUSE_MS)
    }
  }

  /**
   * Returns a line for each message, photo, badge or mail that differs from the conversations. `kills` has the time of
   * each kill: its mails in transit may be sent again. All mails must have been delivered.
   */
  async findDamage(kills: readonly number[]): Promise<string[]> {
    const found: string[] = []
    for (const conversation of this.#all) found.push(...(await this.#damageOf(conversation)))
    const waiting = [...this.#all].filter(({ next }) => next === 'practice').length
    const member: Sender = { username: STAFF, token: '', since: NEVER }
    const badge = await this.#get<RequestCount>(member, `practice/${PRACTICE}/request-count`)
    if (badge?.waiting !== waiting) found.push(`the badge of the practice is ${badge?.waiting}, not ${waiting}`)
    const unlogged = await withDatabaseOf(this.#place, (db) => textsOf(db, UNLOGGED))
    return [...found, ...unlogged, ...this.#damagedMails(kills)]
  }

  async #damageOf({ uuid, clientId, owner, messages, isAsked, isUnread }: Conversation): Promise<string[]> {
    const found: string[] = []
    const request = await this.#get<PortalRequest>(owner, `clients/${clientId}/requests/${uuid}`)
    const shown = request?.messages?.map(({ side, text, outcome, photos }) => ({ side, text, outcome, photos }))
    const counted = shown?.map((message) => ({ ...message, photos: message.photos?.length ?? 0 }))
    const [present, expected] = [JSON.stringify(counted ?? []), JSON.stringify(messages)]
    if (present !== expected) found.push(`request ${uuid} has the messages ${present}, not ${expected}`)
    for (const { url } of shown?.flatMap(({ photos = [] }) => photos) ?? []) {
      const photo = await fetch(url.replace(/^https?:\/\/[^/]+/, this.#base()))
      if (photo.status !== 200) found.push(`a photo of request ${uuid} is ${photo.status}`)
      await photo.body?.cancel()
    }
    const badge = await this.#get<{ waiting: number }>(owner, `clients/${clientId}/request-count`)
    const waiting = isAsked || isUnread ? 1 : 0
    if (badge?.waiting !== waiting) found.push(`the badge of request ${uuid} is ${badge?.waiting}, not ${waiting}`)
    return found
  }

  #damagedMails(kills: readonly number[]): string[] {
    this.#readMails()
    this.counts.mails = this.#mails.received.length
    const mayBeRepeated = (at: number) => kills.some((kill) => at > kill - IN_TRANSIT_MS && at < kill + IN_TRANSIT_MS)
    const isTooMany = (times: readonly number[], expected: number) => {
      const extra = Math.max(0, times.length - expected)
      this.counts.resent += extra
      return extra > times.filter(mayBeRepeated).length
    }
    const ofOwners = [...this.#all].flatMap(({ uuid, mails }) => {
      const times = this.#received.get(uuid) ?? []
      const isWrong = times.length < mails || isTooMany(times, mails)
      return isWrong ? [`request ${uuid} has ${times.length} mails, not ${mails}`] : []
    })
    const toPractice = this.#received.get('practice') ?? []
    const most = 1 + Math.floor((performance.now() - this.#since) / MAIL_INTERVAL_MS)
    return isTooMany(toPractice, most) ? [...ofOwners, `the practice has ${toPractice.length} mails`] : ofOwners
  }

  /** Makes a call until it succeeds, sometimes twice at once or once again. Returns false after another response. */
  async #post(sender: Sender, path: string, body: object): Promise<boolean> {
    let created = 0
    for (let isAgain = false; ; isAgain = true) {
      const headers = { authorization: await this.#tokenOf(sender), 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      const times = this.#random.chance(0.25) ? 2 : 1
      const responses = await Promise.all(Array.from({ length: times }, () => this.#fetch(path, sent)))
      if (isAgain || times > 1) this.counts.repeats += 1
      const statuses = responses.map((response) => response?.status ?? 503)
      created += statuses.filter((status) => status === 201).length
      const place = path.replaceAll(/[\da-f-]{36}/g, '…')
      const other = statuses.find((status) => ![200, 201, 503].includes(status))
      if (other !== undefined) this.wrong.push(`${place} was answered ${other}`)
      if (created > 1) this.wrong.push(`${place} was carried out twice`)
      if (other !== undefined || created > 1) return false
      if (statuses.some((status) => status < 300)) return true
      await delay(PAUSE_MS)
    }
  }

  async #get<T>(sender: Sender, path: string): Promise<T | undefined> {
    for (;;) {
      const headers = { authorization: await this.#tokenOf(sender) }
      const response = await this.#fetch(path, { headers })
      if (response && response.status !== 503) return response.status === 200 ? (response.body as T) : undefined
      await delay(PAUSE_MS)
    }
  }

  async #fetch(path: string, init: RequestInit): Promise<{ status: number; body: unknown } | undefined> {
    const url = `${this.#base()}/api/${path}`
    return await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => undefined)
  }

  async #tokenOf(sender: Sender): Promise<string> {
    while (sender.username !== undefined && performance.now() - sender.since > SESSION_MS) {
      const token = await signIn(this.#base(), sender.username).catch(() => undefined)
      if (token === undefined) await delay(PAUSE_MS)
      else Object.assign(sender, { token, since: performance.now() })
    }
    return sender.token
  }
}

/** The access log has one entry per message. */
const UNLOGGED = `
  select found || ' entries of messages of the ' || name || ', not ' || expected as text from (
    select 'owners' as name, (select count(*) from request_message where side = 'owner') as expected,
      (select count(*) from audit where action in ('request-message-sent', 'request-reopened')) as found
    union all select 'practice', (select count(*) from request_message where side = 'practice'),
      (select count(*) from audit where action in ('request-message-written', 'request-answered', 'request-declined'))
  ) as counts where found <> expected`
