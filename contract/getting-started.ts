/** Steps of a practice that begins with the portal, in the order of the list. */
export const STARTING_STEPS = [
  /** Logo and telephone number. */
  'profile',
  'clients',
  'colleagues',
  /** Second factor of the admin who asks. */
  'second-factor',
  /** Kinds of request that owners may send. */
  'requests',
  /** Account that owners pay to. */
  'account',
  'invitations',
] as const
export type StartingStep = (typeof STARTING_STEPS)[number]

/** Number of invitations of the last step; fewer if fewer clients have an e-mail address. */
export const FIRST_INVITATIONS = 10
