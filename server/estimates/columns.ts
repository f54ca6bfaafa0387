import { type ExportedEstimate, estimateContentSchema } from '#contract/schemas/estimate.ts'
import type { Bit } from '#server/db/schema.ts'
import { readFields } from '#server/http/read-fields.ts'

/**
 * Returns the columns of an estimate, with its content in a canonical order. `withdrawn` is null if the record does not
 * state it.
 */
export function estimateColumns(estimate: ExportedEstimate & { clientUuid: string }) {
  const { uuid, clientUuid, patientUuid, date, validUntil, withdrawn } = estimate
  const bit: Bit | null = withdrawn === undefined ? null : withdrawn ? 1 : 0
  return {
    uuid,
    client_uuid: clientUuid,
    patient_uuid: patientUuid ?? null,
    date,
    valid_until: validUntil,
    withdrawn: bit,
    data: JSON.stringify(readFields(estimateContentSchema, estimate).value),
  }
}
