import { getRow } from '#server/db/one-row.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { displayName } from '#contract/names.ts'
import type { SharedView } from '#contract/schemas/shared-view.ts'
import type { CardPart } from '#contract/share-link.ts'
import { isVaccination } from '#contract/vaccination.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { withState } from '#server/appointments/queries.ts'
import { parseAllStored } from '#server/db/stored.ts'

/**
 * Maximum age of entries on a shared card. Vaccinations last for years; a medicine's withdrawal period never exceeds a
 * year.
 */
const VACCINATION_DAYS = 5 * 366
const MEDICINE_DAYS = 366

const IDENTITY = [
  'kind',
  'headCount',
  'species',
  'breed',
  'crossBreed',
  'sex',
  'neutered',
  'birthDate',
  'deceasedDate',
  'active',
  'color',
  'coat',
  'chipNumber',
  'passportNumber',
  'lifeNumber',
  'photoUrl',
  'alerts',
] as const satisfies (keyof Patient)[]
const WEIGHT = ['weightKg', 'weightDate', 'weights'] as const satisfies (keyof Patient)[]
/** Fields that decide whether withdrawal periods apply. */
const FOOD = ['kind', 'species', 'foodProducing'] as const satisfies (keyof Patient)[]
const VACCINATION = [
  'date',
  'kind',
  'description',
  'productName',
  'batchNumber',
] as const satisfies (keyof LogbookEntry)[]
const MEDICINE = [
  'date',
  'kind',
  'description',
  'productName',
  'registrationNumber',
  'batchNumber',
  'quantity',
  'unit',
  'indication',
  'dosage',
  'route',
  'durationDays',
  'withdrawalMeatDays',
  'withdrawalMilkDays',
  'withdrawalMilkHours',
  'withdrawalEggDays',
  'animals',
] as const satisfies (keyof LogbookEntry)[]
const REMINDER = [
  'uuid',
  'date',
  'active',
  'type',
  'description',
  'status',
  'completedDate',
  'productName',
  'bookedFor',
] as const satisfies (keyof Reminder)[]

interface ViewSource {
  client: ClientRow
  patient: Patient
  parts: readonly CardPart[]
  endsAt: string
  now: Date
}

/** Returns the data of the shared parts only; the lists above name every field. */
export async function sharedView(
  db: Database,
  { client, patient, parts, endsAt, now }: ViewSource,
): Promise<SharedView> {
  const today = now.toISOString().slice(0, 10)
  const shows = (part: CardPart) => parts.includes(part)
  const practice = await getRow(db, 'practice', { id: client.practice_id }, ['name', 'phone'])
  const entries = shows('vaccinations') || shows('medicines') ? await entriesOf(db, patient.uuid, today) : []
  const reminders =
    shows('vaccinations') || shows('reminders') ? await remindersOf(db, client.uuid, patient.uuid, now) : []
  return {
    practice: { name: practice.name, ...(practice.phone !== null && { phone: practice.phone }) },
    parts: [...parts],
    endsAt,
    patient: {
      uuid: patient.uuid,
      name: patient.name,
      ...(shows('identity') && pick(patient, IDENTITY)),
      ...(shows('weight') && pick(patient, WEIGHT)),
      ...(shows('medicines') && pick(patient, FOOD)),
    },
    logbook: entries.flatMap((entry): LogbookEntry[] => {
      if (entry.kind === 'VACCINATION') return shows('vaccinations') ? [pick(entry, VACCINATION)] : []
      const isShown = shows('medicines') && isMedicine(entry) && entry.date >= addDays(today, -MEDICINE_DAYS)
      return isShown ? [pick(entry, MEDICINE)] : []
    }),
    reminders: reminders
      .filter(
        (reminder) => (shows('reminders') && reminder.active) || (shows('vaccinations') && isVaccination(reminder)),
      )
      .map((reminder) => pick(reminder, REMINDER)),
    ...(shows('phone') && { owner: ownerOf(client) }),
  }
}

async function entriesOf(db: Database, patientId: string, today: IsoDate): Promise<LogbookEntry[]> {
  const rows = await db
    .selectFrom('logbook_entry')
    .select('data')
    .where('patient_uuid', '=', patientId)
    .where('date', '>=', addDays(today, -VACCINATION_DAYS))
    .orderBy('date', 'desc')
    .orderBy('uuid', 'desc')
    .execute()
  return parseAllStored('logbookEntry', rows)
}

async function remindersOf(db: Database, clientId: string, patientId: string, now: Date): Promise<Reminder[]> {
  const rows = await db
    .selectFrom('reminder')
    .select('data')
    .where('client_uuid', '=', clientId)
    .where('patient_uuid', '=', patientId)
    .orderBy('date')
    .orderBy('uuid')
    .execute()
  return await withState(db, { clientId, reminders: parseAllStored('reminder', rows), now })
}

const isMedicine = ({ productName, withdrawalMeatDays, withdrawalMilkDays, ...entry }: LogbookEntry) =>
  Boolean(productName) ||
  [withdrawalMeatDays, withdrawalMilkDays, entry.withdrawalMilkHours, entry.withdrawalEggDays].some(
    (period) => typeof period === 'number',
  )

function ownerOf(client: ClientRow): NonNullable<SharedView['owner']> {
  const phone = client.mobile ?? client.phone
  const name = displayName({
    companyName: client.company_name ?? undefined,
    callName: client.call_name ?? undefined,
    firstName: client.first_name ?? undefined,
    lastName: client.last_name,
  })
  return { name, ...(phone !== null && { phone }) }
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- those of the keys that it has
  return Object.fromEntries(keys.flatMap((key) => (key in from ? [[key, from[key]]] : []))) as Pick<T, K>
}
