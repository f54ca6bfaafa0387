import { type Insertable, sql } from 'kysely'
import { recountActivations } from '#server/invitations/activation.ts'
import type { Database, DatabaseTransaction, FileTable } from '#server/db/schema.ts'
import { loadExport } from '#server/import/load.ts'
import type { ExportRecord } from '#server/import/records.ts'
import { activate, saveName } from '#server/memberships/members.ts'
import { sha256 } from '#server/http/keys.ts'
import type { Files, Ports } from '#server/ports.ts'
import { START_WAIT_MS } from '#server/db/advisory-lock.ts'
import { hasPractice } from '#server/practice/add.ts'
import { publishPriceList } from '#server/prices/price-list.ts'
import { addQuestions } from './appointments.ts'
import { makeDemo } from './clinics.ts'
import { OWNER } from './owner.ts'
import { addForms, completeForms } from './forms.ts'
import { acceptEstimates, sendEstimates } from './estimates.ts'
import { addRequests } from './requests.ts'
import { typeOfBytes } from '#contract/document.ts'
import type { SubmitPorts } from '#server/forms/submit.ts'
import { documentKey } from '#server/documents/types.ts'
import { animalPhotoKey, photoKey } from '#server/files/store.ts'
import { createDays } from './days.ts'
import PRICES from './prices.json' with { type: 'json' }

export type Samples = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

type SampleFile = [key: string, content: Uint8Array<ArrayBuffer>]

export const DEMO_PASSWORD = 'Welkom#2026'
export const DEMO_ACCOUNTS = [
  'admin@dewaag.example',
  'staff@dewaag.example',
  'admin@delinde.example',
  'owner@mail.example',
  'two@mail.example',
  'none@mail.example',
]

/** Practice of the showcase owner. */
const PRACTICE_ID = 'de-waag'

const PUBLISHER = 'admin@dewaag.example'

/** Member of staff of two practices. */
const GROUP = {
  username: 'admin@delinde.example',
  practiceId: PRACTICE_ID,
  role: 'CLINIC_ADMIN',
  firstName: 'Joris',
  lastName: 'Bakker',
} as const

/** Accounts without a password, and among them those whose invitation mail was rejected. */
const INVITED = 'client%4@de-waag.mail.example'
const FAILED_MAILS = { 'client%24@de-waag.mail.example': '550 5.1.1', 'client%64@de-waag.mail.example': '452 4.2.2' }

/** Whether the database has no data yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  if (await hasPractice(db)) return false
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Loads the demo practices in one transaction, unless the database has data once the import lock is held.
 * Deterministic, with dates relative to today. Returns whether the demo was loaded.
 */
export async function loadDemo(
  db: Database,
  { passwords, clock }: Pick<Ports, 'passwords' | 'clock'>,
  stored: { files?: Files; samples?: Samples; submit?: SubmitPorts } = {},
): Promise<boolean> {
  const now = clock()
  // Runs on the thread pool meanwhile.
  const hashing = passwords.hash(DEMO_PASSWORD)
  // Not validated here: a test checks the records against the contract.
  const demo = withSamples(makeDemo(createDays(now)), stored.samples ?? new Map())
  const lines = demo.records.map((record: ExportRecord, index) => ({ line: index + 1, record }))
  const photo = await storeDemoPhoto(stored)
  const fileRows = stored.files ? await storeSamples(stored.files, demo.files, now) : []
  const { problems, loaded } = await loadExport(db, [lines], {
    practiceId: null,
    now,
    waitMs: START_WAIT_MS,
    isNeedless: async (empty) => !(await isEmpty(empty)),
    async andThen(trx) {
      await trx
        .insertInto('account')
        .values({
          id: crypto.randomUUID(),
          username: 'none@mail.example',
          language: 'nl',
          created_at: now.toISOString(),
        })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .execute()
      if (fileRows.length > 0)
        await trx
          .insertInto('file')
          .values(fileRows)
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute()
      // Offers the weekly mails to the practice's owners; owners get them only after subscribing.
      await trx.updateTable('practice').set({ reminder_mails: 1 }).where('id', '=', PRACTICE_ID).execute()
      // The demo shows practices that use the portal.
      await trx.updateTable('practice').set({ getting_started_closed_at: now.toISOString() }).execute()
      await acceptOffers(trx)
      await joinGroup(trx)
      await trx
        .updateTable('account')
        .set({ password_hash: await hashing })
        .where('password_hash', 'is', null)
        .where('username', 'not like', INVITED)
        .execute()
      await markInvited(trx)
      await addRequests(trx, { now, photo })
      await addForms(trx, { practiceId: PRACTICE_ID, staff: 'staff@dewaag.example', now })
      await addQuestions(trx, { practiceId: PRACTICE_ID, email: OWNER, now })
      await publishPrices(trx, now)
      await sendEstimates(trx, now)
    },
  })
  if (loaded && stored.submit) {
    await completeForms(stored.submit, { practiceId: PRACTICE_ID, now })
    await acceptEstimates(stored.submit, now)
  }
  if (problems.count > 0) throw new Error(`The demo data are wrong: ${JSON.stringify(problems.first)}`)
  return loaded
}

