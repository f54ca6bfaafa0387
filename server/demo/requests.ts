import type { NewRequest, RequestAnswer } from '#contract/schemas/request.ts'
import { REQUEST_KINDS } from '#contract/request.ts'
import type { Actor } from '#server/access-log/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { localDay } from '#contract/zone.ts'
import { answerRequest, seeRequest, withdrawRequest } from '#server/requests/change.ts'
import { sendRequest } from '#server/requests/send.ts'
import { changeRequestSettings } from '#server/requests/settings.ts'
import { createRandom, nth } from './random.ts'

const PRACTICE = 'de-waag'
const OWNER = 'owner@mail.example'
const STAFF = 'staff@dewaag.example'
const HOUR_MS = 3_600_000

const TEMPLATES = [
  'Het ligt morgen vanaf 10.00 uur voor u klaar.',
  'Daarvoor willen we uw dier eerst zien. Bel ons voor een afspraak.',
  'Wij hebben uw gegevens aangepast.',
]

type Asked = Partial<NewRequest> & Pick<NewRequest, 'kind'>

interface Made {
  /** The place of its owner; 0 is the one with every screen full. */
  owner: number
  /** Hours before now. */
  sent: number
  seen?: number
  closed?: number
  withdrawn?: true
  answer?: RequestAnswer
  photo?: true
  ask: (names: Names) => Asked
}

/** What the client has. */
interface Names {
  animals: { uuid: string; name: string }[]
  reminder: string | undefined
  appointment: string | undefined
}

const of = (names: Names, index: number) => (names.animals.length > 0 ? nth(names.animals, index).uuid : undefined)
const answered = (text: string): RequestAnswer => ({ outcome: 'answered', text })
const repeat = (product: string, index: number) => (names: Names) => ({
  kind: 'REPEAT_MEDICINE' as const,
  patientUuid: of(names, index),
  products: [{ name: product }],
})
/** `$name` is that of the animal. */
const question = (text: string, index: number) => (names: Names) => ({
  kind: 'QUESTION' as const,
  patientUuid: of(names, index),
  text: text.replace('$name', names.animals.length > 0 ? nth(names.animals, index).name : 'ons dier'),
})

/** In every state and of every kind; the oldest first. */
const REQUESTS: Made[] = [
  {
    owner: 0,
    sent: 900,
    seen: 896,
    closed: 895,
    answer: answered('Fijn dat het beter gaat. Laat het ons over drie weken weer weten.'),
    ask: question('$name loopt weer gewoon. Moeten we nog voor controle komen?', 0),
  },
  {
    owner: 0,
    sent: 620,
    seen: 600,
    closed: 598,
    answer: {
      outcome: 'declined',
      text: 'Dit e-mailadres is van een andere cliënt. Bel ons even, dan zoeken we het uit.',
    },
    ask: () => ({
      kind: 'DETAILS',
      corrections: [{ field: 'email', present: OWNER, wanted: 'anneke@mail.example' }],
    }),
  },
  {
    owner: 0,
    sent: 340,
    seen: 338,
    closed: 336,
    answer: answered('U staat in de agenda, tot dan.'),
    ask: ({ reminder, ...names }) => ({
      kind: 'APPOINTMENT',
      wish: 'BOOK',
      patientUuid: of({ ...names, reminder }, 1),
      reminderUuid: reminder,
      text: 'Liefst na 15.00 uur.',
      suits: [
        { day: 'TUE', parts: ['AFTERNOON'] },
        { day: 'THU', parts: ['AFTERNOON', 'EVENING'] },
      ],
    }),
  },
  {
    owner: 1,
    sent: 190,
    ask: question('$name krabt veel aan één oor. Kan dat tot volgende week wachten?', 0),
  },
  {
    owner: 4,
    sent: 170,
    seen: 168,
    closed: 160,
    answer: answered(nth(TEMPLATES, 0)),
    ask: repeat('Cardivet 5 mg', 0),
  },
  {
    owner: 0,
    sent: 120,
    seen: 100,
    withdrawn: true,
    closed: 96,
    ask: ({ appointment }) =>
      appointment === undefined
        ? { kind: 'QUESTION', text: 'Kan onze afspraak later op de dag?' }
        : { kind: 'APPOINTMENT', wish: 'MOVE', appointmentUuid: appointment, text: 'Kan het later op de dag?' },
  },
  {
    owner: 5,
    sent: 75,
    seen: 72,
    ask: () => ({
      kind: 'DETAILS',
      corrections: [
        { field: 'street', present: 'Dorpsstraat', wanted: 'Kerklaan' },
        { field: 'houseNumber', present: '4', wanted: '17' },
      ],
    }),
  },
  {
    owner: 0,
    sent: 27,
    seen: 25,
    photo: true,
    ask: question('Dit is de foto van de vorige praktijk. Wilt u $name ook nog zien?', 2),
  },
  { owner: 6, sent: 6, ask: repeat('Gewrichtsdrank 100 ml', 0) },
  { owner: 0, sent: 2, ask: repeat('Cardivet 5 mg', 0) },
]

