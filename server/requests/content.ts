import type { FieldProblem } from '#contract/schemas/problem.ts'
import { missingIn } from '#contract/request-rules.ts'
import type { NewRequest } from '#contract/schemas/request.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { RequestData } from '#server/db/schema.ts'

const lower = (uuid: string | undefined) => uuid?.toLowerCase()

/** Throws `validation-failed` if a field required by the request's kind is missing. */
export function requireContent(request: NewRequest): void {
  const missing = missingIn(request)
  if (missing) reject({ pointer: `#/${missing}`, code: 'required' })
}

export function reject(...errors: FieldProblem[]): never {
  throw new ProblemError('validation-failed', { errors })
}

export function dataOf({ kind, text, reminderUuid, ...request }: NewRequest): RequestData {
  const ofKind: Record<NewRequest['kind'], () => RequestData> = {
    REPEAT_MEDICINE: () => ({
      products: request.products?.map(({ name, visitFormUuid, logbookEntryUuid }) => ({
        name: name.trim(),
        visitFormUuid: lower(visitFormUuid),
        logbookEntryUuid: lower(logbookEntryUuid),
      })),
    }),
    APPOINTMENT: () => ({
      wish: request.wish,
      appointmentUuid: lower(request.appointmentUuid),
      reminderUuids: request.reminderUuids?.map((uuid) => uuid.toLowerCase()),
      suits: request.suits,
    }),
    QUESTION: () => ({ estimateUuid: lower(request.estimateUuid) }),
    DETAILS: () => ({ corrections: request.corrections }),
  }
  return { text: text?.trim() || undefined, reminderUuid: lower(reminderUuid), ...ofKind[kind]() }
}
