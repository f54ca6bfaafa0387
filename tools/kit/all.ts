import { FIELDS } from './groups/fields.tsx'
import { FIGURES } from './groups/figures.tsx'
import { LISTS } from './groups/lists.tsx'
import { MESSAGES } from './groups/messages.tsx'
import { NAVIGATION } from './groups/navigation.tsx'
import { PAGES } from './groups/pages.tsx'
import { PRESSES } from './groups/presses.tsx'

export const GROUPS = [PRESSES, FIELDS, NAVIGATION, MESSAGES, FIGURES, LISTS, PAGES]