/** What owners of a demo have asked, as they would have, with the practice that takes all kinds. */
export async function addRequests(
  trx: DatabaseTransaction,
  { now, photo }: { now: Date; photo: { id: string; bytes: number } | undefined },
): Promise<void> {
  const there = await trx.selectFrom('request').select('uuid').where('practice_id', '=', PRACTICE).executeTakeFirst()
  if (there) return
  const random = createRandom(36)
  const by = await actor(trx)
  await trx
    .insertInto('practice_mailbox')
    .values({ practice_id: PRACTICE, address: 'balie@dewaag.example', confirmed_at: now.toISOString() })
    .execute()
  await changeRequestSettings(trx, {
    practiceId: PRACTICE,
    settings: {
      kinds: [...REQUEST_KINDS],
      hours: 'Maandag tot en met vrijdag van 8.00 tot 18.00 uur, zaterdag van 10.00 tot 12.00 uur.',
      answerWithinDays: 1,
      seenWithinDays: 1,
      templates: TEMPLATES,
      productsNotRepeated: ['Penivet 300 mg/ml'],
      mailTo: 'balie@dewaag.example',
    },
    by,
    now: new Date(now.getTime() - 1000 * HOUR_MS),
  })
  const owners = await ownersOf(trx)
  for (const made of REQUESTS) {
    const { uuid: clientId, account_id: accountId } = nth(owners, made.owner)
    if (accountId === null) continue
    const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
    const uuid = random.uuid()
    const photoIds = made.photo && photo ? [photo.id] : []
    if (made.photo && photo) await addPhoto(trx, { ...photo, clientId, accountId, now: at(made.sent) })
    const request = { uuid, photoIds, ...made.ask(await namesOf(trx, clientId)) }
    await sendRequest(trx, { clientId, accountId, request, now: at(made.sent) })
    const whose = { practiceId: PRACTICE, requestId: uuid }
    if (made.seen !== undefined) await seeRequest(trx, { ...whose, now: at(made.seen) })
    if (made.closed === undefined) continue
    if (made.answer) await answerRequest(trx, { ...whose, ...made.answer, by, now: at(made.closed) })
    else await withdrawRequest(trx, { clientId, accountId, requestId: uuid, now: at(made.closed) })
  }
  await tellNothing(trx, now)
}

/** Sends no mails about what the demo begins with. Requests that are still unseen tomorrow are mailed then. */
async function tellNothing(trx: DatabaseTransaction, now: Date): Promise<void> {
  await trx.deleteFrom('outbox').where('practice_id', '=', PRACTICE).execute()
  const { number } = await trx
    .selectFrom('request_number')
    .select('number')
    .where('practice_id', '=', PRACTICE)
    .executeTakeFirstOrThrow()
  const told = { practice_id: PRACTICE, told_number: number, told_at: null, overdue_told_on: localDay(now) }
  await trx.insertInto('request_notice').values(told).execute()
}

async function actor(trx: DatabaseTransaction): Promise<Actor> {
  return await trx
    .selectFrom('account')
    .select(['id as accountId', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('username', '=', STAFF)
    .executeTakeFirstOrThrow()
}

/** The one with every screen full first. */
async function ownersOf(trx: DatabaseTransaction) {
  const found = await trx
    .selectFrom('client')
    .select(['uuid', 'account_id', 'email'])
    .where('practice_id', '=', PRACTICE)
    .where('registered', '=', 1)
    .where('locked', '=', 0)
    .orderBy('email')
    .limit(20)
    .execute()
  const owner = await trx
    .selectFrom('client')
    .select(['uuid', 'account_id', 'email'])
    .where('practice_id', '=', PRACTICE)
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow()
  return [owner, ...found.filter(({ email }) => email !== OWNER)]
}

async function namesOf(trx: DatabaseTransaction, clientId: string): Promise<Names> {
  const animals = await trx
    .selectFrom('patient')
    .select(['uuid', 'name'])
    .where('client_uuid', '=', clientId)
    .orderBy('name')
    .orderBy('uuid')
    .execute()
  const reminder = await trx
    .selectFrom('reminder')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('active', '=', 1)
    .orderBy('date', 'desc')
    .executeTakeFirst()
  const appointment = await trx
    .selectFrom('appointment')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('status', '=', 'BOOKED')
    .orderBy('start', 'desc')
    .executeTakeFirst()
  return { animals, reminder: reminder?.uuid, appointment: appointment?.uuid }
}

interface Photo {
  id: string
  clientId: string
  accountId: string
  bytes: number
  now: Date
}

async function addPhoto(trx: DatabaseTransaction, { id, clientId, accountId, bytes, now }: Photo): Promise<void> {
  await trx
    .insertInto('request_photo')
    .values({
      id,
      client_uuid: clientId,
      account_id: accountId,
      request_uuid: null,
      position: 0,
      type: 'image/jpeg',
      bytes,
      created_at: now.toISOString(),
    })
    .execute()
}
