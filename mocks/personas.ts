/** Who signs in: the accounts of the demo practices. The password of all is the same. */
export const PASSWORD = 'Welkom#2026'

export const personas = {
  /** Clinic admin of De Waag. */
  admin: 'admin@dewaag.example',
  /** Clinic user of De Waag. */
  staff: 'staff@dewaag.example',
  /** Client of De Waag, with four animals. */
  owner: 'owner@mail.example',
  /** Client of De Waag and De Linde. */
  two: 'two@mail.example',
  /** An account that no practice has linked. */
  none: 'none@mail.example',
} as const

export type Persona = keyof typeof personas
