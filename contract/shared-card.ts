/** The optional parts of a shared card. The name of the animal and the practice are always shown. */
export const CARD_PARTS = ['identity', 'vaccinations', 'medicines', 'weight', 'reminders', 'phone'] as const
export type CardPart = (typeof CARD_PARTS)[number]

/** Days that a share link is valid. */
export const SHARED_CARD_DAYS = 7
/** Maximum number of active links per client. */
export const MAX_SHARED_CARDS = 20
export const MAX_CARD_NOTE = 60
