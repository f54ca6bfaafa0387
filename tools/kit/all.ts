import { ACTIONS } from './groups/actions.tsx'
import { CHOICES } from './groups/choices.tsx'
import { FIGURES } from './groups/figures.tsx'
import { FORMS } from './groups/forms.tsx'
import { LISTS } from './groups/lists.tsx'
import { MESSAGES } from './groups/messages.tsx'
import { NAVIGATION } from './groups/navigation.tsx'
import { PAGES } from './groups/pages.tsx'
import { TABLES } from './groups/tables.tsx'
import { TEXT_FIELDS } from './groups/text-fields.tsx'

export const GROUPS = [ACTIONS, TEXT_FIELDS, CHOICES, FORMS, NAVIGATION, MESSAGES, FIGURES, LISTS, TABLES, PAGES]
