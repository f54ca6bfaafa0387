/** The optional parts of a shared card. The name of the animal and the practice are always shown. */
export const CARD_PARTS = ['identity', 'vaccinations', 'medicines', 'weight', 'reminders', 'phone'] as const
export type CardPart = (typeof CARD_PARTS)[number]

/** How long a link is good. */
export const SHARED_CARD_DAYS = 7
/** Of one client at once. */
export const MAX_SHARED_CARDS = 20
export const MAX_CARD_NOTE = 60
