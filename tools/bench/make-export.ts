import { makeHerd, makePatient } from '#server/demo/animals.ts'
import { type Days, createDays } from '#server/demo/days.ts'
import { makeRecords } from '#server/demo/records.ts'
import { makeClient } from '#server/demo/people.ts'
import { type Random, createRandom } from '#server/demo/random.ts'
import type { ExportRecord } from '#server/import/records.ts'

export interface ExportSize {
  /** Number of clients of all practices together. */
  clients: number
  practices?: number
  /** Adds animals and their records, about nine records per client. */
  records?: boolean
  /** Adds animals, even without their records. Default: the value of `records`. */
  animals?: boolean
  seed?: number
  /** Day to which all dates are relative. */
  today?: Date
}

/** Yields a synthetic export of any size, one client at a time. Equal arguments give equal exports. */
export function* makeExport({
  clients,
  practices = 1,
  records = true,
  animals = records,
  seed = 1,
  today = new Date(2026, 10, 20),
}: ExportSize): Generator<ExportRecord> {
  const random = createRandom(seed)
  const days = createDays(today)
  for (let practice = 0; practice < practices; practice += 1) {
    const id = `bench-${String(practice + 1).padStart(4, '0')}`
    const share = Math.floor((clients * (practice + 1)) / practices) - Math.floor((clients * practice) / practices)
    yield { record: 'practice', id, name: `Dierenkliniek ${practice + 1}` }
    yield { record: 'user', username: `admin@${id}.example`, practiceId: id, roles: ['CLINIC_ADMIN'] }
    for (let index = 0; index < share; index += 1) yield* makeHousehold(random, days, { id, index, records, animals })
  }
}

function* makeHousehold(
  random: Random,
  days: Days,
  { id, index, records, animals }: { id: string; index: number; records: boolean; animals: boolean },
): Generator<ExportRecord> {
  const client = makeClient(random, {
    practiceId: id,
    clientNumber: 100_001 + index,
    email: `client${index}@${id}.mail.example`,
    registered: random.chance(0.6),
    registeredAt: `${days(-random.int(2, 900))}T10:15:00Z`,
  })
  yield client
  if (!animals) return
  const own = client.companyName
    ? [makeHerd(random, client.uuid)]
    : Array.from({ length: random.int(0, 3) }, () => makePatient(random, days, client.uuid))
  for (const animal of own) {
    yield animal
    if (records) yield* makeRecords(random, days, animal)
  }
}

/** Yields a synthetic export as JSON lines, in chunks of about 256 KiB. */
export function* exportText(size: ExportSize): Generator<string> {
  let text = ''
  for (const record of makeExport(size)) {
    text += `${JSON.stringify(record)}\n`
    if (text.length < 256 * 1024) continue
    yield text
    text = ''
  }
  yield text
}
