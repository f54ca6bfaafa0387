import { type ClientPages, clientPages } from '#server/clients/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { type Clinics, dataFolder, openFolder, practiceId } from './databases.ts'
import { sized } from './options.ts'
import { median } from './statistics.ts'
import { type Measured, type Row, ms, ratioRow } from './table.ts'

const ROUNDS = sized(9, 1)
const CALLS = sized(200, 10)
const MAX_GROWTH = 1.3
/** Higher than `MAX_GROWTH`, because 1000 clients fit into the processor's cache. A search reads all, a page only some. */
const MAX_RATIO_OUT_OF_CACHE = { page: 1.5, search: 1.9 }
const SMALL: Clinics = { clients: 1000, practices: 1 }
const LARGE: Clinics = { clients: 100_000, practices: 100 }
const ONE: Clinics = { clients: 200_000, practices: 1 }

const QUERIES = {
  'first page': { page: 0, lastName: '' },
  'next page': { page: 1, lastName: '' },
  search: { page: 0, lastName: 'berg' },
  'search in all fields': { page: 0, lastName: '', q: 'berg' },
  'search in all fields, two words': { page: 0, lastName: '', q: 'jan bella' },
  'search in all fields, fifth page': { page: 4, lastName: '', q: 'b' },
} as const
type Query = keyof typeof QUERIES

const isSearch = (query: Query) => query.startsWith('search')

/**
 * Measures how the cost of a page of clients grows with the number of clients. Only the server's query is measured, because
 * the constant cost of HTTP would hide the growth.
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
      const perCall = {} as Record<Query, number>
      for (const query of Object.keys(QUERIES) as Query[]) {
        const before = process.cpuUsage()
        const calls = callsFor(clinics, query)
        for (let call = 0; call < calls; call += 1) {
          // Consecutive calls use distant practices, because the rows of neighbours share database pages.
          const practice = practiceId((call * 37) % (clinics.practices ?? 1))
          await pageOf({ practiceId: practice, registered: true, size: 25, ...QUERIES[query] })
        }
        const { user, system } = process.cpuUsage(before)
        perCall[query] = (user + system) / 1000 / calls
      }
      if (round > 0) rounds.push(perCall)
    }
  }
  for (const { db } of opened) await db.destroy()
  const timedOf = (clinics: Clinics) => opened.find((timed) => timed.clinics === clinics)!
  const query = Object.keys(QUERIES) as Query[]
  return {
    rows: query.flatMap((each) => [
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
  /** Processor time of a call in milliseconds, which depends less on the machine's load than elapsed time. */
  rounds: Record<Query, number>[]
}

/** Number of calls in a round; few for a search in a large practice, which reads all of its clients. */
const callsFor = ({ clients, practices = 1 }: Clinics, query: Query) =>
  isSearch(query) && clients / practices > 10_000 ? 3 : CALLS

const of = (query: Query, { rounds }: Timed) => rounds.map((round) => round[query])

function growthOf(query: Query, small: Timed, large: Timed, most: number): Row {
  const { clients, practices } = large.clinics
  const what = `${query}: ${small.clinics.clients.toLocaleString('en')} clients → ${clients.toLocaleString('en')} in ${practices} practices`
  return ratioRow(what, of(query, large), of(query, small), most)
}
