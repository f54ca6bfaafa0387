import { ATTACHMENT_TYPES } from '#contract/document.ts'
import type { Database } from '#server/db/schema.ts'
import {
  account,
  appointment,
  attachment,
  client,
  csvImport,
  delivery,
  form,
  formTask,
  identity,
  importKey,
  importRun,
  estimate,
  invoice,
  logbookEntry,
  membership,
  patient,
  priceList,
  practice,
  reminder,
  request,
  requestSettings,
  removal,
  sharedCard,
  staff,
  staffOffer,
  visitForm,
  webhook,
} from './builders.ts'
import { addRow, rowsOf } from './rows.ts'

/**
 * People of the fixtures. Owners: PA1 and PA2 at practice A, PAB at A and B, PL with a locked client at A, LO at the
 * locked practice. Clinic users: UA, UB, and LA of the locked practice. Clinic admins: AA and AB. UBA is a clinic user
 * of B and an admin of A. OFF has only an offer to become an admin of A. DEL is a deleted account with an unexpired
 * token.
 */
export const PEOPLE = 'anon DEL PA1 PA2 PAB PL LO UA AA UB AB LA UBA OFF'.split(' ') as Person[]
export type Person = keyof Awaited<ReturnType<typeof fillFixtures>>['accounts'] | 'anon'

/**
 * Fills two practices and a locked one with clients, staff and documents. `mark` is part of practice ids and usernames,
 * so that one database can have several sets.
 */
export async function fillFixtures(db: Database, mark = '') {
  const [a, b, locked] = [`a${mark}`, `b${mark}`, `locked${mark}`]
  await practice(db, a, { email: 'a@a.example', iban: 'NL00', mana_id: 'M1', phone: '1' })
  await practice(db, b)
  await practice(db, locked, { locked: 1 })
  const accounts = {
    PA1: await account(db, `pa1${mark}@mail.example`),
    PA2: await account(db, `pa2${mark}@mail.example`),
    PAB: await account(db, `pab${mark}@mail.example`),
    PL: await account(db, `pl${mark}@mail.example`),
    LO: await account(db, `lo${mark}@mail.example`),
    UA: await staff(db, a, `ua${mark}@a.example`),
    AA: await staff(db, a, `aa${mark}@a.example`, 'CLINIC_ADMIN'),
    UB: await staff(db, b, `ub${mark}@b.example`),
    AB: await staff(db, b, `ab${mark}@b.example`, 'CLINIC_ADMIN'),
    LA: await staff(db, locked, `la${mark}@l.example`),
    UBA: await staff(db, b, `uba${mark}@group.example`),
    OFF: await account(db, `off${mark}@mail.example`),
    DEL: await account(db, `del${mark}@mail.example`),
  }
  await membership(db, accounts.UBA, a, 'CLINIC_ADMIN')
  await staffOffer(db, accounts.OFF, a, 'CLINIC_ADMIN')
  const webhookA = await webhook(db, undefined, a)
  await identity(db, accounts.UA)
  const ids = {
    cA1: await client(db, a, { account_id: accounts.PA1 }),
    cA2: await client(db, a, { account_id: accounts.PA2 }),
    cAL: await client(db, a, { account_id: accounts.PL, locked: 1 }),
    cLO: await client(db, locked, { account_id: accounts.LO }),
    cB: await client(db, b, { account_id: accounts.PAB }),
    new: await client(db, a, { email: `new${mark}@mail.example` }),
    newB: await client(db, b, { email: `new-b${mark}@mail.example` }),
    random: crypto.randomUUID(),
    keyA: await importKey(db, a),
    csvA: await csvImport(db, a),
    webhookA,
    deliveryA: await delivery(db, webhookA),
    keyLeft: await importKey(db, a, { maker_left: 1, made_by: 'Bea Beheer' }),
  }
  const [proposalA, proposalB] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [id, practice_id] of [[proposalA, a] as const, [proposalB, b] as const]) {
    const name = { username: `proposed${mark}@mail.example`, first_name: 'Noor', last_name: 'Bos', key_name: 'Nacht' }
    await addRow(db, 'staff_proposal', { id, practice_id, ...name, proposed_at: '2026-06-01T00:00:00.000Z' })
  }
  const removalA = await removal(db, a, ids.new)
  await importRun(db, a)
  await importRun(db, b, { sequence: 3, state: 'unconfirmed' })
  await invoice(db, ids.cA1, { date: '2012-03-04' })
  await client(db, a, { account_id: accounts.PAB })
  for (const id of [a, locked]) await requestSettings(db, id)
  for (const id of [a, locked]) await priceList(db, id)
  const { UA, UB, PA1 } = accounts
  const formOf: Record<string, string> = {}
  for (const id of [a, b, locked]) formOf[id] = await form(db, id)
  const unusedForm = await form(db, a)
  const named: Record<string, string> = {
    formA: formOf[a]!,
    unusedForm,
    ...ids,
    removalA,
    proposalA,
    proposalB,
    UA,
    UB,
    PA1,
  }
  for (const name of ['cA1', 'cA2', 'cAL', 'cLO', 'cB', 'new'] as const) {
    const uuid = ids[name]
    const reminderUuid = await reminder(db, uuid)
    named[`appointmentOf_${name}`] = await appointment(db, uuid, {
      reminderUuid,
      start: '2999-01-01T09:00:00Z',
      preparation: 'Nuchter',
    })
    await visitForm(db, uuid)
    named[`invoiceOf_${name}`] = await invoice(db, uuid)
    for (const type of ATTACHMENT_TYPES) await attachment(db, uuid, { type })
    const animal = await patient(db, uuid, 'Bella')
    await logbookEntry(db, animal, {}, { withdrawalMeatDays: 28 })
    await logbookEntry(db, animal, {}, { kind: 'DELIVERY', productName: 'Penivet' })
    named[`animalOf_${name}`] = animal
    const [owner] = (await rowsOf(db, 'client', ['account_id'], { uuid })).map(({ account_id }) => account_id)
    const accountId = owner ?? accounts.OFF
    named[`requestOf_${name}`] = await request(db, { clientId: uuid, accountId, patient_uuid: animal })
    named[`taskOf_${name}`] = await formTask(db, uuid, formOf[name === 'cLO' ? locked : name === 'cB' ? b : a]!, {
      patient_uuid: animal,
    })
    named[`estimateOf_${name}`] = await estimate(db, uuid)
    const isShared = typeof owner === 'string'
    named[`cardOf_${name}`] = isShared
      ? await sharedCard(db, { clientId: uuid, accountId, patientId: animal })
      : crypto.randomUUID()
  }
  return { accounts, ids: named }
}
