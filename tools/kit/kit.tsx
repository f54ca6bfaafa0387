import '#src/ui/global.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '#src/lib/constants.ts'
import { Kit, type KitMessages } from './page.tsx'
import { createKitRouter } from './router.tsx'
import { readSettings } from './settings.ts'

const messagesIn = async (language: Language) => {
  const answer = await fetch(`/assets/i18n/${language}.json`)
  return (await answer.json()) as KitMessages[Language]
}

async function start(): Promise<void> {
  const [nl, en] = await Promise.all([messagesIn('nl'), messagesIn('en')])
  const settings = readSettings(location.search)
  const router = createKitRouter(() => <Kit start={settings} messages={{ nl, en }} />)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <RouterProvider router={router as never} />
    </StrictMode>,
  )
}

void start()
