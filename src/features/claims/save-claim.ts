import type { IntlShape } from 'react-intl'
import type { Patient } from '#contract/schemas/patient.ts'
import { getClaimBundle } from '#src/api/claims.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'

interface Claim {
  clientId: string
  patient: Pick<Patient, 'uuid' | 'name'>
  invoice: Pick<Invoice, 'uuid' | 'number' | 'date'>
}

/** Downloads the claim bundle of an animal and an invoice. */
export async function saveClaim(
  { clientId, patient, invoice }: Claim,
  { intl, ...options }: Parameters<typeof getClaimBundle>[2] & { intl: IntlShape },
): Promise<void> {
  const pdf = await getClaimBundle(clientId, { patientId: patient.uuid, invoiceId: invoice.uuid }, options)
  options.signal?.throwIfAborted()
  const word = intl.formatMessage({ id: 'client.claim.file' })
  saveFile(`${fileName([word, patient.name, invoice.number || invoice.date])}.pdf`, pdf)
}
