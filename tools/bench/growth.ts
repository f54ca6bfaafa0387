import { type ClientPages, clientPages } from '#server/clients/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { type Clinics, dataFolder, openFolder, practiceId } from './databases.ts'
import { sized } from './options.ts'
import { median } from './statistics.ts'
import { type Measured, type Row, ms, ratioRow } from './table.ts'

const ROUNDS = sized(9, 1)
const CALLS = sized(200, 10)
const MAX_GROWTH = 1.3
/** A thousand clients are in the processor's cache, of which a search reads all and a page few. */
const MAX_RATIO_OUT_OF_CACHE = { page: 1.5, search: 1.9 }
const SMALL: Clinics = { clients: 1000, practices: 1 }
const LARGE: Clinics = { clients: 100_000, practices: 100 }
const ONE: Clinics = { clients: 200_000, practices: 1 }

const ASKED = {
  'first page': { page: 0, lastName: '' },
  'next page': { page: 1, lastName: '' },
  search: { page: 0, lastName: 'berg' },
  'search in all fields': { page: 0, lastName: '', q: 'berg' },
  'search in all fields, two words': { page: 0, lastName: '', q: 'jan bella' },
  'search in all fields, fifth page': { page: 4, lastName: '', q: 'b' },
} as const
type Asked = keyof typeof ASKED

const isSearch = (asked: Asked) => asked.startsWith('search')

/**
 * How much more a page costs where there are many more clients. Of the server's own query alone: the HTTP around it would
 * hide a query that grows.
 */
export async function measureGrowth(many: Clinics, withOnePractice: boolean): Promise<Measured> {
  const isMore = many.clients > LARGE.clients
  const all = [SMALL, ...(isMore ? [LARGE] : []), many, ...(withOnePractice ? [ONE] : [])]
  const opened: (Timed & { db: Database; pageOf: ClientPages })[] = []
  for (const clinics of all) {
    const db = openFolder(await dataFolder(clinics))
    opened.push({ clinics, db, pageOf: clientPages(db), rounds: [] })
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { clinics, pageOf, rounds } of opened) {
      const perCall = {} as Record<Asked, number>
      for (const asked of Object.keys(ASKED) as Asked[]) {
        const before = process.cpuUsage()
        const calls = callsFor(clinics, asked)
        for (let call = 0; call < calls; call += 1) {
          // Not neighbours one after the other: their rows would share what is read from disk.
          const practice = practiceId((call * 37) % (clinics.practices ?? 1))
          await pageOf({ practiceId: practice, registered: true, size: 25, ...ASKED[asked] })
        }
        const { user, system } = process.cpuUsage(before)
        perCall[asked] = (user + system) / 1000 / calls
      }
      if (round > 0) rounds.push(perCall)
    }
  }
  for (const { db } of opened) await db.destroy()
  const timedOf = (clinics: Clinics) => opened.find((timed) => timed.clinics === clinics)!
  const asked = Object.keys(ASKED) as Asked[]
  return {
    rows: asked.flatMap((each) => [
      growthOf(each, timedOf(SMALL), timedOf(many), MAX_RATIO_OUT_OF_CACHE[isSearch(each) ? 'search' : 'page']),
      ...(isMore ? [growthOf(each, timedOf(LARGE), timedOf(many), MAX_GROWTH)] : []),
      ...(withOnePractice
        ? [{ what: `${each}: one practice of 200,000`, measured: ms(median(of(each, timedOf(ONE)))) }]
        : []),
    ]),
  }
}

interface Timed {
  clinics: Clinics
  /** Processor time of a call in milliseconds, which other programs lengthen less than the time. */
  rounds: Record<Asked, number>[]
}

/** A search through one large practice reads all of it; a few of those are enough. */
const callsFor = ({ clients, practices = 1 }: Clinics, asked: Asked) =>
  isSearch(asked) && clients / practices > 10_000 ? 3 : CALLS

const of = (asked: Asked, { rounds }: Timed) => rounds.map((round) => round[asked])

function growthOf(asked: Asked, small: Timed, large: Timed, most: number): Row {
  const { clients, practices } = large.clinics
  const what = `${asked}: ${small.clinics.clients.toLocaleString('en')} clients → ${clients.toLocaleString('en')} in ${practices} practices`
  return ratioRow(what, of(asked, large), of(asked, small), most)
}
