/** The optional parts of a shared card. The name of the animal and the practice are always shown. */
export const CARD_PARTS = ['identity', 'vaccinations', 'medicines', 'weight', 'reminders', 'phone'] as const
export type CardPart = (typeof CARD_PARTS)[number]

export const SHARE_LINK_DAYS = 7
export const MAX_SHARE_LINKS = 20
export const MAX_CARD_NOTE = 60