/** Makes the account of `GROUP` a member of staff of a second practice, under the same name as in the first. */
async function joinGroup(trx: DatabaseTransaction): Promise<void> {
  const membership = { accountId: await accountOf(trx, GROUP.username), ...GROUP }
  await activate(trx, membership)
  await saveName(trx, membership)
}

/** Publishes a price list at the beginning of this year, and a first one a year earlier. */
async function publishPrices(trx: DatabaseTransaction, now: Date): Promise<void> {
  const by = { accountId: await accountOf(trx, PUBLISHER), username: PUBLISHER }
  const year = now.getUTCFullYear()
  for (const [from, items] of [[year - 1, PRICES.slice(0, -2)] as const, [year, PRICES] as const]) {
    const list = { validFrom: `${from}-01-01`, items: [...items] }
    await publishPriceList(trx, { practiceId: PRACTICE_ID, list, by, now: new Date(Date.UTC(from - 1, 11, 18, 9, 30)) })
  }
}

async function markInvited(trx: DatabaseTransaction): Promise<void> {
  await sql`update client set activation = 'invited', invited_at = registered_at where activation = 'not-invited'`.execute(
    trx,
  )
  for (const [username, reason] of Object.entries(FAILED_MAILS))
    await sql`update client set activation = 'failed', mail_failure = ${reason}
      where registered = 1 and account_id in (select id from account where username like ${username})`.execute(trx)
  await sql`update client set activation = 'activated'
    where account_id in (select id from account where password_hash is not null)`.execute(trx)
  await recountActivations(trx, sql`(select id from practice)`)
}

async function accountOf(trx: DatabaseTransaction, username: string): Promise<string> {
  const { id } = await trx.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  return id
}

/** Stores the files and returns their rows. Ignores failures, because the demo also works without files. */
async function storeSamples(files: Files, samples: SampleFile[], now: Date): Promise<Insertable<FileTable>[]> {
  const stored = samples.map(async ([key, content]) => {
    await files.put(key, content)
    const { length: bytes } = content
    const [hash, sniffed] = [await sha256(content), typeOfBytes(content) ?? '']
    return { key, created_at: now.toISOString(), practice_id: PRACTICE_ID, bytes, sha256: hash, sniffed }
  })
  return (await Promise.allSettled(stored)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

const PHOTO = { id: '5f0d6f2c-8f4e-4c8b-9d0b-3b8f6b1f0a36', sample: 'rontgenfoto.jpg' }

/** Stores the photo of a request; returns undefined if that fails. */
async function storeDemoPhoto({ files, samples }: { files?: Files; samples?: Samples }) {
  const content = samples?.get(PHOTO.sample)
  if (!files || !content) return undefined
  try {
    await files.put(photoKey(PHOTO.id), content)
    return { id: PHOTO.id, bytes: content.length }
  } catch {
    return undefined
  }
}

/**
 * Gives each attachment of the showcase owner the sample file that matches its file name without the date, and each
 * animal the photo that has its name.
 */
export function withSamples(
  records: ExportRecord[],
  samples: Samples,
): { records: ExportRecord[]; files: SampleFile[] } {
  const owner = records.find((record) => record.record === 'client' && record.email === OWNER)
  const files: SampleFile[] = []
  const changed = records.map((record) => {
    if (owner?.record !== 'client' || !('clientUuid' in record) || record.clientUuid !== owner.uuid) return record
    if (record.record === 'patient') {
      const photo = samples.get(`${record.name.toLowerCase()}.webp`)
      if (photo) files.push([animalPhotoKey(record.uuid), photo])
    }
    if (record.record !== 'attachment') return record
    const content = samples.get(record.fileName?.replace(/-\d{4}-\d{2}-\d{2}(?=\.\w+$)/, '') ?? '')
    if (!content) return record
    files.push([documentKey({ type: 'attachment', uuid: record.uuid }), content])
    return { ...record, sizeBytes: content.length }
  })
  return { records: changed, files }
}

/** Accepts all staff offers, as if the staff in an export had accepted them. */
export async function acceptOffers(db: Database | DatabaseTransaction): Promise<void> {
  const offers = await db.deleteFrom('staff_offer').returningAll().execute()
  for (const { account_id: accountId, practice_id: practiceId, role } of offers)
    await activate(db, { accountId, practiceId, role })
}
