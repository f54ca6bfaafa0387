import type { FactorProof } from './second-factor.ts'

export interface Practice {
  id: string
  manaId?: string | undefined
  name: string
  title?: string | undefined
  text?: string | undefined
  phone?: string | undefined
  website?: string | undefined
  logoUrl?: string | undefined
  locked?: boolean | undefined
  email?: string | undefined
  /** The account to pay to, and in whose name it is where that is another than the practice's. */
  iban?: string | undefined
  accountHolder?: string | undefined
  /** Where appointments are made. */
  bookingUrl?: string | undefined
}

/** PUT /practice/{practiceId}: what is absent stays as it is, null and an empty text empty it. The portal sends all it has. */
export interface PracticeChange {
  name?: string | null | undefined
  title?: string | null | undefined
  text?: string | null | undefined
  phone?: string | null | undefined
  website?: string | null | undefined
  email?: string | null | undefined
  iban?: string | null | undefined
  accountHolder?: string | null | undefined
  bookingUrl?: string | null | undefined
}

/** With the proof of an admin where it changes the account number or its holder. */
export interface ProvenPracticeChange extends PracticeChange {
  proof?: FactorProof | undefined
}

/** What clients pay to. */
export const ACCOUNT_FIELDS = ['iban', 'accountHolder'] as const
