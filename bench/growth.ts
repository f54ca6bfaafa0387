import { clientPages } from '#server/clients/queries.ts'
import { type Clinics, dataFolder, openFolder, practiceId } from './databases.ts'
import { median, spread } from './statistics.ts'
import { type Measured, atMost, ms, times } from './table.ts'

const ROUNDS = 9
const CALLS = 200
const MOST = 2
const SMALL: Clinics = { clients: 1000, practices: 1 }
const ONE: Clinics = { clients: 200_000, practices: 1 }

const ASKED = {
  'first page': { page: 0, lastName: '' },
  'next page': { page: 1, lastName: '' },
  search: { page: 0, lastName: 'berg' },
} as const
type Asked = keyof typeof ASKED

/**
 * How much slower a page gets where there are many more clients. Of the server's own query alone: the HTTP around it would
 * hide a query that grows.
 */
export async function measureGrowth(many: Clinics, withOnePractice: boolean): Promise<Measured> {
  const all = [SMALL, many, ...(withOnePractice ? [ONE] : [])]
  const timed: { clinics: Clinics; rounds: Record<Asked, number>[] }[] = []
  const opened = []
  for (const clinics of all) {
    const db = openFolder(await dataFolder(clinics))
    opened.push({ clinics, db, pageOf: clientPages(db), rounds: [] as Record<Asked, number>[] })
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { clinics, pageOf, rounds } of opened) {
      const perCall = {} as Record<Asked, number>
      for (const asked of Object.keys(ASKED) as Asked[]) {
        const start = performance.now()
        const calls = callsFor(clinics, asked)
        for (let call = 0; call < calls; call += 1) {
          // Not neighbours one after the other: their rows would share what is read from disk.
          const practice = practiceId((call * 37) % (clinics.practices ?? 1))
          await pageOf({ practiceId: practice, registered: true, size: 25, ...ASKED[asked] })
        }
        perCall[asked] = (performance.now() - start) / calls
      }
      if (round > 0) rounds.push(perCall)
    }
  }
  for (const { clinics, rounds, db } of opened) {
    timed.push({ clinics, rounds })
    await db.destroy()
  }
  return { rows: (Object.keys(ASKED) as Asked[]).flatMap((asked) => rowsOf(asked, timed)) }
}

/** A search through one large practice reads all of it; a few of those are enough. */
const callsFor = ({ clients, practices = 1 }: Clinics, asked: Asked) =>
  asked === 'search' && clients / practices > 10_000 ? 3 : CALLS

function rowsOf(asked: Asked, [small, many, one]: { clinics: Clinics; rounds: Record<Asked, number>[] }[]) {
  const of = (rounds: Record<Asked, number>[]) => rounds.map((round) => round[asked])
  const before = of(small!.rounds)
  const after = of(many!.rounds)
  const ratios = after.map((value, round) => value / before[round]!)
  const { clients, practices } = many!.clinics
  return [
    {
      ...atMost(
        `${asked}: 1,000 clients → ${clients.toLocaleString('en')} in ${practices} practices`,
        median(ratios),
        MOST,
        times,
      ),
      note: `${spread(ratios, times)}; ${ms(median(before))} → ${ms(median(after))}`,
    },
    ...(one ? [{ what: `${asked}: one practice of 200,000`, measured: ms(median(of(one.rounds))) }] : []),
  ]
}
