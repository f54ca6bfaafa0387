import type { Patient } from '#contract/schemas/patient.ts'
import type { BeingGiven } from '#contract/schemas/being-given.ts'
import { endOf } from '#contract/medication.ts'
import { usePatients, withNamesApart } from '#src/features/patients/told-apart.ts'
import {
  type RecentDocument,
  type ToPay,
  documentOfAttachment,
  documentOfVisit,
  dueByAnimal,
  newDocuments,
  toPayOf,
} from './items.ts'
import { type Withheld, useWithdrawals } from '#src/features/patients/use-withdrawals.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { attachmentQueries } from '#src/api/attachments.ts'
import { beingGivenQueries } from '#src/api/medicines.ts'
import { invoiceQueries } from '#src/api/invoices.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { dayOf } from '#src/features/reminders/reminder.ts'

export interface WithheldPatient {
  patient: Patient
  what: Withheld
}

export interface GivenPatient {
  patient: Patient
  line: BeingGiven
}

interface HomeData {
  /** What ends first comes first. */
  given: GivenPatient[]
  /** Of what may not be delivered yet; what ends last first. */
  withheld: WithheldPatient[]
  /** Null: nothing, or not known. */
  toPay: ToPay | null
  documents: RecentDocument[]
  isPending: boolean
  /** All calls were answered, so that nothing means that there is nothing. */
  isKnown: boolean
}

/** What else there is for an owner, asked for when the page stands there already. */
export function useHome(clientId: string, today: IsoDate): HomeData {
  const patients = usePatients(clientId) ?? []
  const withdrawals = useWithdrawals(clientId, patients, { today })
  const given = useQuery(beingGivenQueries.of(clientId, today))
  const invoices = useQuery(invoiceQueries.unpaid(clientId))
  const visits = useQuery(visitFormQueries.newest(clientId))
  const types = attachmentTypes()
  const attachments = useQueries({ queries: types.map((type) => attachmentQueries.newest(clientId, type)) })
  const documents = [visits, ...attachments]
  return {
    given: (given.data ?? [])
      .flatMap((line): GivenPatient[] => {
        const patient = patients.find(({ uuid }) => uuid === line.patientUuid)
        return patient && line.listedUntil >= today ? [{ patient, line }] : []
      })
      .sort((a, b) => endOf(a.line).localeCompare(endOf(b.line))),
    withheld: patients
      .flatMap((patient): WithheldPatient[] => {
        const what = withdrawals.byPatient.get(patient.uuid)
        return what ? [{ patient, what }] : []
      })
      .sort((a, b) => endOfPeriods(b).localeCompare(endOfPeriods(a))),
    toPay: invoices.data ? toPayOf(invoices.data, today) : null,
    documents: newDocuments(
      [
        ...withNamesApart(visits.data?.content ?? [], patients).map(documentOfVisit),
        ...types.flatMap((type, index) =>
          withNamesApart(attachments[index]?.data?.content ?? [], patients).map((attachment) =>
            documentOfAttachment(attachment, type),
          ),
        ),
      ],
      today,
    ),
    isPending: [given, invoices, ...documents, withdrawals].some(({ isPending }) => isPending),
    isKnown:
      [invoices, ...documents].every(({ isSuccess }) => isSuccess) &&
      [...withdrawals.byPatient.values()].every((what) => what !== 'unknown'),
  }
}

/** Last day on which a withdrawal period ends; empty if a period is unknown, so that it sorts first. */
const endOfPeriods = ({ what }: WithheldPatient) =>
  what === 'unknown'
    ? ''
    : (what
        .map(({ freeFrom }) => freeFrom)
        .sort()
        .at(-1) ?? '')

interface Wanted {
  /** All that are active; null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  next: Reminder | undefined
  today: IsoDate
}

interface Due {
  /** By animal, at least one of each. */
  due: Reminder[][]
  isPending: boolean
  /** Nothing means that there is nothing. */
  isKnown: boolean
}

/** What is late or due today. Of a longer list it is asked for only where there is something: by what is next up. */
export function useDue(clientId: string, { reminders, next, today }: Wanted): Due {
  // Also where that one is booked: another one may be late.
  const day = next && dayOf(next)
  const isAsked = reminders === null && day !== undefined && day <= today
  const whole = useQuery({ ...reminderQueries.whole(clientId, { active: true }), enabled: isAsked })
  const patients = usePatients(clientId) ?? []
  const isPending = isAsked && whole.isPending
  // An API without the order that is asked for gives other reminders than those that are due first.
  const others = whole.data?.content.filter(({ uuid }) => uuid !== next?.uuid) ?? []
  const known = reminders ?? (next ? [next, ...others] : others)
  return {
    due: isPending ? [] : dueByAnimal(withNamesApart(known, patients), today),
    isPending,
    isKnown: reminders !== null || next !== undefined,
  }
}
