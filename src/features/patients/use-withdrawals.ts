import type { Patient } from '#contract/schemas/patient.ts'
import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { useQuery } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { FOODS, type Withdrawal, runningWithdrawals } from '#contract/withdrawal.ts'
import type { IsoDate } from '#contract/dates.ts'
import { withdrawalQueries } from '#src/api/medicines.ts'
import { groupBy } from '#contract/values.ts'
import { isDelivered } from '#contract/patient.ts'
import { dayText } from './patient-texts.ts'

/** Withdrawal of an animal: for each food the period that ends last, or that the period is unknown. */
export type Withheld = Withdrawal[] | 'unknown'

interface Withdrawals {
  /** Withdrawals by animal id; animals without a known state are absent. */
  byPatient: ReadonlyMap<string, Withheld>
  isPending: boolean
}

/** Ids of the animals whose withdrawals are loaded. */
export const deliveredIds = (patients: readonly Patient[]): string[] =>
  patients.filter(isDelivered).map(({ uuid }) => uuid)

/** Returns withdrawals by animal id, from log entries; animals without a withdrawal are absent. */
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

/** Loads withdrawals after the page has rendered, only for food-producing animals. */
export function useWithdrawals(
  clientId: string,
  patients: readonly Patient[],
  { today, enabled = true }: { today: IsoDate; enabled?: boolean },
): Withdrawals {
  const patientIds = deliveredIds(patients)
  const isEnabled = enabled && patientIds.length > 0
  const { data, isError, isPending } = useQuery({
    ...withdrawalQueries.running(clientId, patientIds, today),
    enabled: isEnabled,
  })
  const unknown = isError && !data ? patientIds : (data?.unknown ?? [])
  const known = withheldOf(patients, data?.entries ?? [], today)
  return {
    byPatient: new Map([...unknown.map((uuid): [string, Withheld] => [uuid, 'unknown']), ...known]),
    isPending: isEnabled && isPending,
  }
}

/** Returns a list such as `vlees vrij vanaf 30 november, melk vrij vanaf 25 november`. */
export const foodsText = (withheld: readonly Withdrawal[], today: IsoDate, intl: IntlShape): string =>
  withheld
    .map(({ food, freeFrom }) =>
      intl.formatMessage({ id: `client.withdrawals.${food}` }, { date: dayText(freeFrom, today, intl) }),
    )
    .join(', ')

const lastOfEachFood = (running: Withdrawal[]) =>
  FOODS.flatMap((food) => running.find((withdrawal) => withdrawal.food === food) ?? [])
