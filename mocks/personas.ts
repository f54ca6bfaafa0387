export const PASSWORD = 'Welkom#2026'

export const personas = {
  admin: 'admin@dewaag.example',
  staff: 'staff@dewaag.example',
  /** Clinic admin of De Linde and De Waag. */
  group: 'admin@delinde.example',
  /** Client of De Waag, with four animals. */
  owner: 'owner@mail.example',
  /** Client of De Waag and De Linde. */
  two: 'two@mail.example',
  /** An account without clients. */
  none: 'none@mail.example',
} as const

export type Persona = keyof typeof personas
