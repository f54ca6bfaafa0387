import type { Patient } from '#contract/schemas/patient.ts'
import type { CurrentMedication } from '#contract/schemas/current-medication.ts'
import { endOf } from '#contract/medication.ts'
import { usePatients, withDistinctPatientNames } from '#src/features/patients/distinct-names.ts'
import {
  type RecentDocument,
  type ToPay,
  documentOfAttachment,
  documentOfVisit,
  dueByAnimal,
  newDocuments,
  toPayOf,
} from './items.ts'
import { type Asked, countAsked } from './asked-block.tsx'
import { type Withheld, useWithdrawals } from '#src/features/patients/use-withdrawals.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { attachmentQueries } from '#src/api/attachments.ts'
import { currentMedicationQueries } from '#src/api/medicines.ts'
import { invoiceQueries } from '#src/api/invoices.ts'
import { listedEstimatesQuery } from '#src/api/listed-estimates.ts'
import { listedFormsQuery } from '#src/api/listed-forms.ts'
import { ownRequestCountQuery } from '#src/api/request-terms.ts'
import { waitingRequestsQuery } from '#src/api/waiting-requests.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { dayOf } from '#contract/reminder.ts'

export interface WithheldPatient {
  patient: Patient
  what: Withheld
}

export interface MedicatedPatient {
  patient: Patient
  line: CurrentMedication
}

interface HomeData {
  /** Current medication, sorted by end date. */
  given: MedicatedPatient[]
  /** Patients with a withdrawal period, sorted by end date, latest first. */
  withheld: WithheldPatient[]
  /** Null if nothing is open or the amount is unknown. */
  toPay: ToPay | null
  documents: RecentDocument[]
  asked: Asked
  /** Whether an estimate, a form or a message waits for the owner. */
  hasWaiting: boolean
  isPending: boolean
  /** Whether all calls succeeded, so that empty lists mean that there are no records. */
  isKnown: boolean
}

/** Loads the other blocks of the first page, after the page is shown. */
export function useHome(clientId: string, today: IsoDate): HomeData {
  const patients = usePatients(clientId) ?? []
  const withdrawals = useWithdrawals(clientId, patients, { today })
  // The loader has made this request; a failed one is not repeated, because its block would move the page.
  const given = useQuery({ ...currentMedicationQueries.of(clientId, today), retryOnMount: false })
  const invoices = useQuery(invoiceQueries.unpaid(clientId))
  const visits = useQuery(visitFormQueries.newest(clientId))
  const estimates = useQuery({ ...listedEstimatesQuery(clientId), retryOnMount: false })
  // The menu makes both requests.
  const forms = useQuery({ ...listedFormsQuery(clientId), retryOnMount: false })
  const count = useQuery({ ...ownRequestCountQuery(clientId), retryOnMount: false })
  const hasMessages = (count.data ?? 0) > 0
  const requests = useQuery({ ...waitingRequestsQuery(clientId), enabled: hasMessages, retryOnMount: false })
  const asked: Asked = {
    forms: forms.data?.content.filter(({ state }) => state === 'asked') ?? [],
    requests: (hasMessages && requests.data) || [],
    estimates: estimates.data?.content.filter(({ state }) => state === 'open') ?? [],
  }
  const types = attachmentTypes()
  const attachments = useQueries({ queries: types.map((type) => attachmentQueries.newest(clientId, type)) })
  const documents = [visits, ...attachments]
  return {
    given: (given.data ?? [])
      .flatMap((line): MedicatedPatient[] => {
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
        ...withDistinctPatientNames(visits.data?.content ?? [], patients).map(documentOfVisit),
        ...types.flatMap((type, index) =>
          withDistinctPatientNames(attachments[index]?.data?.content ?? [], patients).map((attachment) =>
            documentOfAttachment(attachment, type),
          ),
        ),
      ],
      today,
    ),
    asked,
    hasWaiting: hasMessages || countAsked(asked) > 0,
    isPending:
      requests.isLoading ||
      [invoices, estimates, forms, count, ...documents, withdrawals].some(({ isPending }) => isPending),
    isKnown:
      [invoices, estimates, forms, count, ...documents].every(({ isSuccess }) => isSuccess) &&
      [...withdrawals.byPatient.values()].every((what) => what !== 'unknown'),
  }
}

/** Returns the last day of the withdrawal periods of a patient; empty if unknown. */
const endOfPeriods = ({ what }: WithheldPatient) =>
  what === 'unknown'
    ? ''
    : (what
        .map(({ freeFrom }) => freeFrom)
        .sort()
        .at(-1) ?? '')

interface Wanted {
  /** All active reminders; null if only a part is loaded. */
  reminders: readonly Reminder[] | null
  next: Reminder | undefined
  today: IsoDate
}

interface Due {
  /** Reminders by animal; no group is empty. */
  due: Reminder[][]
  isPending: boolean
  /** Whether an empty list means that nothing is due. */
  isKnown: boolean
}

/** Returns late reminders and those due today. A longer list is loaded only if the next reminder is due. */
export function useDue(clientId: string, { reminders, next, today }: Wanted): Due {
  // Also if the next reminder is booked, because another one may be late.
  const day = next && dayOf(next)
  const isEnabled = reminders === null && day !== undefined && day <= today
  const whole = useQuery({ ...reminderQueries.whole(clientId, { active: true }), enabled: isEnabled })
  const patients = usePatients(clientId) ?? []
  const isPending = isEnabled && whole.isPending
  // `next` is added, because an API without the sort order may omit it from the response.
  const others = whole.data?.content.filter(({ uuid }) => uuid !== next?.uuid) ?? []
  const known = reminders ?? (next ? [next, ...others] : others)
  return {
    due: isPending ? [] : dueByAnimal(withDistinctPatientNames(known, patients), today),
    isPending,
    isKnown: reminders !== null || next !== undefined,
  }
}
