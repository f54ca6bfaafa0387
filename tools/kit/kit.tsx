import '#src/ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { THEMES, kit } from './page.tsx'

const query = new URLSearchParams(location.search)
const language = query.get('language') === 'en' ? 'en' : 'nl'
const theme = THEMES.find((name) => name === query.get('theme')) ?? 'system'

const { documentElement } = document
documentElement.lang = language
if (theme !== 'system') documentElement.dataset['theme'] = theme

const response = await fetch(`/assets/i18n/${language}.json`)
const page = kit({ theme, language }, (await response.json()) as Parameters<typeof kit>[1], query.get('only'))
createRoot(document.getElementById('root')!).render(<StrictMode>{page}</StrictMode>)
