import * as paths from '#contract/later-paths.ts'
import { CLAIM_TIMEOUT_MS } from '#src/lib/constants.ts'
import { type GetOptions, api } from './http.ts'

/** Returns the claim bundle of an animal and an invoice as a PDF, of an API with `claim-bundle`. */
export const getClaimBundle = async (
  clientId: string,
  of: { patientId: string; invoiceId: string },
  options: GetOptions,
): Promise<Blob> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isFile` returns a blob
  (await api.get(paths.claimBundle(clientId, of.patientId, of.invoiceId), {
    ...options,
    isFile: true,
    timeoutMs: CLAIM_TIMEOUT_MS,
  })) as Blob
