import type { Patient } from '#contract/schemas/patient.ts'
import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { useQuery } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { FOODS, type Withdrawal, runningWithdrawals } from '#contract/withdrawal.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { withdrawalQueries } from '#src/api/medicines.ts'
import { groupBy } from '#contract/values.ts'
import { isDelivered } from '#contract/patient.ts'
import { dayText } from './words.ts'

/** What of an animal may not be delivered: of each food what ends last, or that it is not known. */
export type Withheld = Withdrawal[] | 'unknown'

interface Withdrawals {
  /** By animal: those of which nothing may be said are absent. */
  byPatient: ReadonlyMap<string, Withheld>
  isPending: boolean
}

/** The animals of which it is asked. */
export const deliveredIds = (patients: readonly Patient[]): string[] =>
  patients.filter(isDelivered).map(({ uuid }) => uuid)

/** By the entries of the animals; those of which everything may be delivered are absent. */
export function withheldOf(
  patients: readonly Patient[],
  entries: readonly PatientLogbookEntry[],
  today: IsoDate,
): Map<string, Withheld> {
  const ofPatient = groupBy(entries, ({ patientUuid }) => patientUuid)
  return new Map(
    deliveredIds(patients).flatMap((uuid): [string, Withheld][] => {
      const running = runningWithdrawals(ofPatient.get(uuid) ?? [], today)
      return running.length > 0 ? [[uuid, lastOfEachFood(running)]] : []
    }),
  )
}

/** Asked for when the page stands there already, and of animals that may end as food only. */
export function useWithdrawals(
  clientId: string,
  patients: readonly Patient[],
  { today, enabled = true }: { today: IsoDate; enabled?: boolean },
): Withdrawals {
  const patientIds = deliveredIds(patients)
  const isAsked = enabled && patientIds.length > 0
  const { data, isError, isPending } = useQuery({
    ...withdrawalQueries.running(clientId, patientIds, today),
    enabled: isAsked,
  })
  const unknown = isError && !data ? patientIds : (data?.unknown ?? [])
  const known = withheldOf(patients, data?.entries ?? [], today)
  return {
    byPatient: new Map([...unknown.map((uuid): [string, Withheld] => [uuid, 'unknown']), ...known]),
    isPending: isAsked && isPending,
  }
}

/** `vlees t/m 29 november, melk t/m 24 november`; in English the first day after that, `meat clear from 30 November`. */
export const foodsText = (withheld: readonly Withdrawal[], today: IsoDate, intl: IntlShape): string =>
  withheld
    .map(({ food, until }) => {
      const day = intl.locale.startsWith('en') ? addDays(until, 1) : until
      return intl.formatMessage({ id: `client.withdrawals.${food}` }, { date: dayText(day, today, intl) })
    })
    .join(', ')

const lastOfEachFood = (running: Withdrawal[]) =>
  FOODS.flatMap((food) => running.find((withdrawal) => withdrawal.food === food) ?? [])
