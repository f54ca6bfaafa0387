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
  iban?: string | undefined
}

/** PUT /practice/{practiceId}: what is absent stays as it is, null and an empty text empty it. The portal sends all it has. */
export interface PracticeChange {
  name?: string | null | undefined
  title?: string | null | undefined
  text?: string | null | undefined
  phone?: string | null | undefined
  website?: string | null | undefined
}
